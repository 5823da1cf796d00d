import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The built program of a gateway's worker processes: next to the bundle, or in `build` when the sources run. */
export function workerFile(): string {
  const beside = join(__dirname, 'worker.js');
  return existsSync(beside) ? beside : join(__dirname, '..', '..', '..', 'build', 'runtime', 'worker.js');
}
