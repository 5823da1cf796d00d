// Reads a document and writes the types that clients of openapi-fetch use. A program of its own, because the generator is made
// of ES modules, which jest does not load.
import { readFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';

const types = await openapiTypes(JSON.parse(readFileSync(0, 'utf8')));
process.stdout.write(astToString(types));
