import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Interpreter, Programs, RuntimeKind, Wanted } from '../runtime-kind';
import { askProgram, bootstrapFile, layerDirectories, remembered, userReaching } from '../search';
import { findPython, installPython, type Python } from './find-python';
import { editableSources, installDependencies } from './install-dependencies';

/** Functions of Python: in an interpreter of this machine, with the packages of the developer's own environment. */
export const PYTHON: RuntimeKind = {
  wire: 'frames',
  residentMiB: 16,
  readAtStart: /^PYTHON/,
  bootstrap: () => bootstrapFile('python', 'bootstrap.py'),
  debuggerPort: 'adapter',
  namesOtherVersion: true,
  buildsEvents: false,
  readsOwnCodeOnly: false,
  runsInThreads: false,
  installCommand: installPython,
  find: findInterpreter,
};

/** Debuggers see no frames of modules that are compiled into the interpreter. */
const DEBUGGER_FLAGS = ['-Xfrozen_modules=off'];

/** Python's own private memory with all modules of the bootstrap: 10 MiB, as `ulimit -d` counts it. */
const DATA_KIB = 16 * 1024;

/** Restrictions that only Node's permission model enforces. */
const NOT_ENFORCED = ['Python: what a function may read, write and start'];

/** Directories of the system that a function reads if it is kept from others; those that a system does not have are left out. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/etc', '/proc', '/run/systemd/resolve', '/nix/store'];

/** Prints the version of the kernel's interface; below 1 without it. */
const LANDLOCK = 'import ctypes, json; print(json.dumps([ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), 1)]))';
const versions = remembered<unknown>();

/** Whether the kernel has Landlock. @see https://docs.kernel.org/userspace-api/landlock.html */
async function hasLandlock(executable: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const version = await versions(executable, async () => (await askProgram(executable, ['-I', '-c', LANDLOCK]) ?? [])[0]);
  return typeof version === 'number' && version >= 1;
}

async function findInterpreter(wanted: Wanted, { dependenciesDirectory, signal, log = () => undefined }: Programs): Promise<Interpreter> {
  const python = await findPython(wanted, ({ code, message }) => log({ level: 'warn', code, message }));
  if (dependenciesDirectory === undefined) return interpreterOf(python, wanted, []);
  const installed = await installDependencies({
    python, dependenciesDirectory, signal,
    sourceDirectory: wanted.sourceDirectory ?? wanted.codeDirectory,
    begun: (file) => log({ level: 'info', message: `installing the dependencies of ${file}` }),
  });
  return interpreterOf(python, wanted, installed === undefined ? [] : [installed]);
}

/** @param installed - directories of packages that were installed for the function */
function interpreterOf(python: Python, { runtime }: Wanted, installed: readonly string[]): Interpreter {
  const { executable, version, prefix, basePrefix } = python;
  const packages = installed.flatMap((directory) => [directory, ...editableSources(directory)]);
  const ownVersion = version.split('.').slice(0, 2).join('.');
  return {
    executable,
    directories: [...new Set([...packages, prefix, basePrefix, path.dirname(path.dirname(realpathSync(executable)))])],
    title: `Python ${version} (${executable})`,
    runtimeName: (fn) => fn.runtime ?? `python${ownVersion}`,
    user: userReaching([realpathSync(executable), path.dirname(executable), prefix, basePrefix, ...packages]),
    dataKiB: process.platform === 'linux' ? DATA_KIB : undefined,
    command: ({ bootstrapFile: bootstrap, isInspected }) => [executable, '-s', ...(isInspected ? DEBUGGER_FLAGS : []), bootstrap],
    canConfineItself: () => hasLandlock(executable),
    assignment: ({ codeDirectory, inspection, isConfined, version: { sourceDirectory } }) => ({
      packageDirectories: installed,
      searchPath: [...installed, ...layerDirectories(codeDirectory, [`python/lib/python${ownVersion}/site-packages`, 'python'])],
      ...(sourceDirectory === undefined ? {} : { shownDirectory: sourceDirectory }),
      ...(isConfined ? { readable: [...SYSTEM, prefix, basePrefix, ...packages, codeDirectory, realpathSync(codeDirectory)] } : {}),
      ...(inspection === undefined ? {} : { inspection: { waits: inspection.waits } }),
    }),
    notEnforced: (unsettable) => [...NOT_ENFORCED, ...unsettable],
    isOtherVersion: runtime !== undefined && runtime !== `python${ownVersion}`,
  };
}
