import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Terminal } from '../terminal';
import { run } from './programs';

/** Lock files, and how each installs exactly what it says. */
const LOCK_FILES: Readonly<Record<string, readonly string[]>> = {
  'package-lock.json': ['npm', 'ci', '--no-audit', '--no-fund'],
  'npm-shrinkwrap.json': ['npm', 'ci', '--no-audit', '--no-fund'],
  'pnpm-lock.yaml': ['pnpm', 'install', '--frozen-lockfile'],
  'yarn.lock': ['yarn', 'install', '--frozen-lockfile'],
};
const PACKAGES = 'node_modules';

/** A repository, and a worktree of one of its revisions. */
export interface Checkout {
  readonly top: string;
  readonly worktree: string;
}

/** Names the step that fails. */
export type Step = <Result>(name: string, work: Promise<Result>) => Promise<Result>;

/** Adds packages to a folder of a worktree: those that are installed if the lock file is the same, otherwise those of its own. */
export async function addPackages(folder: string, checkout: Checkout, { step, terminal }: {
  readonly step: Step; readonly terminal: Pick<Terminal, 'environment' | 'err'>;
}): Promise<void> {
  const [there, here] = [path.join(checkout.worktree, folder), path.join(checkout.top, folder)];
  const lock = Object.keys(LOCK_FILES).find((file) => existsSync(path.join(there, file)));
  if (lock === undefined || textOf(path.join(there, lock)) === textOf(path.join(here, lock))) {
    linkPackages(folder, checkout);
    return;
  }
  const [command = '', ...parameters] = LOCK_FILES[lock] ?? [];
  terminal.err(`${lock} differs: installing the packages of that revision\n`);
  await step(`${command} ${parameters[0] ?? ''}`, run(command, parameters, { directory: there, environment: terminal.environment }));
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Packages of a workspace, which are links into the repository, are those of the revision; all others are those installed. */
function linkPackages(folder: string, { top, worktree }: Checkout): void {
  const [installed, target] = [path.join(top, folder, PACKAGES), path.join(worktree, folder, PACKAGES)];
  if (!existsSync(installed) || existsSync(target)) return;
  const entries = entriesOf(installed);
  const own = new Map(entries.map((entry) => [entry, workspaceFolder(path.join(installed, entry), top)]));
  if ([...own.values()].every((workspace) => workspace === undefined)) {
    symlinkSync(installed, target, 'dir');
    return;
  }
  for (const [entry, workspace] of own) {
    const source = workspace === undefined ? path.join(installed, entry) : path.join(worktree, workspace);
    // what the revision does not have cannot be imported there
    if (!existsSync(source)) continue;
    mkdirSync(path.dirname(path.join(target, entry)), { recursive: true });
    symlinkSync(source, path.join(target, entry));
    if (workspace !== undefined) linkPackages(workspace, { top, worktree });
  }
}

/** The packages and commands of a folder: `zod`, `@zod/core`, `.bin/tsc`. */
function entriesOf(installed: string): string[] {
  return readdirSync(installed).flatMap((name) => (name.startsWith('@') || name === '.bin'
    ? readdirSync(path.join(installed, name)).map((inner) => path.join(name, inner)) : [name]));
}

/** The path in the repository that a link leads to; undefined for what is installed. */
function workspaceFolder(entry: string, top: string): string | undefined {
  const real = existsSync(entry) ? path.relative(top, realpathSync(entry)) : '';
  const parts = real.split(path.sep);
  return real === '' || path.isAbsolute(real) || parts[0] === '..' || parts.includes(PACKAGES) ? undefined : real;
}
