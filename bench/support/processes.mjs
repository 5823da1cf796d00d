import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createServer } from 'node:net';

/** Whether a process can be kept to one core, and there is another one for the load. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Starts Node on the given core, with what it starts in turn; it is stopped with `stop`. */
export function startNode(nodeArguments, { core, cwd, env } = {}) {
  const command = [process.execPath, ...nodeArguments];
  const [file, ...rest] = canPin && core !== undefined ? ['taskset', '-c', String(core), ...command] : command;
  return spawn(file, rest, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Stops a process and waits until it is gone. */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(timer);
}

/** The first text on standard output that the pattern finds; rejects when the process ends without it. */
export function outputMatch(child, pattern) {
  return new Promise((resolve, reject) => {
    let output = '';
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`it ended with ${code} and wrote: ${output}`)));
    child.stdout.on('data', (data) => {
      output += data;
      const match = pattern.exec(output);
      if (match !== null) resolve(match);
    });
  });
}

/** A TCP port that nobody uses. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
