import { statSync } from 'node:fs';
import path from 'node:path';

const NAMES = ['template', 'openapi', 'swagger', 'serverless'];
const EXTENSIONS = ['yaml', 'yml', 'json'];

/** The template or document of a project that has no app: `template.yaml`, as of SAM, or `openapi.yaml`. */
export function findSource(directory: string): string | undefined {
  const names = NAMES.flatMap((name) => EXTENSIONS.map((extension) => `${name}.${extension}`));
  return names.find((name) => statSync(path.join(directory, name), { throwIfNoEntry: false })?.isFile() === true);
}
