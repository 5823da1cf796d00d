import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod';

/** Parts of a package that compilers and programs of users read. */
const NOT_SERVED = /\.d\.m?ts$|[/\\](meta\.json|\.built|tsconfig\.tsbuildinfo)$/;

/** The files of a package that a running program reads. */
export const isServed = (file: string): boolean => !NOT_SERVED.test(file);

const manifestSchema = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()).default({}) });

/** The directory of an installed package, as `from` finds it; undefined if it is not installed there. */
export function packageFolder(name: string, from: string): string | undefined {
  const folders = createRequire(path.join(from, 'package.json')).resolve.paths(name) ?? [];
  const folder = folders.map((directory) => path.join(directory, name)).find((directory) => existsSync(path.join(directory, 'package.json')));
  return folder && realpathSync(folder);
}

/**
 * Copies a package and its dependencies into `node_modules`, as installed: a dependency of which another version is there already
 * goes below the package that needs it.
 */
export function copyPackage(folder: string, name: string, modules: string): void {
  const target = path.join(modules, name);
  cpSync(folder, target, { recursive: true, filter: (file) => isServed(file) && !path.relative(folder, file).startsWith('node_modules') });
  for (const dependency of Object.keys(manifestOf(folder).dependencies)) {
    const location = packageFolder(dependency, folder);
    if (location === undefined) continue; // an optional one, or the program would not run here either
    const { version } = manifestOf(location);
    const present = path.join(modules, dependency);
    if (!existsSync(present)) copyPackage(location, dependency, modules);
    else if (manifestOf(present).version !== version) copyPackage(location, dependency, path.join(target, 'node_modules'));
  }
}

function manifestOf(folder: string): z.output<typeof manifestSchema> {
  return manifestSchema.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
}
