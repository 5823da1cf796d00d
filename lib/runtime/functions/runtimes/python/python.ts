import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Interpreter, RuntimeKind, Wanted } from '../runtime-kind';
import { bootstrapFile, layerDirectories, userReaching } from '../search';
import { findPython, installPython, type Python } from './find-python';

/** Functions of Python: in an interpreter of this machine, with the packages of the developer's own environment. */
export const PYTHON: RuntimeKind = {
  wire: 'frames',
  buildsEvents: false,
  residentMiB: 16,
  readAtStart: /^PYTHON/,
  bootstrap: () => bootstrapFile('python', 'bootstrap.py'),
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
  return {
    executable,
    directories: [...new Set([prefix, basePrefix, path.dirname(path.dirname(realpathSync(executable)))])],
    title: `Python ${version} (${executable})`,
    runtimeName: (fn) => fn.runtime ?? `python${ownVersion}`,
    user: userReaching([realpathSync(executable), path.dirname(executable), prefix, basePrefix]),
    dataKiB: process.platform === 'linux' ? DATA_KIB : undefined,
    command: ({ bootstrapFile: bootstrap }) => [executable, '-s', bootstrap],
    assignment: ({ codeDirectory, version: { sourceDirectory } }) => ({
      searchPath: layerDirectories(codeDirectory, [`python/lib/python${ownVersion}/site-packages`, 'python']),
      ...(sourceDirectory === undefined ? {} : { shownDirectory: sourceDirectory }),
    }),
    notEnforced: (unsettable) => [...NOT_ENFORCED, ...unsettable],
    isOtherVersion: runtime !== undefined && runtime !== `python${ownVersion}`,
  };
}
