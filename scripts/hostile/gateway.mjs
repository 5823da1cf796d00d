// The gateway under test: `synthgate serve` in a process of its own, with the bench's time-outs, and a probe inside.
import { spawn } from 'node:child_process';
import path from 'node:path';

const PROBE = path.join(import.meta.dirname, 'probe.mjs');
const START_MS = 60_000;

/** The bench time-outs: 2 s for headers, 5 s for a whole request, 1 s for an idle connection. */
const OPTIONS = [
  '--headers-timeout', '2', '--request-timeout', '5', '--idle-timeout', '1', '--send-timeout', '5',
  '--api-key', 'Good=good-key', '--port', '0', '--management-port', '0', '--shutdown-timeout', '1', '--no-watch', '--no-color',
];

/** What an attacker of the environment would loosen; the gateway's own settings win. */
const NODE_OPTIONS = '--insecure-http-parser --max-http-header-size=100000000';

/** Serves; answers its ports, what it printed, whether it lives, and what its probe says. */
export async function startGateway({ program, assembly }) {
  const child = spawn(process.execPath, ['--import', PROBE, program, 'serve', assembly, ...OPTIONS], {
    cwd: path.dirname(assembly), env: { ...process.env, NODE_OPTIONS }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  let exit;
  child.stdout.on('data', (data) => { printed += data; });
  child.stderr.on('data', (data) => { printed += data; });
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => {
      exit = code ?? signal;
      resolve();
    });
  });
  const ports = await until(() => {
    if (exit !== undefined) throw new Error(`the gateway does not start:\n${printed}`);
    const data = /http:\/\/127\.0\.0\.1:(\d+)\/dev/.exec(printed)?.[1];
    const management = /management:\s+http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
    return management === undefined ? undefined : { data: Number(data), management: Number(management) };
  });
  return {
    ports,
    printed: () => printed,
    /** Exit code or signal once it is gone. */
    exit: () => exit,
    ask: asker(child, () => exit),
    close: async () => {
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(kill);
    },
  };
}

/** Asks the probe inside the gateway; an answer also means that its event loop has turned. */
function asker(child, exit) {
  const waiting = new Map();
  let last = 0;
  child.on('message', ({ id, answer }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  child.on('close', () => waiting.forEach((resolve) => resolve(undefined)));
  return (question, details = {}) => new Promise((resolve) => {
    if (exit() !== undefined) {
      resolve(undefined);
      return;
    }
    last += 1;
    waiting.set(last, resolve);
    child.send({ id: last, question, ...details });
  });
}

async function until(look) {
  for (const endMs = Date.now() + START_MS; Date.now() < endMs;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the gateway does not start within ${START_MS} ms`);
}
