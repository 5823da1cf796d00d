import { mkdtempSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FunctionEngine, FunctionVersion, Invocation, InvocationOutcome } from '../ports';
import { Alarm } from './alarm';
import { failed } from './call';
import { Guardian } from './guardian';
import { FunctionInstance, type InstanceListener } from './instance';
import { residentLimitKiB } from './launch';
import { residentKiB } from './memory-watch';
import { measureNode } from './node-facts';
import type { EngineSettings } from './options';
import { FunctionPool } from './pool';

const MEMORY_CHECK_MS = 100;

/** Runs each version of a function in its own pool of child processes. */
export class ProcessEngine implements Pick<FunctionEngine, 'invoke' | 'retain' | 'close'> {
  readonly #settings: EngineSettings;
  readonly #pools = new Map<string, FunctionPool>();
  readonly #alarm = new Alarm(() => this.#check());
  readonly #ending = new Set<Promise<unknown>>();
  #retained: ReadonlySet<string> | undefined;
  #guardian: Guardian | undefined;
  #memoryTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #onQuiet: (() => void) | undefined;

  public constructor(settings: EngineSettings) {
    this.#settings = settings;
  }

  /** Hot path: one map look-up and one promise per call. */
  public readonly invoke = (version: FunctionVersion, invocation: Invocation): Promise<InvocationOutcome> => {
    if (this.#isClosed) return Promise.resolve(failed({ code: 'FUNCTION_CRASHED', reason: 'the gateway stops' }));
    const handedInAt = performance.now();
    const pool = this.#pools.get(version.key) ?? this.#openPool(version);
    return new Promise((resolve) => {
      const streamEnded = () => {
        if (this.#onQuiet !== undefined) setImmediate(() => this.#tellIfQuiet());
      };
      const settle = (outcome: InvocationOutcome) => {
        resolve(outcome);
        streamEnded();
      };
      pool.take({ invocation, handedInAt, deadlineAt: handedInAt + invocation.timeoutMs, settle, streamEnded });
    });
  };

  /** Requests that were accepted before a reload may still call an old version: they are served, then it stops again. */
  public readonly retain = (keys: ReadonlySet<string>): void => {
    this.#retained = keys;
    // known by the time of the first call
    if (keys.size > 0) measureNode(this.#settings.nodePath).catch(() => undefined);
    for (const [key, pool] of this.#pools) {
      if (keys.has(key)) pool.keep();
      else pool.drain();
    }
    this.#forgetEmptyPools();
  };

  public readonly close = async (graceMs: number): Promise<void> => {
    this.#isClosed = true;
    await this.#quiet(graceMs);
    for (const pool of this.#pools.values()) pool.close();
    this.#alarm.stop();
    clearInterval(this.#memoryTimer);
    while (this.#ending.size > 0) await Promise.all(this.#ending);
    this.#pools.clear();
    const guardian = this.#guardian;
    this.#guardian = undefined;
    await guardian?.close();
    if (guardian !== undefined) await rm(guardian.directory, { recursive: true, force: true });
  };

  #openPool(version: FunctionVersion): FunctionPool {
    const pool = new FunctionPool(version, {
      settings: this.#settings,
      startInstance: (...wanted) => this.#track(this.#startInstance(...wanted)),
      needBy: (time) => this.#alarm.needBy(time),
    });
    if (this.#retained !== undefined && !this.#retained.has(version.key)) pool.drain();
    this.#pools.set(version.key, pool);
    return pool;
  }

  async #startInstance(version: FunctionVersion, listener: InstanceListener): Promise<FunctionInstance> {
    const { ports, nodePath } = this.#settings;
    const facts = await measureNode(nodePath);
    const instanceId = ports.randomHex(32);
    const guardian = this.#openGuardian();
    const scratchDirectory = path.join(guardian.directory, instanceId);
    await mkdir(scratchDirectory);
    const startedAt = new Date(ports.now());
    const order = { version, settings: this.#settings, facts, instanceId, startedAt, scratchDirectory };
    const instance = new FunctionInstance(order, listener);
    const { pid } = instance.child;
    if (pid !== undefined) guardian.watch(pid);
    this.#watchMemory();
    void this.#track(this.#cleanUp(instance, guardian, scratchDirectory));
    return instance;
  }

  #openGuardian(): Guardian {
    this.#guardian ??= new Guardian(mkdtempSync(path.join(tmpdir(), 'synthgate-functions-')));
    return this.#guardian;
  }

  async #cleanUp(instance: FunctionInstance, guardian: Guardian, scratchDirectory: string): Promise<void> {
    await instance.ended;
    const { pid } = instance.child;
    if (pid !== undefined) guardian.forget(pid);
    // what a descendant that left the group still writes there goes with the whole directory, at the end
    await rm(scratchDirectory, { recursive: true, force: true }).catch(() => undefined);
    this.#forgetEmptyPools();
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const done = work.then(() => undefined, () => undefined).finally(() => this.#ending.delete(done));
    this.#ending.add(done);
    return work;
  }

  #check(): number {
    const now = performance.now();
    let next = Infinity;
    for (const pool of this.#pools.values()) next = Math.min(next, pool.check(now));
    return next;
  }

  #watchMemory(): void {
    if (this.#memoryTimer !== undefined || this.#isClosed) return;
    this.#memoryTimer = setInterval(() => this.#checkMemory(), MEMORY_CHECK_MS);
    this.#memoryTimer.unref();
  }

  #checkMemory(): void {
    let count = 0;
    for (const pool of this.#pools.values()) {
      const limitKiB = residentLimitKiB(pool.version);
      for (const instance of pool.instances) {
        count += 1;
        const kiB = residentKiB(instance.child.pid);
        if (kiB === undefined || kiB <= limitKiB) continue;
        const reason = `${Math.round(kiB / 1024)} MiB are resident, of ${pool.version.memoryMiB} MiB that it may use besides Node's own`;
        instance.kill({ code: 'FUNCTION_OUT_OF_MEMORY', reason }, false);
      }
    }
    if (count > 0) return;
    clearInterval(this.#memoryTimer);
    this.#memoryTimer = undefined;
  }

  #forgetEmptyPools(): void {
    for (const [key, pool] of this.#pools) {
      if (this.#retained !== undefined && !this.#retained.has(key) && pool.isEmpty) this.#pools.delete(key);
    }
  }

  #quiet(graceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#onQuiet = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#tellIfQuiet();
    });
  }

  #tellIfQuiet(): void {
    const isQuiet = [...this.#pools.values()].every((pool) => pool.isIdle);
    if (isQuiet) this.#onQuiet?.();
  }
}
