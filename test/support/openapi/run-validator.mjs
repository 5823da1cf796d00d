// Reads `{"<name>": <document>}` and writes `{"<name>": [<message>…]}`: what the validator finds in each document.
// A program of its own, because the validator is made of ES modules, which jest does not load.
import { compileErrors, validate } from '@readme/openapi-parser';
import { readFileSync } from 'node:fs';

const documents = JSON.parse(readFileSync(0, 'utf8'));
const problems = {};
for (const [name, document] of Object.entries(documents)) {
  const result = await validate(document, { validate: { errors: { colorize: false } } });
  problems[name] = result.valid ? [] : [compileErrors(result)];
}
process.stdout.write(JSON.stringify(problems));
