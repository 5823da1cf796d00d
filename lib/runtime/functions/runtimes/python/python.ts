import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { canReach, otherUser } from '../../process/function-user';
import type { Interpreter, RuntimeKind, Wanted } from '../runtime-kind';
import { findPython, installPython, type Python } from './find-python';

/** Functions of Python: in an interpreter of this machine, with the packages of the developer's own environment. */
export const PYTHON: RuntimeKind = {
  wire: 'frames',
  buildsEvents: false,
  residentMiB: 16,
  readAtStart: /^PYTHON/,
  bootstrap: bootstrapFile,
  readsOwnCodeOnly: false,
  hasInspector: false,
  runsInThreads: false,
  installCommand: installPython,
  find: async (wanted) => interpreterOf(await findPython(wanted), wanted),
};

/** Python's own private memory with all modules of the bootstrap: 10 MiB, as `ulimit -d` counts it. */
const DATA_KIB = 16 * 1024;

/** Restrictions that only Node's permission model enforces. */
const NOT_ENFORCED = ['Python: what a function may read, write and start'];

function interpreterOf(python: Python, { runtime }: Wanted): Interpreter {
  const { executable, version, prefix, basePrefix } = python;
  const ownVersion = version.split('.').slice(0, 2).join('.');
  const user = otherUser();
  return {
    executable,
    directories: [...new Set([prefix, basePrefix, path.dirname(path.dirname(realpathSync(executable)))])],
    title: `Python ${version} (${executable})`,
    runtimeName: (fn) => fn.runtime ?? `python${ownVersion}`,
    user: user !== undefined && [realpathSync(executable), prefix].every((file) => canReach(file, user)) ? user : undefined,
    dataKiB: process.platform === 'linux' ? DATA_KIB : undefined,
    command: ({ bootstrapFile: bootstrap }) => [executable, '-s', bootstrap],
    assignment: ({ codeDirectory, version: { sourceDirectory } }) => ({
      searchPath: layerDirectories(codeDirectory, ownVersion),
      ...(sourceDirectory === undefined ? {} : { shownDirectory: sourceDirectory }),
    }),
    notEnforced: (unsettable) => [...NOT_ENFORCED, ...unsettable],
    isOtherVersion: runtime !== undefined && runtime !== `python${ownVersion}`,
  };
}

/** The directories of a function's layers in which Python looks for modules. */
function layerDirectories(codeDirectory: string, version: string): readonly string[] {
  const layers = path.join(codeDirectory, '.opt', 'python');
  return [path.join(layers, 'lib', `python${version}`, 'site-packages'), layers].filter((directory) => existsSync(directory));
}

/** Next to the bundle, or beside this file when the sources run. */
function bootstrapFile(): string {
  const inBundle = path.join(__dirname, 'python', 'bootstrap.py');
  return existsSync(inBundle) ? inBundle : path.join(__dirname, 'bootstrap.py');
}
