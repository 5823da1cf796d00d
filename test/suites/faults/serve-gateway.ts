// The gateway of the faults: the built command in a process of its own, with directories and an environment of its own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { program, repository } from '../repository';
import { until } from '../until';
import type { FaultTarget, LogLine } from './fault-case';

const START_MS = 180_000;
const STOP_MS = 30_000;

/** A gateway in a process of its own. */
export interface FaultGateway extends FaultTarget {
  readonly child: ChildProcess;
  readonly assembly: string;
  /** Exit code or signal once it has ended. */
  readonly exit: () => number | string | undefined;
}

/** Synthesizes an app and serves it; the log is kept as entries. */
export async function startGateway(app: string): Promise<FaultGateway> {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-faults-'));
  const temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-faults-tmp-'));
  const assembly = path.join(directory, 'gateway.out');
  synthesize(app, assembly);
  const child = spawn(process.execPath, [program, 'serve', assembly, '--port', '0', '--json-logs', '--account-limit', 'off', '--instance-idle-timeout', '2'], {
    cwd: directory, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: temporary, GW_SECRET: 'gateway-secret' },
  });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  const exit = () => child.signalCode ?? child.exitCode ?? undefined;
  const entries: LogLine[] = [];
  const gateway: FaultGateway = { host: '', port: 0, pid: child.pid ?? 0, child, directory, temporary, assembly, entries, errors: () => errors, exit };
  createInterface({ input: child.stdout }).on('line', (line) => {
    const entry = readLine(line);
    if (entry === undefined) errors += `${line}\n`;
    // the log of the neighbor is not looked at
    else if (entry.function !== 'Neighbor' && !(line.includes('/prod/neighbor') && entry.level === 'info')) gateway.entries.push(entry);
  });
  const url = await until(() => (exit() === undefined ? servedUrl(gateway.entries) : new Error('ended')), START_MS);
  if (!(url instanceof URL)) throw new Error(`the gateway does not serve (${exit()}): ${errors}`);
  return Object.assign(gateway, { host: url.hostname, port: Number(url.port) });
}

/** Processes and files that remain when a gateway has ended. */
export interface Left {
  readonly processes: readonly string[];
  readonly files: readonly string[];
}

/** Ends it as Ctrl-C would, and removes its directories. */
export async function stopGateway({ child, directory, temporary }: Pick<FaultGateway, 'child' | 'directory' | 'temporary'>): Promise<Left> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(timer);
  }
  const left = { processes: processesIn(temporary), files: readdirSync(temporary) };
  for (const folder of [directory, temporary]) rmSync(folder, { recursive: true, force: true });
  return left;
}

/** Resident memory in MiB, 0 where the system does not report it. */
export function residentMiB(pid: number): number {
  try {
    return Math.round(Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Whether a process runs; one that ended and was not collected does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** A line of the JSON log; undefined where a line is something else. */
export function readLine(line: string): LogLine | undefined {
  try {
    return JSON.parse(line) as LogLine; // the log writes nothing else
  } catch {
    return undefined;
  }
}

/** Synthesizes an app. @throws with what it printed */
export function synthesize(app: string, assembly: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'synth', '--app', app, '--output', assembly], { cwd: repository, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the app is not synthesized:\n${stdout}${stderr}`);
}

/** The URL of the first API, once the log has it. */
export function servedUrl(entries: readonly LogLine[]): URL | undefined {
  const served = entries.find(({ message }) => message === 'serving') as { readonly apis?: readonly { readonly url: string }[] } | undefined;
  const url = served?.apis?.[0]?.url;
  return url === undefined ? undefined : new URL(url);
}

/** Commands that run and have the directory in their arguments or environment: instances, what they started, orphan reapers. */
function processesIn(directory: string): readonly string[] {
  if (!existsSync('/proc')) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const isOurs = command.includes(directory) || readFileSync(`/proc/${pid}/environ`, 'utf8').includes(directory);
      return isOurs && isRunning(Number(pid)) ? [`${pid} ${command.slice(0, 120)}`] : [];
    } catch {
      return [];
    }
  });
}
