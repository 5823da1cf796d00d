import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The built program that runs inside a function's process: beside the bundle, or in `build` when the sources run. */
export function hostFile(): string {
  const beside = join(__dirname, 'instance.js');
  return existsSync(beside) ? beside : join(__dirname, '..', '..', '..', 'build', 'runtime', 'instance.js');
}
