import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Wanted } from '../runtime-kind';
import { RuntimeMissing } from '../runtime-missing';
import { inPath, installCommand, majorOfRuntime, nearest, remembered, runProgram } from '../search';

export interface Dotnet {
  /** Absolute path without links: beside it are the versions of the runtime. */
  readonly executable: string;
  /** The version that runs a function: the latest of the wanted one, or else another. */
  readonly version: string;
  readonly major: number;
}

const PROGRAM = process.platform === 'win32' ? 'dotnet.exe' : 'dotnet';

const search = remembered<Dotnet>();

/** Finds the .NET for a function: the wanted version, then the next newer one, then any. @throws RuntimeMissing */
export function findDotnet({ runtime = 'dotnet' }: Pick<Wanted, 'runtime'>): Promise<Dotnet> {
  const files = [...new Set(candidates().filter((file) => existsSync(file)).map((file) => realpathSync(file)))];
  return search([runtime, ...files].join('\n'), () => bestOf(files, runtime));
}

async function bestOf(files: readonly string[], runtime: string): Promise<Dotnet> {
  const wanted = majorOfRuntime(runtime) ?? 0;
  const all = (await Promise.all(files.map(versionsOf))).flat();
  const dotnet = all.find(({ major }) => major === wanted) ?? nearest(all, wanted);
  if (dotnet !== undefined) return dotnet;
  throw new RuntimeMissing({
    runtime,
    lookedIn: 'no dotnet answered by DOTNET_ROOT, in PATH, or where the installers of .NET, Debian and Homebrew put it',
    install: installDotnet(runtime),
  });
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
async function versionsOf(executable: string): Promise<readonly Dotnet[]> {
  const { output = '' } = await runProgram(executable, ['--list-runtimes']) ?? {};
  const versions = [...output.matchAll(/^Microsoft\.NETCore\.App ((\d+)\.\S+)/gm)];
  return versions.map(([, version = '', major]) => ({ executable, version, major: Number(major) })).reverse();
}

export function installDotnet(runtime: string): string {
  const version = majorOfRuntime(runtime) ?? '';
  const elsewhere = `curl -sSL https://dot.net/v1/dotnet-install.sh | bash -s -- --channel ${version}.0`;
  return installCommand({ brew: `dotnet@${version}`, winget: `Microsoft.DotNet.SDK.${version}`, elsewhere });
}
