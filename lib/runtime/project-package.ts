import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Loads a package that only some users need, from their project or from beside this one.
 * @param directories - where it is looked for
 * @returns undefined if it is not installed
 */
export function loadProjectPackage(name: string, directories: readonly string[] = [process.cwd(), __dirname]): unknown {
  for (const directory of directories) {
    const require = createRequire(path.join(directory, 'package.json'));
    if (isInstalled(name, require)) return require(name);
  }
  return undefined;
}

function isInstalled(name: string, { resolve }: NodeJS.Require): boolean {
  try {
    return resolve(name) !== '';
  } catch {
    return false;
  }
}
