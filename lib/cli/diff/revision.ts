import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../../errors';
import type { Terminal } from '../terminal';

/** Lock files, and how each installs exactly what it says. */
const LOCK_FILES: Readonly<Record<string, readonly string[]>> = {
  'package-lock.json': ['npm', 'ci', '--no-audit', '--no-fund'],
  'npm-shrinkwrap.json': ['npm', 'ci', '--no-audit', '--no-fund'],
  'pnpm-lock.yaml': ['pnpm', 'install', '--frozen-lockfile'],
  'yarn.lock': ['yarn', 'install', '--frozen-lockfile'],
};
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** A project at a revision of its repository. */
export interface Revision {
  /** The directory of the project in a worktree of its own. */
  readonly directory: string;
  /** Directory for files of the comparison, beside the worktree. */
  readonly temporary: string;
  readonly remove: () => Promise<void>;
}

/** The commit that a name stands for; undefined if it is none, or there is no repository. */
export async function commitOf(name: string, { directory }: Pick<Terminal, 'directory'>): Promise<string | undefined> {
  if (name.startsWith('-')) return undefined;
  return (await run('git', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], directory)
    .catch(() => ''))?.trim() || undefined;
}

/**
 * Makes a worktree of a commit beside the project, which is not touched, with its packages: those that are installed if the lock file is
 * the same, otherwise those of its own lock file.
 * @throws DIFF_SIDE_FAILED
 */
export async function openRevision(commit: string, name: string, terminal: Pick<Terminal, 'directory' | 'err'>): Promise<Revision> {
  const temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-diff-')));
  const worktree = path.join(temporary, 'worktree');
  const step = steps(name);
  const top = realpathSync((await step('git rev-parse', run('git', ['rev-parse', '--show-toplevel'], terminal.directory))).trim());
  const git = (...parameters: string[]): Promise<string> => run('git', ['-c', 'core.hooksPath=/dev/null', ...parameters], top);
  const remove = async (): Promise<void> => {
    await git('worktree', 'remove', '--force', worktree).catch(() => '');
    rmSync(temporary, { recursive: true, force: true });
    await git('worktree', 'prune').catch(() => '');
  };
  try {
    await step('git worktree add', git('worktree', 'add', '--detach', worktree, commit));
    const inside = path.relative(top, realpathSync(terminal.directory));
    const directory = path.join(worktree, inside);
    if (!existsSync(directory)) {throw new GatewayError('DIFF_SIDE_FAILED',
      { side: name, step: 'git worktree add', reason: `the revision has no directory ${inside}` });}
    for (const folder of foldersUpTo(inside)) {await addPackages({ worktree: path.join(worktree, folder),
      project: path.join(top, folder) }, step, terminal);}
    return { directory, temporary, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The folder of the project and those above it, outermost first: packages of a workspace are at the top. */
function foldersUpTo(inside: string): string[] {
  const parts = inside === '' ? [] : inside.split(path.sep);
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join(path.sep))];
}

type Step = <Result>(name: string, work: Promise<Result>) => Promise<Result>;

/** Names the step that fails, so that nobody takes a comparison that was not made for one without changes. */
function steps(side: string): Step {
  return async (name, work) => {
    try {
      return await work;
    } catch (cause) {
      throw new GatewayError('DIFF_SIDE_FAILED', { side, step: name, reason: reasonOf(cause) }, { cause });
    }
  };
}

/** The last lines of a program's errors. */
function reasonOf(error: unknown): string {
  const { stderr = '', message = String(error) } = error as { readonly stderr?: string; readonly message?: string }; // as of execFile
  return (stderr.trim() === '' ? message : stderr.trim()).split('\n').slice(-5).join('\n');
}

interface Folders {
  readonly worktree: string;
  readonly project: string;
}

async function addPackages({ worktree, project }: Folders, step: Step, { err }: Pick<Terminal, 'err'>): Promise<void> {
  const lock = Object.keys(LOCK_FILES).find((file) => existsSync(path.join(worktree, file)));
  const installed = path.join(project, 'node_modules');
  const isSame = lock === undefined || textOf(path.join(worktree, lock)) === textOf(path.join(project, lock));
  if (isSame) {
    if (existsSync(installed)
      && !existsSync(path.join(worktree, 'node_modules'))) symlinkSync(installed, path.join(worktree, 'node_modules'), 'dir');
    return;
  }
  const [command = '', ...parameters] = LOCK_FILES[lock] ?? [];
  err(`${lock} differs: installing the packages of that revision\n`);
  await step(`${command} ${parameters[0] ?? ''}`, run(command, parameters, worktree));
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function run(command: string, parameters: readonly string[], directory: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, parameters, { cwd: directory, maxBuffer: MAX_OUTPUT_BYTES, encoding: 'utf8' }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(Object.assign(error, { stderr }));
    });
  });
}
