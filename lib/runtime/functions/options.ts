import type { FunctionMeter } from '../plan/meter';
import type { EventStep, InvokeMiddleware, SystemPorts, HttpClient } from '../ports';
import type { DeadLetterStore } from '../state/dead-letters';
import type { EventQueue } from '../state/event-queue';
import type { FunctionPermissions } from './permissions';
import type { InspectOptions } from './inspector/inspectors';
import type { SandboxMode } from './process/sandbox';
import { OWN_SLOTS, type InstanceSlots } from './pool/instance-slots';

/** One line that a function wrote. */
export interface OutputLine {
  readonly functionName: string;
  /** The call that wrote it; missing if several ran concurrently, and while the handler was loading. */
  readonly requestId?: string;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

export interface StartedCall {
  readonly requestId: string;
  readonly functionName: string;
  /** Identifies the instance while it lives. */
  readonly instance: string;
  /** Whether it had to wait for its code to be loaded. */
  readonly isCold: boolean;
}

/** Where instances run: in processes of their own, or, for tests only, in threads of the gateway's process. */
export type Isolation = 'process' | 'thread';

export interface FunctionEngineOptions {
  /** Absolute path of the built host program, `build/runtime/instance.js`. */
  readonly hostFile: string;
  readonly ports: SystemPorts;
  readonly accountId: string;
  readonly region: string;
  readonly output: (line: OutputLine) => void;
  /** Told of each call that an instance begins. @default - nobody */
  readonly onCall?: ((call: StartedCall) => void) | undefined;
  /** Counts the calls of a function, by the name that people know it by. @default - nobody counts */
  readonly meterOf?: ((name: string) => FunctionMeter) | undefined;
  /** Told of each step of an asynchronous event. @default - nobody */
  readonly onEvent?: ((step: EventStep) => void) | undefined;
  readonly http: HttpClient;
  /** Where events of asynchronous invocations wait. @default - in memory: events are lost when the gateway ends */
  readonly eventQueue?: EventQueue;
  /** Where events that failed for good are kept. @default - in memory: lost when the gateway ends */
  readonly deadLetters?: DeadLetterStore;
  /** Maximum number of calls that wait while all instances of a function are busy; 0: none, as on Lambda. @default 100 */
  readonly queueLimit?: number;
  /** Time limit for code outside the handler, in ms. @default 10000 */
  readonly initTimeoutMs?: number;
  /** An instance without a call for this long is stopped, in ms. @default 300000 */
  readonly instanceIdleTimeoutMs?: number;
  /** Waits before the second and the third attempt of an asynchronous invocation, in ms. @default [1000, 2000] */
  readonly retryDelaysMs?: readonly number[];
  /**
   * Permissions granted to functions beyond Node's permission model, by function name; `*` for all.
   * @default - nothing: a function reads its own code, writes to its TMPDIR, and starts no processes and threads
   */
  readonly permissions?: FunctionPermissions;
  /** Whether one process per memory size is prewarmed for the next instance. @default false */
  readonly prewarm?: boolean;
  /** Wraps every call. @default - none */
  readonly invokeMiddleware?: InvokeMiddleware;
  /** Counts instances across several engines. @default - this engine is the only one */
  readonly slots?: InstanceSlots;
  /** A descriptor that stays open until all instances are gone, even if the gateway was killed. @default - none */
  readonly livenessFd?: number;
  /** Where instances run. `thread` is for tests: it isolates less, which the gateway logs. @default 'process' */
  readonly isolation?: Isolation;
  /** URL of Lambda's API for functions that call functions. @default - functions have none */
  readonly lambdaEndpoint?: string | undefined;
  /** Variables with the endpoints of AWS services for functions that name none. @default - none */
  readonly endpointVariables?: Readonly<Record<string, string>> | undefined;
  /** Functions that a debugger can attach to. @default - none */
  readonly inspect?: InspectOptions | undefined;
  /** Whether functions of languages without a permission model run in a sandbox. @default 'off' */
  readonly sandbox?: SandboxMode | undefined;
  /** Whether a function is refused if only another version of its runtime is here. @default false: it runs, and that is logged */
  readonly strictRuntimes?: boolean | undefined;
  /** Absolute path of the directory into which dependencies of functions are installed. @default - none are */
  readonly dependenciesDirectory?: string | undefined;
  /** The Node that runs the functions. @default - the one that runs the gateway */
  readonly nodePath?: string;
}

export type EngineSettings = Required<Omit<FunctionEngineOptions, 'invokeMiddleware' | 'eventQueue' | 'deadLetters' | 'livenessFd' | 'inspect' | 'lambdaEndpoint' | 'endpointVariables' | 'onCall' | 'meterOf' | 'onEvent' | 'dependenciesDirectory'>>
  & Pick<FunctionEngineOptions, 'livenessFd' | 'inspect' | 'lambdaEndpoint' | 'endpointVariables' | 'onCall' | 'meterOf' | 'dependenciesDirectory'>;

export function withDefaults(options: FunctionEngineOptions): EngineSettings {
  return {
    ...options,
    queueLimit: options.queueLimit ?? 100,
    initTimeoutMs: options.initTimeoutMs ?? 10_000,
    instanceIdleTimeoutMs: options.instanceIdleTimeoutMs ?? 300_000,
    retryDelaysMs: options.retryDelaysMs ?? [1000, 2000],
    permissions: options.permissions ?? {},
    prewarm: options.prewarm ?? false,
    slots: options.slots ?? OWN_SLOTS,
    isolation: options.isolation ?? 'process',
    sandbox: options.sandbox ?? 'off',
    strictRuntimes: options.strictRuntimes ?? false,
    nodePath: options.nodePath ?? process.execPath,
  };
}
