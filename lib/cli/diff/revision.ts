import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { endAfter } from '../stop-signal';
import type { Terminal } from '../terminal';
import { run, withoutRepository, type Place } from './programs';
import { addPackages, type Step } from './revision-packages';

export interface Revision {
  /** The directory of the project in a worktree of its own, and the environment for its programs. */
  readonly place: Place;
  /** Directory for files of the comparison, beside the worktree. */
  readonly temporary: string;
  readonly remove: () => void;
}

/** The commit that a name stands for; undefined if it is none, or there is no repository. */
export async function commitOf(name: string, { directory, environment }: Place): Promise<string | undefined> {
  if (name.startsWith('-')) return undefined;
  const place = { directory, environment: await withoutRepository({ directory, environment }) };
  return (await run('git', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], place)
    .catch(() => ''))?.trim() || undefined;
}

/**
 * Makes a worktree of a commit beside the project, which is not touched, with its packages: those that are installed if the lock file is
 * the same, otherwise those of its own lock file. It is removed by `remove`, and before a signal ends this process.
 * @throws DIFF_SIDE_FAILED
 */
export async function openRevision(commit: string, name: string, terminal: Place & Pick<Terminal, 'err'>): Promise<Revision> {
  const step = steps(name);
  const environment = await withoutRepository(terminal);
  const top = realpathSync((await step('git rev-parse', run('git', ['rev-parse', '--show-toplevel'],
    { directory: terminal.directory, environment }))).trim());
  const temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-diff-')));
  const worktree = path.join(temporary, 'worktree');
  const clear = (): void => removeWorktree(worktree, { directory: top, environment });
  const forget = endAfter(clear);
  const remove = (): void => {
    forget();
    clear();
  };
  try {
    await step('git worktree add', run('git', ['-c', 'core.hooksPath=/dev/null', 'worktree', 'add', '--detach', worktree, commit],
      { directory: top, environment }));
    const inside = path.relative(top, realpathSync(terminal.directory));
    const directory = path.join(worktree, inside);
    if (!existsSync(directory)) {throw new GatewayError('DIFF_SIDE_FAILED',
      { side: name, step: 'git worktree add', reason: `the revision has no directory ${inside}` });}
    for (const folder of foldersUpTo(inside)) {
      await addPackages(folder, { top, worktree }, { step, terminal: { environment, err: terminal.err } });
    }
    return { place: { directory, environment }, temporary, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Removes a worktree with the directory around it, also one that git is still making, which it locks. */
function removeWorktree(worktree: string, { directory, environment }: Place): void {
  const git = (...parameters: string[]): void => {
    try {
      execFileSync('git', ['worktree', ...parameters], { cwd: directory, env: environment, stdio: 'ignore' });
    } catch {
      // the directory is removed below, and its entry is pruned then
    }
  };
  git('remove', '--force', '--force', worktree);
  rmSync(path.dirname(worktree), { recursive: true, force: true });
  git('prune');
}

/** The folder of the project and those above it, outermost first: packages of a workspace are at the top. */
function foldersUpTo(inside: string): string[] {
  const parts = inside === '' ? [] : inside.split(path.sep);
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join(path.sep))];
}

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
