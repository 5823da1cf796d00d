import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import { createServer } from 'node:net';
import { commandOf, descendantsOf } from './process-tree.mjs';

/** Whether a process can be pinned to one core, with another one for the load. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

const RETRY_MS = 20;

/** Starts a command on the given core, with what it starts in turn; it is stopped with `stop`. */
export function start(command, { core, cwd, env, isErrorOutputHidden = false } = {}) {
  const [file, ...rest] = canPin && core !== undefined ? ['taskset', '-c', String(core), ...command] : command;
  const child = spawn(file, rest, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', isErrorOutputHidden ? 'pipe' : 'inherit'] });
  child.stderr?.resume();
  return child;
}

/** Starts Node, see `start`. */
export function startNode(nodeArguments, options) {
  return start([process.execPath, ...nodeArguments], options);
}

/** The command with its limit of open files raised to the given number, or as far as the system allows. */
export function withDescriptors(count, command) {
  return ['/bin/sh', '-c', `ulimit -n ${count} 2>/dev/null || ulimit -n "$(ulimit -H -n)"; exec "$@"`, 'sh', ...command];
}

/** Pins this process to one core while the action runs, so that it does not slow down the servers that it measures. */
export async function onCore(core, action) {
  if (!canPin) return action();
  const own = String(process.pid);
  const before = /: (.*)$/m.exec(spawnSync('taskset', ['-a', '-c', '-p', own], { encoding: 'utf8' }).stdout)?.[1];
  spawnSync('taskset', ['-a', '-c', '-p', String(core), own]);
  try {
    return await action();
  } finally {
    if (before !== undefined) spawnSync('taskset', ['-a', '-c', '-p', before, own]);
  }
}

/** Stops a process and waits until it is gone, and whatever it leaves behind with it. */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const below = descendantsOf(child.pid);
  await stopOne(child);
  for (const { pid, command } of below) {
    if (command !== '' && commandOf(pid) === command) end(pid);
  }
}

/** It may have ended in the meantime. */
function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

async function stopOne(child) {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(timer);
}

/** The first text on standard output that the pattern finds; rejects when the process ends without it. Later output is discarded. */
export function outputMatch(child, pattern) {
  return new Promise((resolve, reject) => {
    let output = '';
    const look = (data) => {
      output += data;
      const match = pattern.exec(output);
      if (match === null) return;
      child.stdout.off('data', look);
      child.stdout.resume();
      resolve(match);
    };
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`it ended with ${code} and wrote: ${output}`)));
    child.stdout.on('data', look);
  });
}

/** Waits until a URL is answered with 200; rejects when the process ends before, or when it takes too long. */
export async function answering(child, url, withinMs = 60_000) {
  let printed = '';
  let ended;
  const keep = (data) => {
    printed = `${printed}${data}`.slice(-2_000);
  };
  child.stdout.on('data', keep);
  child.stderr?.on('data', keep);
  child.on('error', (error) => { ended = error.message; });
  child.on('exit', (code, signal) => { ended = signal ?? code; });
  for (const endsAt = performance.now() + withinMs; performance.now() < endsAt;) {
    if (await statusOf(url) === 200) {
      for (const output of [child.stdout, child.stderr]) output?.off('data', keep).resume();
      return;
    }
    if (ended !== undefined) throw new Error(`it ended with ${ended} and wrote: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  throw new Error(`it does not answer ${url} within ${withinMs / 1_000} s and wrote: ${printed}`);
}

function statusOf(url) {
  return new Promise((resolve) => {
    const question = request(url, { agent: false, timeout: 10_000 }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', () => resolve(undefined));
    });
    question.on('timeout', () => question.destroy());
    question.on('error', () => resolve(undefined));
    question.end();
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
