import { execFile } from 'node:child_process';
import type { Terminal } from '../terminal';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** A place where programs run. */
export type Place = Pick<Terminal, 'directory' | 'environment'>;

/** Runs a program and returns what it prints; its error has `stderr`. */
export function run(command: string, parameters: readonly string[], { directory, environment }: Place): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, parameters, { cwd: directory, env: environment, maxBuffer: MAX_OUTPUT_BYTES, encoding: 'utf8' },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(Object.assign(error, { stderr }));
      });
  });
}

/**
 * The environment without the variables of a repository: git sets them for its hooks, and another worktree would write to the index of
 * the commit that is being made. Settings (`git -c`, safe directories) stay.
 * @see https://git-scm.com/docs/githooks
 */
export async function withoutRepository(place: Place): Promise<Terminal['environment']> {
  const local = (await run('git', ['rev-parse', '--local-env-vars'], place).catch(() => '')).split('\n')
    .filter((name) => !name.startsWith('GIT_CONFIG_'));
  return Object.fromEntries(Object.entries(place.environment).filter(([name]) => !local.includes(name)));
}
