import { labelOf } from '../function-label';
import { textResultJson } from '../lambda-format/text-result';
import type { FunctionUse } from '../plan/meter';
import type { CallOutcome, FunctionEngine, FunctionVersion, Invocation, InvocationOutcome, RequestInvocation } from '../ports';
import { DeadlineTimer } from './pool/deadline-timer';
import { failed } from './call';
import type { FunctionInstance, InstanceListener } from './process/instance';
import { InstanceStarter, type StartInstances } from './pool/instance-starter';
import { SLACK_MIB } from './process/launch';
import { residentKiB } from './process/memory-watch';
import { Inspectors } from './inspector/inspectors';
import type { EngineSettings } from './options';
import { FunctionPool } from './pool/pool';
import { runtimeKind } from './runtimes';
import { ThreadStarter } from './threads/thread-starter';

const MEMORY_CHECK_MS = 100;
/** Calls that wait for the one instance of a function that is debugged. */
const INSPECTED_QUEUE = 100;

/** Runs each version of a function in its own pool of child processes, or of threads in a test that asks for them. */
export class ProcessEngine implements Required<Pick<FunctionEngine, 'invoke' | 'call' | 'retain' | 'close'>> {
  readonly #starter: StartInstances;
  readonly #inspectors: Inspectors | undefined;
  readonly #pools = new Map<string, FunctionPool>();
  readonly #deadlineTimer = new DeadlineTimer(() => this.#check());
  readonly #ending = new Set<Promise<unknown>>();
  #retained: ReadonlySet<string> | undefined;
  #memoryTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #onQuiet: (() => void) | undefined;

  public constructor(private readonly settings: EngineSettings) {
    const Starter = settings.isolation === 'thread' ? ThreadStarter : InstanceStarter;
    this.#starter = new Starter(settings, () => this.#forgetEmptyPools());
    this.#inspectors = settings.inspect && new Inspectors(settings.inspect, {
      log: settings.ports.log,
      start: (version) => this.#poolOf(version).warm(),
      functions: () => this.#starter.processes,
    });
    settings.slots.listen({
      granted: (key) => void this.#pools.get(key)?.check(performance.now()),
      reclaimed: (key, must) => this.#pools.get(key)?.giveUpInstance(must),
    });
  }

  public readonly invoke = (version: FunctionVersion, invocation: Invocation): Promise<InvocationOutcome> =>
    new Promise((resolve) => this.call(version, invocation, (outcome) => resolve(
      outcome.type === 'text-result' ? { type: 'result', payload: textResultJson(outcome) } : outcome)));

  /** Hot path: one map look-up per call. */
  public readonly call = (
    version: FunctionVersion, invocation: Invocation | RequestInvocation, settle: (outcome: CallOutcome) => void,
  ): void => {
    if (this.#isClosed) {
      settle(failed({ code: 'FUNCTION_CRASHED', reason: 'the gateway is stopping' }));
      return;
    }
    const handedInAt = performance.now();
    const pool = this.#poolOf(version);
    pool.take({
      invocation,
      handedInAt,
      deadlineAt: handedInAt + invocation.timeoutMs,
      settle: (outcome) => {
        pool.meter?.ended(outcome.type, performance.now() - handedInAt);
        settle(outcome);
        this.#noteEnd();
      },
      streamEnded: this.#noteEnd,
    });
  };

  /** The instances of all functions, by name; versions of a function are one. */
  public readonly uses = (): readonly FunctionUse[] => {
    const uses = new Map<string, FunctionUse>();
    for (const { version, instances } of this.#pools.values()) {
      const functionName = labelOf(version);
      const known = uses.get(functionName);
      // one that starts or ends has no memory that can be read, and next to none
      const sizes = instances.flatMap(({ child }) => residentKiB(child.pid) ?? []);
      const bytes = sizes.reduce((sum, kiB) => sum + kiB * 1024, 0);
      const residentBytes = sizes.length === 0 && instances.length > 0 ? known?.residentBytes : (known?.residentBytes ?? 0) + bytes;
      uses.set(functionName, { functionName, instances: (known?.instances ?? 0) + instances.length, residentBytes });
    }
    return [...uses.values()];
  };

  public readonly expect = (sizesMiB: ReadonlySet<number>): Promise<void> => this.#starter.expect(sizesMiB);

  public readonly prepare = (versions: readonly FunctionVersion[]): Promise<void> => {
    this.#inspectors?.use(versions);
    return this.#starter.prepare(versions);
  };

  /** Requests accepted before a reload may still call an old version: they are served, then it stops again. */
  public readonly retain = (keys: ReadonlySet<string>): void => {
    this.#retained = keys;
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
    this.#starter.giveUp();
    this.#deadlineTimer.stop();
    clearInterval(this.#memoryTimer);
    while (this.#ending.size > 0) await Promise.all(this.#ending);
    await Promise.all([this.#starter.close(), this.#inspectors?.close()]);
    this.#pools.clear();
  };

  /** Closing waits for the last call, and for an instance that is starting. */
  readonly #noteEnd = (): void => {
    if (this.#onQuiet !== undefined) setImmediate(() => this.#notifyIfIdle());
  };

  #poolOf(version: FunctionVersion): FunctionPool {
    return this.#pools.get(version.key) ?? this.#openPool(version);
  }

  #openPool(version: FunctionVersion): FunctionPool {
    // while a debugger holds the only instance, calls wait
    const isInspected = this.#inspectors?.includes(version) === true;
    const settings = isInspected ? { ...this.settings, queueLimit: Math.max(this.settings.queueLimit, INSPECTED_QUEUE) } : this.settings;
    const pool = new FunctionPool(isInspected ? { ...version, maxInstances: 1 } : version, {
      settings,
      startInstance: (...wanted) => this.#track(this.#startInstance(...wanted)),
      needBy: (time) => this.#deadlineTimer.needBy(time),
    });
    if (this.#retained !== undefined && !this.#retained.has(version.key)) pool.drain();
    this.#pools.set(version.key, pool);
    return pool;
  }

  async #startInstance(version: FunctionVersion, listener: InstanceListener): Promise<FunctionInstance> {
    const { slots } = this.settings;
    const inspectors = this.#inspectors?.includes(version) === true ? this.#inspectors : undefined;
    const started = this.#starter.start(version, listener, await inspectors?.inspect(version));
    void this.#track(started.then(({ ended }) => ended).finally(() => slots.give(version.key)));
    try {
      const instance = await started;
      this.#watchMemory();
      return instance;
    } finally {
      this.#noteEnd();
    }
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
      const limitKiB = (pool.version.memoryMiB + runtimeKind(pool.version).residentMiB + SLACK_MIB) * 1024;
      for (const instance of pool.instances) {
        count += 1;
        const kiB = residentKiB(instance.child.pid);
        if (kiB === undefined || kiB <= limitKiB) continue;
        const reason = `${Math.round(kiB / 1024)} MiB are resident, of ${pool.version.memoryMiB} MiB that it may use besides its runtime's own`;
        instance.kill({ code: 'FUNCTION_OUT_OF_MEMORY', reason, exit: 'signal: killed' }, false);
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
      this.#notifyIfIdle();
    });
  }

  #notifyIfIdle(): void {
    const isQuiet = [...this.#pools.values()].every((pool) => pool.isIdle);
    if (isQuiet) this.#onQuiet?.();
  }
}
