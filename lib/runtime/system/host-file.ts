import { existsSync } from 'node:fs';
import { join } from 'node:path';

export function hostFile(): string {
  return builtFile('instance.js');
}

export function sandboxFile(): string {
  return builtFile('sandbox.js');
}

export function workerFile(): string {
  return builtFile('worker.js');
}

/** The dashboard's page; missing until it is built. */
export function dashboardFile(): string {
  const built = join('dashboard', 'index.html');
  const beside = join(__dirname, '..', built);
  return existsSync(beside) ? beside : join(__dirname, '..', '..', '..', 'build', built);
}

/** Beside the bundle, or in `build` when the sources run. */
function builtFile(name: string): string {
  const beside = join(__dirname, name);
  return existsSync(beside) ? beside : join(__dirname, '..', '..', '..', 'build', 'runtime', name);
}
