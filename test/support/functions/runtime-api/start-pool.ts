import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import type { OutputLine } from '../../../../lib/runtime/functions';
import type { EngineSettings } from '../../../../lib/runtime/functions/options';
import { DeadlineTimer } from '../../../../lib/runtime/functions/pool/deadline-timer';
import { OWN_SLOTS } from '../../../../lib/runtime/functions/pool/instance-slots';
import { FunctionPool } from '../../../../lib/runtime/functions/pool/pool';
import { FunctionInstance, type InstanceListener } from '../../../../lib/runtime/functions/process/instance';
import { openRuntimeApi } from '../../../../lib/runtime/functions/runtimes/runtime-api';
import type { CallOutcome, FunctionVersion, Invocation, LogEntry } from '../../../../lib/runtime/ports';
import { AMPLE_MS, fixture } from '../engine';

export interface PoolOfProcesses {
  readonly call: (event?: unknown, invocation?: Partial<Invocation>) => Promise<CallOutcome>;
  readonly lines: OutputLine[];
  readonly log: string[];
  /** Ids of all processes that were started. */
  readonly pids: number[];
  /** Ids of the calls, in order. */
  readonly ids: string[];
}

const closers: (() => Promise<void>)[] = [];

/** A pool whose processes run a command with AWS_LAMBDA_RUNTIME_API. `closePools` must follow in `afterEach`. */
export function startPool(
  command: readonly string[], version: Partial<FunctionVersion> = {}, settings: Partial<EngineSettings> = {},
): PoolOfProcesses {
  const [lines, log, pids, ids]: [OutputLine[], string[], number[], string[]] = [[], [], [], []];
  const ended: Promise<void>[] = [];
  const all = { ...settingsFor(lines, log), ...settings } as unknown as EngineSettings; // a pool and its instances use no others
  const startInstance = async (wanted: FunctionVersion, listener: InstanceListener) => {
    const { address, wire } = await openRuntimeApi({ version: wanted, functionArn: 'arn:aws:lambda:eu-central-1:1:function:f', ports: all.ports });
    const child = spawnWith(command, { AWS_LAMBDA_RUNTIME_API: address, ...wanted.environment });
    pids.push(child.pid ?? 0);
    const { stdout, stderr } = child;
    const order = { version: wanted, settings: all, host: {} as never, process: { child, stdout, stderr, wire } };
    const instance = new FunctionInstance(order, listener);
    ended.push(instance.ended);
    return instance;
  };
  const timer = new DeadlineTimer(() => pool.check(performance.now()));
  const pool: FunctionPool = new FunctionPool(fixture('app.handler', version), {
    settings: all, startInstance, needBy: (time) => timer.needBy(time),
  });
  closers.push(async () => {
    pool.close();
    timer.stop();
    await Promise.all(ended);
  });
  const call: PoolOfProcesses['call'] = (event = {}, invocation = {}) => takeCall(pool, ids, { payload: JSON.stringify(event), ...invocation });
  return { call, lines, log, pids, ids };
}

function settingsFor(lines: OutputLine[], log: string[]) {
  return {
    slots: OWN_SLOTS, queueLimit: 100, initTimeoutMs: AMPLE_MS, instanceIdleTimeoutMs: AMPLE_MS,
    output: (line: OutputLine) => lines.push(line),
    ports: {
      now: Date.now, newId: randomUUID, log: ({ message }: LogEntry) => log.push(message),
      randomHex: (length: number) => randomBytes(length / 2).toString('hex'),
    },
  };
}

function spawnWith([file = '', ...rest]: readonly string[], environment: Record<string, string>) {
  return spawn(file, rest, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH, ...environment } });
}

function takeCall(pool: FunctionPool, ids: string[], given: Partial<Invocation> & Pick<Invocation, 'payload'>): Promise<CallOutcome> {
  const id = randomUUID();
  ids.push(id);
  const invocation: Invocation = { requestId: id, invocationId: id, timeoutMs: AMPLE_MS, ...given };
  const handedInAt = performance.now();
  return new Promise((settle) => pool.take({ invocation, handedInAt, deadlineAt: handedInAt + invocation.timeoutMs, settle }));
}

/** Ends all pools of the test. */
export async function closePools(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}
