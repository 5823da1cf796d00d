import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { canPin } from './processes.mjs';
import { percentile } from './statistics.mjs';

export const CONNECTIONS = 64;

/** wrk if it is installed, or can be installed as root on Debian; otherwise undici, which is slower than the servers. */
export const generator = ensureWrk() ? 'wrk' : 'undici';

/**
 * Asks for a while over 64 connections: how many requests there were and a second, p50 and p99 in ms, and answers that were
 * not 200. Several URLs of one server are asked at random; `script` is a script of wrk that makes the requests. Without a core, the
 * load runs where the system puts it.
 */
export function load(urls, { seconds, core, script }) {
  const all = [urls].flat();
  if (generator === 'wrk') return loadWithWrk(all, { seconds, core, script });
  if (script !== undefined) throw new Error('requests that differ need wrk');
  return loadWithUndici(all, seconds);
}

function ensureWrk() {
  const has = () => spawnSync('wrk', ['-v']).error === undefined;
  if (has()) return true;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { env, stdio: 'ignore' };
    if (spawnSync('apt-get', ['-q', 'update'], options).status === 0) spawnSync('apt-get', ['-q', 'install', '-y', 'wrk'], options);
    if (has()) return true;
  }
  console.error('wrk is not installed (apt install wrk, brew install wrk): the load comes from undici, which limits all peers alike.');
  return false;
}

async function loadWithWrk(urls, { seconds, core, script: given }) {
  const script = given !== undefined ? { file: given, remove: () => undefined } : urls.length > 1 ? scriptOf(urls) : undefined;
  try {
    const command = [
      'wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '--timeout', '10s',
      ...(script === undefined ? [] : ['-s', script.file]), urls[0],
    ];
    const [file, ...rest] = canPin && core !== undefined ? ['taskset', '-c', String(core), ...command] : command;
    return readWrk(await outputOf(spawn(file, rest, { stdio: ['ignore', 'pipe', 'inherit'] })));
  } finally {
    script?.remove();
  }
}

/** Requests are made once, before the load: choosing the next one is all that is left. */
function scriptOf(urls) {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-'));
  const file = path.join(directory, 'paths.lua');
  const paths = urls.map((url) => JSON.stringify(url.slice(new URL(url).origin.length)));
  writeFileSync(file, `local paths = {${paths.join(',')}}
local requests = {}
math.randomseed(7)
init = function() for index, path in ipairs(paths) do requests[index] = wrk.format(nil, path) end end
request = function() return requests[math.random(#requests)] end
`);
  return { file, remove: () => rmSync(directory, { recursive: true }) };
}

/** Reads the output of wrk with `--latency`. */
export function readWrk(output) {
  const requests = /^\s*(\d+) requests in /m.exec(output);
  if (requests === null) throw new Error(`wrk wrote: ${output}`);
  const latency = (name) => milliseconds(new RegExp(`^\\s*${name}%\\s+([\\d.]+)(us|ms|s|m)`, 'm').exec(output));
  const socketErrors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? [];
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  return {
    requests: Number(requests[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)[1]),
    p50: latency(50),
    p99: latency(99),
    failures: refused + socketErrors.slice(1).reduce((sum, one) => sum + Number(one), 0),
  };
}

function milliseconds([, value, unit]) {
  return Number(value) * { us: 0.001, ms: 1, s: 1_000, m: 60_000 }[unit];
}

function outputOf(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (data) => { output += data; });
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}

async function loadWithUndici(urls, seconds) {
  const { origin } = new URL(urls[0]);
  const paths = urls.map((url) => url.slice(origin.length));
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const times = [];
  let failures = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const sentAt = performance.now();
      try {
        const { statusCode, body } = await pool.request({ path: paths[Math.floor(Math.random() * paths.length)], method: 'GET' });
        await body.dump();
        if (statusCode !== 200) failures += 1;
      } catch {
        failures += 1;
      }
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const passed = (performance.now() - startedAt) / 1_000;
  await pool.close();
  return { requests: times.length, perSecond: times.length / passed, p50: percentile(times, 0.5), p99: percentile(times, 0.99), failures };
}
