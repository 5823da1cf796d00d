// The gateway of the soak: the built command in a process of its own. Its log is read all the time; what is kept of it is
// bounded, and is about functions that go wrong.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../faults/check.mjs';
import { spawnServe, synthesize } from './command.mjs';

const START_MS = 180_000;
const MAX_ENTRIES = 20_000;
const MAX_ERRORS = 100_000;
/** Idle instances go soon, so that many come and go. */
const IDLE_SECONDS = 5;
/** Error entries that no fault explains. */
const DEFECT = /ERR_STREAM|ERR_HTTP|write after end|is not a function|Cannot read propert|Maximum call stack/;

/** Synthesizes version 1 and serves it; `apis` has host and port by name. */
export async function startGateway(backend) {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-soak-'));
  const temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-soak-tmp-'));
  const assembly = path.join(directory, 'gateway.out');
  await synthesize({ directory, backend, output: assembly, version: 1 });
  const options = ['--port', '0', '--json-logs', '--account-limit', 'off', '--instance-idle-timeout', String(IDLE_SECONDS)];
  const child = spawnServe([assembly, ...options], { cwd: directory, env: { TMPDIR: temporary, GW_SECRET: 'gateway-secret' } });
  const gateway = { child, directory, temporary, assembly, backend, entries: [], defects: [], errors: '', ended: undefined, lines: 0 };
  child.on('exit', (code, signal) => {
    gateway.ended = signal ?? code;
  });
  child.stderr.on('data', (data) => {
    gateway.errors = `${gateway.errors}${data}`.slice(-MAX_ERRORS);
  });
  const served = new Promise((resolve) => keepEntries(gateway, resolve));
  const apis = await Promise.race([served, until(() => gateway.ended !== undefined, START_MS)]);
  if (!Array.isArray(apis)) throw new Error(`the gateway does not serve (${gateway.ended}): ${gateway.errors}`);
  gateway.apis = Object.fromEntries(apis.map(({ name, url }) => [name, { host: new URL(url).hostname, port: Number(new URL(url).port) }]));
  // the faults are played against their own API
  return Object.assign(gateway, gateway.apis.FaultsApi);
}

function keepEntries(gateway, served) {
  createInterface({ input: gateway.child.stdout }).on('line', (line) => {
    gateway.lines += 1;
    let entry;
    try {
      entry = JSON.parse(line);
    } catch {
      gateway.errors = `${gateway.errors}${line}\n`.slice(-MAX_ERRORS);
      return;
    }
    if (entry.message === 'serving') served(entry.apis);
    if (entry.code === 'INTERNAL' || (entry.level === 'error' && DEFECT.test(`${entry.message} ${entry.stack ?? ''}`))) gateway.defects.push(line.slice(0, 600));
    if (!isOfFault(entry)) return;
    gateway.entries.push(entry);
    if (gateway.entries.length > MAX_ENTRIES) gateway.entries = gateway.entries.slice(-MAX_ENTRIES / 2);
  });
}

const isOfFault = (entry) => /^[FR]\d\d/.test(entry.function ?? '') || /^\/prod\/(?:faults|results)\//.test(entry.path ?? '') || /\b[FR]\d\d/.test(entry.message);

/** Before a fault is played again, what the log has of the last time must go: a process named there may be another one by now. */
export function forgetEntriesOf(gateway, id) {
  const pattern = new RegExp(`\\b${id}\\b`);
  gateway.entries = gateway.entries.filter((entry) => !pattern.test(`${entry.function} ${entry.target} ${entry.path} ${entry.message}`));
}
