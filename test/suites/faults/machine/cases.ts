// M01–M11: what a machine does wrong, and what must come of it. All but what needs the failing part goes on; once it works again,
// so does everything, without a restart.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { program } from '../../repository';
import { until } from '../../until';
import { exchange, type Unusual } from '../exchange';
import type { DiskName } from './disk-names';
import type { MachineGateway } from './machine-gateway';

/** One thing that goes wrong. `run` gives what is not as expected. */
export interface MachineCase {
  readonly id: string;
  readonly title: string;
  /** Whether it needs disks that can be filled. */
  readonly onDisk?: true;
  /** Whether it is the last one of its gateway. */
  readonly isLast?: true;
  readonly run: (gateway: MachineGateway) => Promise<readonly string[]>;
}

const DAY_MS = 86_400_000;
const EVENT: Unusual = { method: 'POST' };
const KEYED: Unusual = { line: 'X-Api-Key: machine-key-0123456789' };

export const MACHINE_CASES: readonly MachineCase[] = [
  { id: 'M01', title: 'a full disk under the log', onDisk: true, run: (gateway) => onFullDisk(gateway, 'log', linesAreCounted(gateway, 'standard output')) },
  { id: 'M02', title: 'a full disk under the access log', onDisk: true, run: (gateway) => onFullDisk(gateway, 'access', accessLogGoesOn(gateway)) },
  { id: 'M03', title: 'a full disk under the state', onDisk: true, run: (gateway) => onFullDisk(gateway, 'state', eventsAreRefused(gateway)) },
  { id: 'M04', title: 'a disk that is full when an attempt of an event ends', onDisk: true, run: attemptIsNotedLater },
  { id: 'M05', title: 'a full disk under the temporary files', onDisk: true, run: (gateway) => onFullDisk(gateway, 'tmp', instancesAreReplaced(gateway)) },
  { id: 'M06', title: 'a read-only disk under the state', onDisk: true, run: (gateway) => onDisk(gateway, 'state', { break: 'makeReadOnly', ...eventsAreRefused(gateway) }) },
  { id: 'M07', title: 'signals that do not ask it to end', run: signalsAreOutlived },
  { id: 'M08', title: 'a clock that jumps 40 days ahead and back', run: clockJumps },
  { id: 'M09', title: 'few descriptors at the start', run: startsWithFewDescriptors },
  { id: 'M10', title: 'a second gateway on the same state', run: isSecond },
  { id: 'M11', title: 'SIGHUP while a call is running', isLast: true, run: hangsUp },
];

interface Calls extends Unusual {
  readonly times?: number;
}

interface Broken {
  /** While it is broken; what is not as expected. */
  readonly during: () => Promise<readonly string[]>;
  /** Once it works again. */
  readonly after: () => Promise<readonly string[]>;
}

function onFullDisk(gateway: MachineGateway, disk: DiskName, broken: Broken): Promise<readonly string[]> {
  return onDisk(gateway, disk, { break: 'fill', ...broken });
}

async function onDisk(
  gateway: MachineGateway, disk: DiskName, { break: how, during, after }: Broken & { readonly break: 'fill' | 'makeReadOnly' },
): Promise<readonly string[]> {
  gateway.disks[how](disk);
  const problems = await during().finally(() => gateway.disks.restore(disk));
  return [...problems, ...await after(), ...await isWell(gateway)];
}

/** Calls are answered, on a connection of their own. */
async function isWell(gateway: MachineGateway): Promise<readonly string[]> {
  return statusProblems(await statusesOf(gateway, '/prod/neighbor', { times: 3 }), [200]);
}

async function statusesOf(gateway: MachineGateway, target: string, { times = 1, ...unusual }: Calls = {}): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < times; call += 1) statuses.push((await exchange(gateway, target, unusual)).status);
  return statuses;
}

function statusProblems(statuses: readonly number[], allowed: readonly number[]): readonly string[] {
  return statuses.filter((status) => !allowed.includes(status)).map((status) => `status ${status} instead of ${allowed.join(' or ')}`);
}

function linesAreCounted(gateway: MachineGateway, output: string): Broken {
  const { entries, errors } = gateway;
  const losses = () => entries().filter(({ code, message }) => code === 'OUTPUT_LINES_LOST' && message.includes(output)).length;
  const before = losses();
  const reports = () => errors().split('OUTPUT_NOT_WRITTEN').length;
  const reported = reports();
  return {
    during: async () => [
      ...await isWell(gateway),
      ...(await until(() => reports() > reported) === true ? [] : ['standard error does not say that the log is not written']),
    ],
    after: async () => {
      const isReported = await until(async () => (await isWell(gateway)).length === 0 && losses() > before);
      return isReported === true ? [] : ['the log does not say how many lines are lost'];
    },
  };
}

function accessLogGoesOn(gateway: MachineGateway): Broken {
  const file = gateway.disks.path('access', 'access.log');
  const codes = () => gateway.entries().filter(({ message }) => message.includes('the access log ')).map(({ code }) => code);
  const before = codes().length;
  return {
    during: async () => [
      ...await isWell(gateway),
      ...(await until(() => codes().at(-1) === 'OUTPUT_NOT_WRITTEN') === true ? [] : ['the log does not say that the access log is not written']),
    ],
    after: async () => {
      const bytes = statSync(file).size;
      const isWritten = () => codes().length > before + 1 && statSync(file).size > bytes;
      const goesOn = await until(async () => (await isWell(gateway)).length === 0 && isWritten());
      return goesOn === true && codes().at(-1) === 'OUTPUT_LINES_LOST' ? [] : [`the access log does not go on: ${codes().slice(before).join(', ')}`];
    },
  };
}

function eventsAreRefused(gateway: MachineGateway): Broken {
  return {
    during: async () => [...statusProblems(await statusesOf(gateway, '/prod/event', { ...EVENT, times: 3 }), [500]), ...await isWell(gateway), ...await temporaryFiles(gateway)],
    after: async () => [...statusProblems(await statusesOf(gateway, '/prod/event', EVENT), [202]), ...await isDelivered(gateway)],
  };
}

/** No event waits, and each has become a dead letter. */
async function isDelivered(gateway: MachineGateway): Promise<readonly string[]> {
  const events = gateway.disks.path('state', 'gateway.state', 'events');
  const isEmpty = await until(() => readdirSync(events).length === 0);
  return isEmpty === true ? [] : [`events wait although the disk is well: ${readdirSync(events).join(', ')}`];
}

/** One that is being written goes when its write fails. */
async function temporaryFiles({ disks }: MachineGateway): Promise<readonly string[]> {
  const left = () => readdirSync(disks.path('state', 'gateway.state'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tmp')).map((name) => `${name} is left of what was refused`);
  return await until(() => left().length === 0) === true ? [] : left();
}

/** The function is called once for the attempt, and the outcome is stored when there is space. */
async function attemptIsNotedLater(gateway: MachineGateway): Promise<readonly string[]> {
  const { disks, entries } = gateway;
  const failures = () => entries().filter(({ message }) => message.startsWith('attempt ')).length;
  const problems = [...statusProblems(await statusesOf(gateway, '/prod/event', EVENT), [202])];
  const before = failures();
  disks.fill('state');
  try {
    if (await until(() => failures() > before) !== true) problems.push('the function was not called');
    problems.push(...await temporaryFiles(gateway), ...await isWell(gateway));
    if (failures() !== before + 1) problems.push(`${failures() - before} attempts instead of 1 while nothing could be noted`);
  } finally {
    disks.restore('state');
  }
  return [...problems, ...await isDelivered(gateway), ...await isWell(gateway)];
}

/** An instance that ends while nothing can be written is replaced at the latest when there is space. */
function instancesAreReplaced(gateway: MachineGateway): Broken {
  return {
    during: async () => [...statusProblems(await statusesOf(gateway, '/prod/dies', { times: 3 }), [502]), ...await isWell(gateway)],
    after: async () => statusProblems(await statusesOf(gateway, '/prod/dies'), [502]),
  };
}

async function signalsAreOutlived(gateway: MachineGateway): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const signal of ['SIGPIPE', 'SIGXFSZ', 'SIGWINCH', 'SIGUSR1'] as const) {
    gateway.child.kill(signal);
    problems.push(...(await isWell(gateway)).map((problem) => `after ${signal}: ${problem}`));
  }
  gateway.child.kill('SIGSTOP');
  const calls = isWell(gateway);
  gateway.child.kill('SIGCONT');
  return [...problems, ...await calls];
}

/** A quota that is used up stays so, and nothing stops that is measured in time that passes. */
async function clockJumps(gateway: MachineGateway): Promise<readonly string[]> {
  await statusesOf(gateway, '/prod/keyed', { ...KEYED, times: 5 });
  const usedUp = async () => statusProblems(await statusesOf(gateway, '/prod/keyed', KEYED), [429]);
  const problems = [...await usedUp()];
  try {
    gateway.setClock(40 * DAY_MS);
    problems.push(...statusProblems(await statusesOf(gateway, '/prod/keyed', KEYED), [200, 429]), ...await isWell(gateway));
    gateway.setClock(-40 * DAY_MS);
    problems.push(...await usedUp(), ...await isWell(gateway));
  } finally {
    gateway.setClock(0);
  }
  return [...problems, ...await usedUp()];
}

async function isSecond({ assembly, directory, pid, disks }: MachineGateway): Promise<readonly string[]> {
  const lock = disks.path('state', 'gateway.state', 'gateway.lock');
  if (!existsSync(lock)) return ['the state directory is not locked'];
  const { pid: holder } = JSON.parse(readFileSync(lock, 'utf8')) as { readonly pid: number }; // the gateway wrote it
  if (holder !== pid) return [`the state directory is locked by ${holder} instead of ${pid}`];
  const state = disks.path('state', 'gateway.state');
  return isRefused([...serveLine(assembly), '--state', state], 'STATE_IN_USE', path.join(directory, 'disks', 'log'));
}

function startsWithFewDescriptors({ assembly }: MachineGateway): Promise<readonly string[]> {
  return isRefused(['sh', '-c', 'ulimit -n 48; exec "$@"', 'sh', ...serveLine(assembly)], 'OPEN_FILES_TOO_FEW');
}

/** The call is answered, and the gateway ends well. */
async function hangsUp(gateway: MachineGateway): Promise<readonly string[]> {
  const begun = () => gateway.entries().filter(({ message }) => message.includes('slow begins')).length;
  const before = begun();
  const slow = statusesOf(gateway, '/prod/slow');
  if (await until(() => begun() > before) !== true) return ['the function was not called'];
  gateway.child.kill('SIGHUP');
  const problems = statusProblems(await slow, [200]);
  const exit = await until(gateway.exit);
  return exit === 0 ? problems : [...problems, `it ended with ${exit} after SIGHUP: ${gateway.errors().slice(-2_000)}`];
}

const serveLine = (assembly: string): readonly string[] => [process.execPath, program, 'serve', assembly, '--port', '0'];

/** A command that fails with this code. */
async function isRefused([file = '', ...rest]: readonly string[], code: string, cwd?: string): Promise<readonly string[]> {
  const child = spawn(file, rest, { stdio: ['ignore', 'ignore', 'pipe'], cwd });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => { errors += String(data); });
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const how = await new Promise((resolve) => { child.once('close', (status, signal) => resolve(status ?? signal)); });
  clearTimeout(timer);
  return how === 1 && errors.includes(`[${code}]`) ? [] : [`it ended with ${String(how)} instead of ${code}: ${errors.slice(-500)}`];
}
