import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Wanted } from '../runtime-kind';
import { RuntimeMissing } from '../runtime-missing';
import { inPath, remembered } from '../search';

/** A .NET of this machine. */
export interface Dotnet {
  /** Absolute path without links: beside it are the versions of the runtime. */
  readonly executable: string;
  /** The version that runs a function: the latest of the wanted one, or else another. */
  readonly version: string;
  readonly major: number;
}

const PROGRAM = process.platform === 'win32' ? 'dotnet.exe' : 'dotnet';
/** How long a candidate may take to list its versions. */
const ANSWER_MS = 10_000;

const search = remembered<Dotnet>();

/**
 * Finds the .NET for a function: one with the wanted version by DOTNET_ROOT, in PATH, or where Microsoft's installers, Debian and Homebrew
 * put it; then the next newer version, then any.
 * @throws RuntimeMissing
 */
export function findDotnet({ runtime = 'dotnet' }: Pick<Wanted, 'runtime'>): Promise<Dotnet> {
  const files = [...new Set(candidates().filter((file) => existsSync(file)).map((file) => realpathSync(file)))];
  return search([runtime, ...files].join('\n'), () => bestOf(files, runtime));
}

async function bestOf(files: readonly string[], runtime: string): Promise<Dotnet> {
  const wanted = majorOfRuntime(runtime) ?? 0;
  const all = (await Promise.all(files.map(versionsOf))).flat();
  const [newer] = all.filter(({ major }) => major > wanted).sort((one, other) => one.major - other.major);
  const dotnet = all.find(({ major }) => major === wanted) ?? newer ?? all.sort((one, other) => other.major - one.major)[0];
  if (dotnet !== undefined) return dotnet;
  throw new RuntimeMissing({
    runtime,
    lookedIn: 'no dotnet answered by DOTNET_ROOT, in PATH, or where the installers of .NET, Debian and Homebrew put it',
    install: installDotnet(runtime),
  });
}

/** 8 of `dotnet8`; undefined for a name without a version. */
export function majorOfRuntime(runtime: string): number | undefined {
  const digits = /^dotnet(\d+)/.exec(runtime)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function candidates(): readonly string[] {
  const { DOTNET_ROOT: root } = process.env;
  const directories = [
    path.join(homedir(), '.dotnet'), '/usr/share/dotnet', '/usr/lib/dotnet', '/usr/local/share/dotnet',
    '/opt/homebrew/opt/dotnet/libexec', '/usr/local/opt/dotnet/libexec',
  ];
  const programs = (homes: readonly string[]): readonly string[] => homes.map((home) => path.join(home, PROGRAM));
  return [...programs(root === undefined ? [] : [root]), ...inPath(PROGRAM), ...programs(directories)];
}

/** Asks a candidate for its versions, `Microsoft.NETCore.App 8.0.4 [/usr/share/dotnet/shared/Microsoft.NETCore.App]`; the latest first. */
function versionsOf(executable: string): Promise<readonly Dotnet[]> {
  return new Promise((resolve) => {
    execFile(executable, ['--list-runtimes'], { timeout: ANSWER_MS }, (error, output) => {
      const versions = [...(error === null ? output : '').matchAll(/^Microsoft\.NETCore\.App ((\d+)\.\S+)/gm)];
      resolve(versions.map(([, version = '', major]) => ({ executable, version, major: Number(major) })).reverse());
    });
  });
}

/** The command that installs a .NET on this system. */
export function installDotnet(runtime: string): string {
  const version = majorOfRuntime(runtime) ?? '';
  if (process.platform === 'darwin') return `brew install dotnet@${version}`;
  if (process.platform === 'win32') return `winget install Microsoft.DotNet.SDK.${version}`;
  return `curl -sSL https://dot.net/v1/dotnet-install.sh | bash -s -- --channel ${version}.0`;
}
