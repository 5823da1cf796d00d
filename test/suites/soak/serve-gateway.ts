// The gateway of the soak: the built command in a process of its own. Its log is read all the time; what is kept of it is
// bounded, and is about functions that go wrong.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { FaultTarget, LogLine } from '../faults/fault-case';
import { readLine } from '../faults/serve-gateway';
import { until } from '../until';
import { spawnServe, synthesize } from './command';
import type { Target } from './exchange';

const START_MS = 180_000;
const MAX_ENTRIES = 20_000;
const MAX_ERRORS = 100_000;
/** Idle instances are stopped soon, so that many come and go. */
const IDLE_SECONDS = 5;
/** Error entries that no fault explains. */
const DEFECT = /ERR_STREAM|ERR_HTTP|write after end|is not a function|Cannot read propert|Maximum call stack/;

/** Host and port are those of the API of the faults. */
export interface SoakGateway extends FaultTarget {
  readonly child: ChildProcess;
  readonly assembly: string;
  readonly backend: string;
  readonly defects: string[];
  /** Lines of its log. */
  lines: number;
  readonly exit: () => number | string | undefined;
  readonly api: (name: string) => Target;
}

/** Synthesizes version 1 and serves it. @throws Error when it does not serve */
export async function startGateway(backend: string): Promise<SoakGateway> {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-soak-'));
  const temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-soak-tmp-'));
  const assembly = path.join(directory, 'gateway.out');
  await synthesize({ directory, backend, output: assembly, version: 1 });
  const options = ['--port', '0', '--json-logs', '--account-limit', 'off', '--instance-idle-timeout', String(IDLE_SECONDS)];
  const child = spawnServe([assembly, ...options], { cwd: directory, env: { TMPDIR: temporary, GW_SECRET: 'gateway-secret' } });
  const exit = () => child.signalCode ?? child.exitCode ?? undefined;
  let errors = '';
  const keepError = (text: string): void => {
    errors = `${errors}${text}`.slice(-MAX_ERRORS);
  };
  child.stderr?.on('data', (data: Buffer) => keepError(data.toString()));
  const apis = new Map<string, Target>();
  const api = (name: string): Target => {
    const target = apis.get(name);
    if (target === undefined) throw new Error(`${name} is not served`);
    return target;
  };
  const gateway: SoakGateway = {
    host: '', port: 0, pid: child.pid ?? 0, child, directory, temporary, assembly, backend, entries: [], defects: [], lines: 0, exit, api,
    errors: () => errors,
  };
  readLog(gateway, { apis, keepError });
  await until(() => apis.size > 0 || exit() !== undefined, START_MS);
  if (apis.size === 0) throw new Error(`the gateway does not serve (${exit()}): ${errors}`);
  const { host, port } = api('FaultsApi');
  return Object.assign(gateway, { host, port });
}

interface LogReader {
  readonly apis: Map<string, Target>;
  readonly keepError: (text: string) => void;
}

function readLog(gateway: SoakGateway, { apis, keepError }: LogReader): void {
  const { stdout } = gateway.child;
  if (stdout === null) return;
  createInterface({ input: stdout }).on('line', (line) => {
    gateway.lines += 1;
    const entry = readLine(line);
    if (entry === undefined) {
      keepError(`${line}\n`);
      return;
    }
    if (entry.message === 'serving') keepApis(entry, apis);
    if (isDefect(entry)) gateway.defects.push(line.slice(0, 600));
    if (!isOfFault(entry)) return;
    gateway.entries.push(entry);
    if (gateway.entries.length > MAX_ENTRIES) gateway.entries = gateway.entries.slice(-MAX_ENTRIES / 2);
  });
}

function keepApis(entry: LogLine, apis: Map<string, Target>): void {
  const { apis: served = [] } = entry as { readonly apis?: readonly { readonly name: string; readonly url: string }[] };
  for (const { name, url } of served) apis.set(name, { host: new URL(url).hostname, port: Number(new URL(url).port) });
}

function isDefect({ code, level, message, stack }: LogLine): boolean {
  return code === 'INTERNAL' || (level === 'error' && DEFECT.test(`${message} ${stack ?? ''}`));
}

function isOfFault(entry: LogLine): boolean {
  return /^[FR]\d\d/.test(entry.function ?? '') || /^\/prod\/(?:faults|results)\//.test(entry.path ?? '') || /\b[FR]\d\d/.test(entry.message);
}

/** Before a fault is played again, its old log entries must go: a process named there may be another one by now. */
export function dropEntriesOf(gateway: SoakGateway, id: string): void {
  const pattern = new RegExp(`\\b${id}\\b`);
  gateway.entries = gateway.entries.filter((entry) => !pattern.test(`${entry.function} ${entry.target} ${entry.path} ${entry.message}`));
}
