import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LOOK_MS = 500;
const SHELL = /^-?(?:\S*\/)?(?:ba|da|z|k|fi)?sh(?:\s|$)/;
/** npm and npx start a command through a shell, which outlives them. */
const COMMAND = /^\S+\s+-c\s/;

/**
 * Watches the package manager that started this process, as `npx` does: one that is killed passes no signal on. A process that a
 * shell started goes on without the shell, so that `nohup` works.
 * @returns a promise that resolves once it has ended; never if no package manager started the process
 */
export function watchParent({ npm_config_user_agent: agent }: NodeJS.ProcessEnv) {
  const { ppid } = process;
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<void>((resolve) => {
    if (agent === undefined) return;
    let watched: readonly number[] = [];
    void watchedFrom(ppid).then((pids) => { watched = pids; });
    timer = setInterval(() => { if (!watched.every(isRunning)) resolve(); }, LOOK_MS).unref();
  });
  return { ended, close: () => { clearInterval(timer); } };
}

/** A package manager, or the shell that it started with itself; none for the shell of a user, who may leave it. */
async function watchedFrom(ppid: number): Promise<readonly number[]> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=,args=', '-p', String(ppid)]);
    const [, starter, args = ''] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? [];
    if (SHELL.test(args)) return COMMAND.test(args) ? [ppid, Number(starter)] : [];
    return [ppid];
  } catch {
    return [ppid]; // there is no ps
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'; // it belongs to another user
  }
}
