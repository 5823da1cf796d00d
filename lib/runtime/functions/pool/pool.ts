import { labelOf } from '../../function-label';
import { availableParallelism } from 'node:os';
import type { FunctionMeter } from '../../plan/meter';
import type { FunctionVersion } from '../../ports';
import { BackOff } from './back-off';
import { failed, type Failure, type WaitingCall } from '../call';
import type { FunctionInstance, InstanceExit, InstanceListener } from '../process/instance';
import { startFailure } from '../process/exit-reason';
import { noticeLog } from './function-notices';
import { Instances } from './instances';
import { WaitingCalls } from './waiting-calls';
import type { EngineSettings } from '../options';

/**
 * How long a call must wait before another instance is started: as long as the last one took to load, because a function that answers
 * sooner needs no other. With 10 ms for all, a burst of 64 connections on one busy core had 230 to 450 answers in two seconds and ten
 * processes, which took its time; with this, 1,180 to 2,480 and three. Ten calls of 300 ms at once, for the third time, ended after
 * 0.63 s instead of 0.35 and 0.45: fewer instances had been started for the two bursts before, which took as long as ever.
 */
const GROW_AFTER_MS = { least: 10, most: 1_000 };
/** Maximum number of instances of one function that load concurrently; one that hangs while loading holds up only its own function. */
const MAX_LOADING = Math.max(2, availableParallelism());
/** Retry interval for an instance without a slot. */
const SLOT_RETRY_MS = 100;
/** How long an instance must be without calls to be given to another process. */
const IDLE_ENOUGH_MS = 1_000;

export interface PoolSurroundings {
  readonly settings: EngineSettings;
  readonly startInstance: (version: FunctionVersion, listener: InstanceListener) => Promise<FunctionInstance>;
  /** Schedules `check` for that time of the monotonic clock. */
  readonly needBy: (time: number) => void;
}

/** The instances of one version of a function, and the calls that wait for them, first come first served. */
export class FunctionPool {
  public readonly version: FunctionVersion;
  public readonly meter: FunctionMeter | undefined;
  readonly #listener: InstanceListener;
  readonly #backOff = new BackOff();
  readonly #queue = new WaitingCalls();
  readonly #instances: Instances;
  #growAfterMs = GROW_AFTER_MS.least;
  /** Instances that were requested but are not processes yet. */
  #starting = 0;
  #isDraining = false;
  #isClosed = false;

  public constructor(version: FunctionVersion, private readonly surroundings: PoolSurroundings) {
    this.version = version;
    this.#instances = new Instances(version.concurrency);
    this.meter = surroundings.settings.meterOf?.(labelOf(version));
    this.#listener = {
      ready: (instance) => {
        this.#growAfterMs = Math.min(Math.max(GROW_AFTER_MS.least, instance.loadMs), GROW_AFTER_MS.most);
        this.#onFree(instance);
      },
      answered: (instance) => {
        this.#backOff.answered();
        this.#onFree(instance);
      },
      leaving: (calls) => this.#onLeaving(calls),
      gone: (instance, ending) => this.#onGone(instance, ending),
      notice: noticeLog(labelOf(version), surroundings.settings.ports.log),
      began: this.meter?.began,
      needBy: surroundings.needBy,
    };
  }

  public get instances(): readonly FunctionInstance[] {
    return this.#instances.all;
  }

  public get isIdle(): boolean {
    return this.#queue.size === 0 && this.#starting === 0 && this.instances.every((one) => one.runningCount === 0);
  }

  public get isEmpty(): boolean {
    return this.isIdle && this.instances.length === 0;
  }

  /** Hot path: a free instance takes the call at once. */
  public take(call: WaitingCall): void {
    const now = call.handedInAt;
    const free = this.#queue.size === 0 ? this.#instances.choose(now) : undefined;
    if (free !== undefined) {
      free.start(call, now);
      return;
    }
    const failure = this.#closedBecause(now);
    if (failure !== undefined) {
      call.settle(failed(failure));
      return;
    }
    if (this.#queue.size >= this.surroundings.settings.queueLimit + this.#slotsToCome()) {
      call.settle({ type: 'throttled' });
      return;
    }
    this.#queue.add(call);
    this.surroundings.needBy(call.deadlineAt);
    this.#grow();
  }

  public warm(): void {
    if (this.instances.length === 0 && this.#starting === 0 && !this.#isClosed) this.#start();
  }

  /** Accepts no new work; stops as soon as nothing runs or waits. */
  public drain(): void {
    this.#isDraining = true;
    this.#stopIfDrained();
  }

  public keep(): void {
    this.#isDraining = false;
  }

  /** Gives up an instance for another process: an idle one, or, with `must`, the first that has answered its calls. */
  public giveUpInstance(must: boolean): void {
    if (this.#instances.isRetiring) return;
    const now = performance.now();
    const idle = this.instances.find(({ idleSince }) => idleSince !== undefined && (must || now - idleSince >= IDLE_ENOUGH_MS));
    if (idle !== undefined && this.#queue.size === 0) {
      idle.kill(IDLE, true);
      return;
    }
    if (must) this.#instances.retireLeast();
  }

  public close(): void {
    this.#isClosed = true;
    this.#queue.failAll(STOPPING);
    for (const instance of this.instances) instance.kill(STOPPING, true);
  }

  /** Does what is due; returns when to run next. */
  public check(now: number): number {
    // a debugger that is done says when
    let next = this.instances.some(({ isHeld }) => isHeld) ? Infinity : this.#queue.expire(now);
    for (const instance of this.instances) next = Math.min(next, instance.check(now), this.#stopIfIdle(instance, now));
    this.#grow();
    return next;
  }

  #dispatch(): void {
    const now = performance.now();
    while (this.#queue.size > 0) {
      const free = this.#instances.choose(now);
      if (free === undefined) break;
      const call = this.#queue.take();
      if (call !== undefined) free.start(call, now);
    }
    if (this.#isDraining) this.#stopIfDrained();
  }

  #onFree(instance: FunctionInstance): void {
    if (instance.runningCount === 0 && this.#instances.hasRetired(instance)) instance.kill(IDLE, true);
    if (this.#queue.size > 0 || this.#isDraining) {
      this.#dispatch();
      this.#grow();
    }
    const since = instance.idleSince;
    if (since !== undefined) this.surroundings.needBy(since + this.surroundings.settings.instanceIdleTimeoutMs);
  }

  #onLeaving(calls: readonly WaitingCall[]): void {
    this.#queue.putBack(calls);
    if (this.#isClosed) this.#queue.failAll(STOPPING);
    this.#grow();
  }

  #onGone(instance: FunctionInstance, { failure, wasLoaded, isExpected }: InstanceExit): void {
    this.#instances.remove(instance);
    if (!isExpected) this.#noteFailure(failure, wasLoaded);
    if (this.#isClosed) return;
    if (this.#isDraining) this.#stopIfDrained();
    // a dead instance is replaced before the next call needs it; an idle one was stopped because nobody uses it
    else if (wasLoaded && failure !== IDLE && this.instances.length === 0 && this.#starting === 0) this.#start();
    this.#grow();
  }

  #noteFailure(failure: Failure, wasLoaded: boolean): void {
    const now = performance.now();
    this.#backOff.failed(failure, now, wasLoaded);
    this.surroundings.settings.ports.log({
      level: 'error',
      code: failure.code,
      message: `an instance of function ${labelOf(this.version)} ended: ${failure.reason}`,
      functionName: labelOf(this.version),
    });
    // calls behind one that ended its instance have not begun: they wait for the next instance
    const closed = wasLoaded ? undefined : this.#closedBecause(now);
    if (closed !== undefined) this.#queue.failAll(closed);
  }

  /** While starting has to wait and no instance can take calls, they fail immediately with the last failure. */
  #closedBecause(now: number): Failure | undefined {
    if (this.#isClosed) return STOPPING;
    if (this.#starting > 0 || this.instances.some((one) => one.isReady || one.isLoading)) return undefined;
    return this.#backOff.failureAt(now);
  }

  #stopIfIdle(instance: FunctionInstance, now: number): number {
    const since = instance.idleSince;
    if (since === undefined) return Infinity;
    const { instanceIdleTimeoutMs } = this.surroundings.settings;
    if (since + instanceIdleTimeoutMs > now) return since + instanceIdleTimeoutMs;
    instance.kill(IDLE, true);
    return Infinity;
  }

  #stopIfDrained(): void {
    if (!this.#isDraining || this.#queue.size > 0) return;
    for (const instance of this.instances) if (instance.runningCount === 0) instance.kill(IDLE, true);
  }

  /** Calls that instances being started or loaded, or about to ask for a call, could take; replacements of those that end included. */
  #slotsToCome(): number {
    const ready = this.instances.filter((one) => one.isReady && !one.isReturning).length;
    return (this.version.maxInstances - ready) * this.version.concurrency;
  }

  /** Starts the instances that waiting calls need: the first immediately, more when a call has waited for a while. */
  #grow(): void {
    const { oldest } = this.#queue;
    if (oldest === undefined || this.#isClosed) return;
    const loading = this.#starting + this.instances.filter((one) => one.isLoading).length;
    const live = this.#starting + this.instances.length;
    if (live >= this.version.maxInstances || loading >= MAX_LOADING) return;
    if (loading * this.version.concurrency >= this.#queue.size) return;
    const now = performance.now();
    const from = Math.max(this.#backOff.until, live === 0 ? 0 : oldest.handedInAt + this.#growAfterMs);
    if (from > now) {
      this.surroundings.needBy(from);
      return;
    }
    if (this.#start()) this.#grow();
  }

  #start(): boolean {
    const { settings, needBy } = this.surroundings;
    const now = performance.now();
    if (now < this.#backOff.until) return false;
    if (!settings.slots.take(this.version)) {
      needBy(now + SLOT_RETRY_MS);
      return false;
    }
    this.#starting += 1;
    this.surroundings.startInstance(this.version, this.#listener).then(
      (instance) => this.#onStarted(instance),
      (error: unknown) => {
        this.#starting -= 1;
        this.#noteFailure(startFailure(error), false);
      },
    );
    return true;
  }

  #onStarted(instance: FunctionInstance): void {
    this.#starting -= 1;
    this.#instances.add(instance);
    if (this.#isClosed) instance.kill(IDLE, true);
    else if (this.#isDraining) this.#stopIfDrained();
  }
}

const STOPPING: Failure = { code: 'FUNCTION_CRASHED', reason: 'the gateway is stopping' };
const IDLE: Failure = { code: 'FUNCTION_CRASHED', reason: 'it was not needed any more' };
