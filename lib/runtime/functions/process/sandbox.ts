import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FunctionUser } from './function-user';

/** Whether functions whose language has no permission model run in a sandbox: never, where one can be made, or only in one. */
export const SANDBOX_MODES = ['off', 'auto', 'required'] as const;

export type SandboxMode = (typeof SANDBOX_MODES)[number];

/** The directories that a process in a sandbox has besides those of the system. */
export interface SandboxPlaces {
  /** Read only; also at /var/task. */
  readonly codeDirectory: string;
  /** The only one besides /tmp that it may write to. */
  readonly scratchDirectory: string;
  /** Files and directories that the program itself needs; read only. */
  readonly readable: readonly string[];
}

/** Lambda's default size of /tmp. */
const TMP_BYTES = 512 * 1024 * 1024;
/** Directories of the system; those that a system does not have are left out. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/etc', '/nix/store', '/run/systemd/resolve'];
const PROBE_MS = 10_000;

/**
 * The command in a sandbox: it sees the system, its program, its code and a `/tmp` of its own, and no other files and processes. The
 * network is as without one. @see https://github.com/containers/bubblewrap
 */
export function sandboxed(command: readonly string[], { codeDirectory, scratchDirectory, readable }: SandboxPlaces): readonly string[] {
  const layers = path.join(codeDirectory, '.opt');
  return [
    bubblewrap() ?? 'bwrap', '--die-with-parent', '--unshare-pid', '--cap-drop', 'ALL',
    ...SYSTEM.flatMap((directory) => ['--ro-bind-try', directory, directory]),
    '--proc', '/proc', '--dev', '/dev', '--size', String(TMP_BYTES), '--tmpfs', '/tmp',
    ...readable.flatMap((file) => ['--ro-bind', file, file]),
    '--ro-bind', codeDirectory, codeDirectory, '--ro-bind', codeDirectory, '/var/task', '--ro-bind-try', layers, '/opt',
    '--bind', scratchDirectory, scratchDirectory,
    '--', ...command,
  ];
}

/** The program in the PATH of the gateway; a function has a PATH of its own. */
function bubblewrap(): string | undefined {
  const directories = (process.env['PATH'] ?? '').split(path.delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => path.join(directory, 'bwrap')).find((file) => existsSync(file));
}

const probes = new Map<number | undefined, Promise<string | undefined>>();

/** Finds out once whether this machine can make a sandbox for a user. @returns why not; undefined if it can */
export function whyNoSandbox(user: FunctionUser | undefined): Promise<string | undefined> {
  const probe = probes.get(user?.uid) ?? tryOut(user);
  probes.set(user?.uid, probe);
  return probe;
}

function tryOut(user: FunctionUser | undefined): Promise<string | undefined> {
  if (process.platform !== 'linux') return Promise.resolve('there are sandboxes on Linux only');
  const program = bubblewrap();
  if (program === undefined) return Promise.resolve('bubblewrap is not installed (apt-get install bubblewrap)');
  const [, ...parameters] = sandboxed(['/bin/sh', '-c', ':'], { codeDirectory: '/usr', scratchDirectory: '/tmp', readable: [] });
  return new Promise((resolve) => {
    execFile(program, parameters, { timeout: PROBE_MS, cwd: '/', ...user }, (error, _, errors) => {
      if (error === null) resolve(undefined);
      else resolve(`bubblewrap cannot make one: ${errors.trim().split('\n')[0] ?? error.message}`);
    });
  });
}
