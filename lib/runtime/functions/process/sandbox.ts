import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { programInPath } from '../runtimes/search';
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

/** The size of what is in the place of a directory: enough for the directories in it that are shown. */
const HIDDEN_BYTES = 64 * 1024;
/** Lambda's default size of /tmp. */
const TMP_BYTES = 512 * 1024 * 1024;
/** Directories of the system; those that a system does not have are left out. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/etc', '/nix/store'];
const PROBE_MS = 10_000;
const TOO_BUSY = `bubblewrap did not answer within ${PROBE_MS / 1_000} seconds`;

/**
 * The command in a sandbox: it sees the system, its program, its code and a `/tmp` of its own, and no other files and processes. The
 * network is as without one. @see https://github.com/containers/bubblewrap
 */
export function sandboxed(command: readonly string[], { codeDirectory, scratchDirectory, readable }: SandboxPlaces): readonly string[] {
  const layers = path.join(codeDirectory, '.opt');
  const [executable = ''] = command;
  const isBound = (file: string): boolean => [...SYSTEM, ...readable, codeDirectory].some((directory) => isWithin(file, directory));
  return [
    programInPath('bwrap') ?? 'bwrap', '--die-with-parent', '--unshare-pid', '--cap-drop', 'ALL',
    ...SYSTEM.flatMap((directory) => ['--ro-bind-try', directory, directory]),
    ...hidden().flatMap((directory) => ['--size', String(HIDDEN_BYTES), '--tmpfs', directory]),
    '--proc', '/proc', '--dev', '/dev', '--size', String(TMP_BYTES), '--tmpfs', '/tmp',
    ...readable.flatMap((file) => ['--ro-bind', file, file]),
    ...programAt(executable, isBound),
    ...nameServers().flatMap((file) => ['--ro-bind', file, file]),
    '--ro-bind', codeDirectory, codeDirectory, '--ro-bind', codeDirectory, '/var/task',
    // not the directory: a program of this machine may be beside them
    ...namesIn(layers).flatMap((name) => placed(path.join(layers, name), path.join('/opt', name))),
    '--bind', scratchDirectory, scratchDirectory,
    '--', ...command,
  ];
}

/** Directories of the user that are in one of the system, such as the project at `/usr/src/app` in an image. */
function hidden(): readonly string[] {
  const own = [process.cwd(), homedir()];
  return own.filter((directory) => SYSTEM.some((place) => directory !== place && isWithin(directory, place)) && existsSync(directory));
}

/** A program that is elsewhere than what it needs: a link to it stays one, by which it finds that. */
function programAt(executable: string, isBound: (file: string) => boolean): readonly string[] {
  const program = realpathSync(executable);
  return [
    ...isBound(program) ? [] : ['--ro-bind', program, program],
    ...isBound(executable) || executable === program ? [] : ['--symlink', program, executable],
  ];
}

/** Links are links there, too: they may lead to where the layers are. */
function placed(file: string, place: string): readonly string[] {
  return lstatSync(file).isSymbolicLink() ? ['--symlink', readlinkSync(file), place] : ['--ro-bind', file, place];
}

/** The list of name servers, where it is a link to a file of a service. */
function nameServers(): readonly string[] {
  const file = '/etc/resolv.conf';
  return existsSync(file) && realpathSync(file) !== file ? [realpathSync(file)] : [];
}

function namesIn(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}

function isWithin(file: string, directory: string): boolean {
  return file === directory || file.startsWith(directory + path.sep);
}

const probes = new Map<number | undefined, Promise<string | undefined>>();

/** Finds out once whether this machine can make a sandbox for a user. @returns why not; undefined if it can */
export async function whyNoSandbox(user: FunctionUser | undefined): Promise<string | undefined> {
  const probe = probes.get(user?.uid) ?? tryOut(user);
  probes.set(user?.uid, probe);
  const reason = await probe;
  // a machine that was too busy to answer is asked again
  if (reason === TOO_BUSY && probes.get(user?.uid) === probe) probes.delete(user?.uid);
  return reason;
}

function tryOut(user: FunctionUser | undefined): Promise<string | undefined> {
  if (process.platform !== 'linux') return Promise.resolve('there are sandboxes on Linux only');
  const program = programInPath('bwrap');
  if (program === undefined) return Promise.resolve('bubblewrap is not installed (apt-get install bubblewrap)');
  const [, ...parameters] = sandboxed(['/bin/sh', '-c', ':'], { codeDirectory: '/usr', scratchDirectory: '/tmp', readable: [] });
  return new Promise((resolve) => {
    execFile(program, parameters, { timeout: PROBE_MS, cwd: '/', ...user }, (error, _, errors) => {
      if (error?.killed === true) resolve(TOO_BUSY);
      else resolve(error === null ? undefined : `bubblewrap cannot make one: ${errors.trim().split('\n')[0] ?? error.message}`);
    });
  });
}
