import type { HttpClient } from '../integrations/compile-context';
import type { InvokeMiddleware, SystemPorts } from '../ports';
import type { DeadLetterStore } from '../state/dead-letters';
import type { EventQueue } from '../state/event-queue';
import type { FunctionPermissions } from './permissions';
import { OWN_SLOTS, type InstanceSlots } from './instance-slots';

/** One line that a function wrote. */
export interface OutputLine {
  readonly functionName: string;
  /** The call that wrote it; missing when several ran at the same time, and while the handler was loading. */
  readonly requestId?: string;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** Where the instances of functions run: in processes of their own, or in threads of the gateway's process, which is for tests only. */
export type Isolation = 'process' | 'thread';

export interface FunctionEngineOptions {
  /** Absolute path of the built host program, `build/runtime/instance.js`. */
  readonly hostFile: string;
  readonly ports: SystemPorts;
  readonly accountId: string;
  readonly region: string;
  readonly output: (line: OutputLine) => void;
  /** By which records of failed events are posted. */
  readonly http: HttpClient;
  /** Where events of asynchronous invocations wait. @default - in memory: an event is lost when the gateway ends */
  readonly eventQueue?: EventQueue;
  /** Where events that failed for good are kept. @default - in memory: lost when the gateway ends */
  readonly deadLetters?: DeadLetterStore;
  /** Calls that may wait for a free instance of one function. @default 100 */
  readonly queueLimit?: number;
  /** Time that code outside the handler may take, in ms. @default 10000 */
  readonly initTimeoutMs?: number;
  /** An instance without a call for this long is stopped, in ms. @default 300000 */
  readonly instanceIdleTimeoutMs?: number;
  /** Waits before the second and the third attempt of an asynchronous invocation, in ms. @default [1000, 2000] */
  readonly retryDelaysMs?: readonly number[];
  /**
   * What is given back to functions of what Node's permission model keeps from them, by name; `*` for all.
   * @default - nothing: a function reads its own code, writes to its TMPDIR, and starts no processes and threads
   */
  readonly permissions?: FunctionPermissions;
  /** Whether a process per memory size waits to become the next instance. @default false */
  readonly hasSpares?: boolean;
  /** Stands before every call. @default - nothing does */
  readonly invokeMiddleware?: InvokeMiddleware;
  /** Where instances are counted that several engines share. @default - this engine is the only one */
  readonly slots?: InstanceSlots;
  /** A descriptor that is open until all instances are gone, even when the gateway was killed. @default - none */
  readonly livenessFd?: number;
  /** Where instances run. `thread` is for tests: it contains less, and the gateway says so. @default 'process' */
  readonly isolation?: Isolation;
  /** The Node that runs the functions. @default - the one that runs the gateway */
  readonly nodePath?: string;
}

/** The options with every default in its place. */
export type EngineSettings = Required<Omit<FunctionEngineOptions, 'invokeMiddleware' | 'eventQueue' | 'deadLetters' | 'livenessFd'>> & Pick<FunctionEngineOptions, 'livenessFd'>;

export function withDefaults(options: FunctionEngineOptions): EngineSettings {
  return {
    ...options,
    queueLimit: options.queueLimit ?? 100,
    initTimeoutMs: options.initTimeoutMs ?? 10_000,
    instanceIdleTimeoutMs: options.instanceIdleTimeoutMs ?? 300_000,
    retryDelaysMs: options.retryDelaysMs ?? [1000, 2000],
    permissions: options.permissions ?? {},
    hasSpares: options.hasSpares ?? false,
    slots: options.slots ?? OWN_SLOTS,
    isolation: options.isolation ?? 'process',
    nodePath: options.nodePath ?? process.execPath,
  };
}
