// The gateway under which the machine fails: the built command in a process of its own, on disks and with a clock of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtProgram, program } from '../../repository';
import { until } from '../../until';
import type { Endpoint } from '../exchange';
import type { LogLine } from '../fault-case';
import { readLine, servedUrl, synthesize } from '../serve-gateway';
import { createDisks, type DisksOf } from './disks';

const APP = path.join('test', 'suites', 'faults', 'machine', 'gateway', 'app.ts');
const START_MS = 180_000;
const STOP_MS = 30_000;

export interface MachineGateway extends Endpoint {
  readonly pid: number;
  readonly child: ChildProcess;
  readonly directory: string;
  readonly assembly: string;
  readonly disks: DisksOf;
  /** Whether its disks can be filled. */
  readonly hasDisks: boolean;
  /** Exit code or signal once it has ended. */
  readonly exit: () => number | string | undefined;
  /** Its log, as far as the disk took it. */
  readonly entries: () => readonly LogLine[];
  /** Its standard error. */
  readonly errors: () => string;
  /** Puts its wall clock ahead. */
  readonly setClock: (aheadMs: number) => void;
}

/** Synthesizes the gateway and serves it on small disks. @throws Error when it does not serve */
export async function startMachineGateway(): Promise<MachineGateway> {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-machine-'));
  const assembly = path.join(directory, 'gateway.out');
  synthesize(APP, assembly);
  const disks = createDisks(path.join(directory, 'disks'));
  const clock = path.join(directory, 'clock');
  const parameters = [
    'serve', assembly, '--port', '0', '--json-logs', '--account-limit', 'off', '--instance-idle-timeout', '2',
    '--state', path.join(directory, 'disks', 'state', 'gateway.state'),
  ];
  const [file = '', ...rest] = disks.commandOn([process.execPath, '--require', builtProgram('faults-clock'), program, ...parameters]);
  const env = { ...process.env, TMPDIR: path.join(directory, 'disks', 'tmp'), FAULTS_CLOCK: clock };
  const child = spawn(file, rest, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'], env });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => { errors += String(data); });
  const exit = () => child.signalCode ?? child.exitCode ?? undefined;
  const seen = disks.seenBy(child.pid ?? 0);
  const gateway = {
    pid: child.pid ?? 0, child, directory, assembly, disks: seen, hasDisks: disks.areMounted, exit, errors: () => errors,
    entries: readEntries(seen.path('log', 'gateway.log')),
    setClock: (aheadMs: number) => writeFileSync(clock, String(aheadMs)),
  };
  const url = await until(() => (exit() === undefined ? servedUrl(gateway.entries()) : new Error('ended')), START_MS);
  if (url instanceof URL) return { ...gateway, host: url.hostname, port: Number(url.port) };
  await stopMachineGateway(gateway);
  throw new Error(`the gateway does not serve (${exit()}): ${errors}`);
}

/** Ends it as Ctrl-C would, and removes its directory. */
export async function stopMachineGateway({ child, directory }: Pick<MachineGateway, 'child' | 'directory'>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(timer);
  }
  rmSync(directory, { recursive: true, force: true });
}

/** Reads what was added to a log since the last time; the lines of the neighbor are not kept. */
function readEntries(file: string): () => readonly LogLine[] {
  const entries: LogLine[] = [];
  let position = 0;
  let rest = '';
  return () => {
    const added = existsSync(file) ? bytesFrom(file, position) : Buffer.alloc(0);
    position += added.length;
    const lines = (rest + added.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    entries.push(...lines.filter((line) => !line.includes('/prod/neighbor')).flatMap((line) => readLine(line) ?? []));
    return entries;
  };
}

function bytesFrom(file: string, position: number): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - position));
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, position));
  } finally {
    closeSync(descriptor);
  }
}
