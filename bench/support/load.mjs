import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Pool } from 'undici';
import { canPin } from './processes.mjs';

const CONNECTIONS = 64;

/** wrk when it is there, or can be installed as root on Debian; else undici, which is slower than the servers it asks. */
export const generator = ensureWrk() ? 'wrk' : 'undici';

/** Asks one URL for a while over 64 connections: requests per second, p50 and p99 in ms, and answers that were not 200. */
export function load(url, { seconds, core }) {
  return generator === 'wrk' ? loadWithWrk(url, seconds, core) : loadWithUndici(url, seconds);
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

async function loadWithWrk(url, seconds, core) {
  const command = ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '--timeout', '10s', url];
  const [file, ...rest] = canPin ? ['taskset', '-c', String(core), ...command] : command;
  const output = await outputOf(spawn(file, rest, { stdio: ['ignore', 'pipe', 'inherit'] }));
  const percentile = (name) => milliseconds(new RegExp(`^\\s*${name}%\\s+([\\d.]+)(us|ms|s|m)`, 'm').exec(output));
  const socketErrors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? [];
  const failures = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0) + socketErrors.slice(1).reduce((sum, one) => sum + Number(one), 0);
  if (!output.includes('Requests/sec')) throw new Error(`wrk wrote: ${output}`);
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)[1]), p50: percentile(50), p99: percentile(99), failures };
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

async function loadWithUndici(url, seconds) {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const times = [];
  let failures = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const sentAt = performance.now();
      const { statusCode, body } = await pool.request({ path: pathname, method: 'GET' });
      await body.dump();
      if (statusCode !== 200) failures += 1;
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const passed = (performance.now() - startedAt) / 1_000;
  await pool.close();
  times.sort((left, right) => left - right);
  const at = (share) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: times.length / passed, p50: at(0.5), p99: at(0.99), failures };
}
