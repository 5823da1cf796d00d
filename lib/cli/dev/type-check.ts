import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Log } from '../../runtime';
import { codeOf } from '../error-stack';
import type { Terminal } from '../terminal';

const ERROR = /^\S.*\(\d+,\d+\): error TS\d+: |^error TS\d+: /;
const DONE = /Found (\d+) errors?\. Watching for file changes\./;

/** Logs what is wrong with the project's types after each edit; undefined without a tsconfig.json or the package typescript. */
export function startTypeCheck({ directory, environment }: Pick<Terminal, 'directory' | 'environment'>, log: Log) {
  const compiler = compilerOf(directory);
  if (compiler === undefined || !existsSync(path.join(directory, 'tsconfig.json'))) return undefined;
  const parameters = [compiler, '--noEmit', '--watch', '--preserveWatchOutput', '--pretty', 'false'];
  const child = spawn(process.execPath, parameters, { cwd: directory, env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  yieldTo(child.pid);
  let errors = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const done = DONE.exec(line)?.[1];
    if (ERROR.test(line)) log({ level: 'error', message: line });
    else if (/^\s+\S/.test(line)) log({ level: 'info', message: line });
    if (done === undefined) return;
    if (done === '0' && errors > 0) log({ level: 'info', message: 'types: no errors' });
    errors = Number(done);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve()).once('close', () => resolve());
  });
  return {
    close: async () => {
      child.kill();
      await ended;
    },
  };
}

/** The compiler's own command, from the project. */
function compilerOf(directory: string): string | undefined {
  try {
    return createRequire(path.join(directory, 'package.json')).resolve('typescript/bin/tsc');
  } catch (error) {
    if (codeOf(error) === 'MODULE_NOT_FOUND' || codeOf(error) === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}

/** Lower priority than the gateway. */
function yieldTo(pid: number | undefined): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
}
