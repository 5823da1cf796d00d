import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Copies what is deployed to another state directory, from which a second gateway may serve it beside the first one: with quotas
 * and events of its own. Records are copied first, since they name only deployments that were stored before them.
 */
export function copyDeployments(from: string, to: string): void {
  for (const name of ['stages', 'deployments']) {
    const source = path.join(from, name);
    if (!existsSync(source)) continue;
    // links lead where they led, so that one that leads outside is refused there as it is here
    cpSync(source, path.join(to, name), {
      recursive: true, verbatimSymlinks: true, filter: (file) => !isBeingWritten(path.relative(source, file)),
    });
  }
}

/** Only names of the first two levels: code may have files whose names begin with a dot. */
function isBeingWritten(name: string): boolean {
  return name.split(path.sep).slice(0, 2).some((part) => part.startsWith('.'));
}
