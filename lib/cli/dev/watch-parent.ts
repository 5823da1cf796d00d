import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LOOK_MS = 500;
/** npm and npx start a command through a shell, which outlives them. */
const SHELL = /^(?:\S*\/)?(?:ba|da)?sh\s+-c\s/;

/** The package manager that started a process. */
export interface Parent {
  /** Resolves once it has ended; never if no package manager started the process. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

/**
 * Watches the package manager that started this process, as `npx` does: one that is killed passes no signal on. A process that a
 * shell started goes on without the shell, so that `nohup` works.
 */
export function watchParent({ npm_config_user_agent: agent }: NodeJS.ProcessEnv): Parent {
  const { ppid } = process;
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<void>((resolve) => {
    if (agent === undefined) return;
    const watched = new Set([ppid]);
    void starterOf(ppid).then((starter) => { if (starter !== undefined) watched.add(starter); });
    timer = setInterval(() => { if (![...watched].every(isRunning)) resolve(); }, LOOK_MS).unref();
  });
  return { ended, close: () => { clearInterval(timer); } };
}

/** The process that started a shell; undefined if the process is no shell, or where there is no `ps`. */
async function starterOf(shell: number): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=,args=', '-p', String(shell)]);
    const [, starter, args = ''] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? [];
    return starter !== undefined && SHELL.test(args) ? Number(starter) : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // it belongs to another user
  }
}
