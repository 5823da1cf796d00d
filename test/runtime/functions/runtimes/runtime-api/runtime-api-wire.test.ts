import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { FunctionInstance, type InstanceListener } from '../../../../../lib/runtime/functions/process/instance';
import { DeadlineTimer } from '../../../../../lib/runtime/functions/pool/deadline-timer';
import { FunctionPool } from '../../../../../lib/runtime/functions/pool/pool';
import { OWN_SLOTS } from '../../../../../lib/runtime/functions/pool/instance-slots';
import { openRuntimeApi, type RuntimeApi } from '../../../../../lib/runtime/functions/runtimes/runtime-api';
import type { EngineSettings } from '../../../../../lib/runtime/functions/options';
import type { CallOutcome, FunctionStream } from '../../../../../lib/runtime/ports';
import { fixture } from '../../../../support/functions/engine';
import { ApiClient, idOf, RUNTIME } from '../../../../support/functions/runtime-api/client';
import '../../../../support/property-seed';

/*
 * A pool whose processes this test plays: their clients ask for calls, answer, also with streams, answer twice or in part, ask again
 * too early, close their connections and die, in any order. The reference is what the clients have received.
 */

class PlayedProcess {
  readonly #api: RuntimeApi;
  readonly #model: PlayedPool;
  readonly #clients: ApiClient[] = [];
  readonly #child = Object.assign(new EventEmitter(), { pid: undefined, kill: () => this.die() });
  /** Ids of the calls that it has and has not answered. */
  readonly #begun: string[] = [];
  #answered = 'none';
  /** Ends the streams that it has begun. */
  readonly #streams: (() => void)[] = [];
  public hasEnded = false;

  public constructor(api: RuntimeApi, model: PlayedPool) {
    this.#api = api;
    this.#model = model;
  }

  public instance(settings: EngineSettings, listener: InstanceListener): FunctionInstance {
    const child = this.#child as unknown as ChildProcess; // an instance uses `once`, `pid` and `kill` of it
    const process = { child, stdout: new PassThrough(), stderr: new PassThrough(), wire: this.#api.wire };
    return new FunctionInstance({ version: VERSION, settings, process, host: {} as never }, listener);
  }

  public park(): void {
    const client = this.#client();
    client.next().then((answered) => {
      if (answered.status !== 200) return;
      const id = idOf(answered);
      this.#model.calls[Number(id)].seen += 1;
      this.#begun.push(id);
    }, () => undefined);
  }

  public closeOne(): void {
    this.#clients.shift()?.close();
  }

  public answer(): void {
    const id = this.#begun.shift();
    if (id === undefined) return;
    this.#answered = id;
    this.#client().respond(id, '"done"').catch(() => undefined);
  }

  public beginStream(): void {
    const id = this.#begun.shift();
    if (id !== undefined) this.#streams.push(this.#client().stream(id));
  }

  public endStream(): void {
    this.#streams.shift()?.();
  }

  public answerInPart(): void {
    this.#client().half(this.#begun[0] ?? this.#answered);
  }

  public answerAgain(): void {
    this.#client().respond(this.#answered, '"again"').catch(() => undefined);
  }

  public fail(): void {
    const id = this.#begun.shift();
    if (id !== undefined) this.#client().fail(id, '{}').catch(() => undefined);
  }

  public failToStart(): void {
    this.#client().send('POST', `${RUNTIME}/init/error`, { body: '{}' }).catch(() => undefined);
  }

  public die(): boolean {
    if (this.hasEnded) return true;
    this.hasEnded = true;
    for (const client of this.#clients) client.close();
    this.#child.emit('exit', 1, null);
    this.#child.emit('close');
    return true;
  }

  #client(): ApiClient {
    const client = new ApiClient(this.#api.address);
    this.#clients.push(client);
    return client;
  }
}

const VERSION = fixture('app.handler', { maxInstances: 2 });

interface PlayedCall {
  seen: number;
  /** Whether its outcome has come, and the end of its stream. */
  isOver: boolean;
  readonly outcomes: CallOutcome[];
}

/** Reads a stream until it ends or breaks off. */
async function readAll({ next }: FunctionStream): Promise<void> {
  while ((await next()).type === 'chunk');
}

class PlayedPool {
  public readonly calls: PlayedCall[] = [];
  readonly #processes: PlayedProcess[] = [];
  readonly #pool: FunctionPool;
  readonly #timer = new DeadlineTimer(() => this.#pool.check(performance.now()));
  readonly #ended: Promise<void>[] = [];

  public constructor() {
    const settings = {
      slots: OWN_SLOTS, queueLimit: 100, initTimeoutMs: 60_000, instanceIdleTimeoutMs: 60_000, output: () => undefined,
      ports: { log: () => undefined, randomHex: (length: number) => randomBytes(length / 2).toString('hex') },
    } as unknown as EngineSettings; // a pool and its instances use no others
    this.#pool = new FunctionPool(VERSION, {
      settings, needBy: (time) => this.#timer.needBy(time),
      startInstance: async (version, listener) => {
        const api = await openRuntimeApi({ version, functionArn: 'arn', ports: { now: Date.now, newId: randomUUID } });
        const played = new PlayedProcess(api, this);
        this.#processes.push(played);
        const instance = played.instance(settings, listener);
        this.#ended.push(instance.ended);
        return instance;
      },
    });
  }

  /** Processes that have not ended. */
  public get processes(): readonly PlayedProcess[] {
    return this.#processes.filter(({ hasEnded }) => !hasEnded);
  }

  public take(): void {
    const call: PlayedCall = { seen: 0, isOver: false, outcomes: [] };
    const id = String(this.calls.push(call) - 1);
    const now = performance.now();
    this.#pool.take({
      invocation: { requestId: id, invocationId: id, payload: '{}', timeoutMs: 60_000, isStreamed: this.calls.length % 2 === 0 },
      handedInAt: now, deadlineAt: now + 60_000,
      settle: (outcome) => {
        call.outcomes.push(outcome);
        if (outcome.type !== 'stream') call.isOver = true;
        else void readAll(outcome.stream).then(() => { call.isOver = true; });
      },
    });
  }

  public get isAnswered(): boolean {
    return this.calls.every(({ isOver }) => isOver);
  }

  public async close(): Promise<void> {
    this.#pool.close();
    this.#timer.stop();
    await Promise.all(this.#ended);
  }
}

async function tick(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
}

type Step = (pool: PlayedPool, process: PlayedProcess | undefined) => unknown;
const step = (weight: number, name: string, run: Step) => ({ weight, arbitrary: fc.tuple(fc.constant(name), fc.nat(1), fc.constant(run)) });

const STEPS = fc.oneof(
  step(8, 'take', (pool) => pool.take()),
  step(10, 'park', (_, process) => process?.park()),
  step(8, 'answer', (_, process) => process?.answer()),
  step(3, 'begin a stream', (_, process) => process?.beginStream()),
  step(3, 'end a stream', (_, process) => process?.endStream()),
  step(2, 'fail', (_, process) => process?.fail()),
  step(2, 'answer in part', (_, process) => process?.answerInPart()),
  step(2, 'answer again', (_, process) => process?.answerAgain()),
  step(2, 'close a connection', (_, process) => process?.closeOne()),
  step(1, 'fail to start', (_, process) => process?.failToStart()),
  step(1, 'die', (_, process) => process?.die()),
  step(12, 'tick', () => tick()),
);

test('whatever clients do, no call is given out twice, each ends once, and the pool goes on', async () => {
  await fc.assert(fc.asyncProperty(fc.array(STEPS, { minLength: 5, maxLength: 60 }), async (steps) => {
    const pool = new PlayedPool();
    for (const [, index, run] of steps) await run(pool, pool.processes[index] ?? pool.processes[0]);
    // from now on they behave, as far as they can
    while (!pool.isAnswered) {
      for (const process of pool.processes) process.endStream();
      for (const process of pool.processes) process.answer();
      await tick();
      for (const process of pool.processes) process.park();
      await tick();
    }
    await pool.close();
    for (const { seen, outcomes } of pool.calls) {
      expect(outcomes).toHaveLength(1);
      expect(seen).toBeLessThanOrEqual(1);
      const [outcome] = outcomes;
      if (outcome?.type === 'stream') expect(seen).toBe(1);
      if (outcome?.type === 'result') expect({ seen, payload: outcome.payload }).toEqual({ seen: 1, payload: expect.stringMatching(/^(?:"done"|begunended)$/) });
    }
  }), { numRuns: 300 });
});
