/**
 * The ports: everything the runtime needs from outside, as plain functions. `start.ts` makes the real ones, tests make
 * others; no step reads a clock, makes an id or touches a process by itself.
 */

import type { WriteAccessLog } from './access-log/access-log';
import type { PlainResult } from './plain/plain-result';
import type { PlainScene } from './plain/plain-scene';

/** One entry of the log: a level, a short sentence, and fields for machines. Secrets never stand in it. */
export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** Catalog code when the entry is about an error. */
  readonly code?: string;
  readonly message: string;
  /** Request the entry belongs to. */
  readonly requestId?: string;
  /** Function the entry belongs to. */
  readonly functionName?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export type Log = (entry: LogEntry) => void;

export interface SystemPorts {
  /** Wall clock, milliseconds since 1970. */
  readonly now: () => number;
  /** Clock for lengths of time, in ms since some moment: it does not jump when the wall clock is set. */
  readonly monotonicNow: () => number;
  /** A new random UUID (version 4). */
  readonly newId: () => string;
  /** `length` lower-case hexadecimal digits, random. */
  readonly randomHex: (length: number) => string;
  /** So many random bytes as base64url without padding. */
  readonly randomBase64: (bytes: number) => string;
  readonly log: Log;
  /** Receives the lines of access logs; without it none are made. */
  readonly accessLog?: WriteAccessLog | undefined;
}

/** One function with its settings and its immutable code: what instances are made of. Equal `key` = same instances. */
export interface FunctionVersion {
  readonly name: string;
  /** Identity over settings, environment and code digest. */
  readonly key: string;
  /** Absolute directory with the bundled code; never changed after it was made. */
  readonly codeDirectory: string;
  /** `<file without extension>.<export>`, Lambda's notation, e.g. `index.handler`. */
  readonly handler: string;
  readonly memoryMiB: number;
  readonly timeoutMs: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Calls that one instance may run at the same time. */
  readonly concurrency: number;
  /** Instances at the most. */
  readonly maxInstances: number;
  /** Further attempts after the first failed one of an asynchronous invocation, 0–2. */
  readonly retryAttempts: number;
  /** Where the record of an event goes that failed for good; without one the event becomes a dead letter. */
  readonly onFailure?: FailureDestination;
}

/** Where records of failed events go. */
export type FailureDestination =
  | { readonly type: 'function'; readonly version: FunctionVersion }
  | { readonly type: 'http'; readonly url: string };

export interface Invocation {
  readonly requestId: string;
  /** JSON text of the event. */
  readonly payload: string;
  /** The call is given up (and its instance killed) after this long, in ms; the smaller of function and integration timeout. */
  readonly timeoutMs: number;
  /** `Root=1-…;Parent=…;Sampled=…` for `_X_AMZN_TRACE_ID`. */
  readonly traceId?: string;
  /** Whether a stream is wanted; functions that do not stream answer with a result all the same. */
  readonly isStreamed?: boolean;
}

/** A request whose event is made on the function's side. */
export interface PlainPayload {
  readonly scene: PlainScene;
  /** The call's body on the channel, a character for each byte. @param scene - the number that the instance knows the scene by */
  readonly encode: (scene: number, remainingMs: number) => string;
}

/** An invocation without an event: the instance makes it. */
export type PlainInvocation = Omit<Invocation, 'payload'> & { readonly payload: PlainPayload };

/** What comes next in the response stream of a function. */
export type StreamPart =
  | { readonly type: 'chunk'; readonly bytes: Buffer }
  | { readonly type: 'end' }
  /** No more comes: the outcome says why. */
  | { readonly type: 'broken'; readonly outcome: InvocationOutcome };

/** The response stream of a running call. It holds little: the function waits while nobody takes the next part. */
export interface FunctionStream {
  /** The next part; to be asked for one at a time. After `end` and `broken` nothing comes. */
  readonly next: () => Promise<StreamPart>;
  /** Nobody reads any more: the function is told, and its further output is dropped. */
  readonly cancel: () => void;
}

/** What became of a call. Only `result` carries the function's own answer. */
export type InvocationOutcome =
  /** JSON text of the returned value; `null` when the function returned nothing. */
  | { readonly type: 'result'; readonly payload: string }
  /** The handler threw or rejected: JSON text of `{errorMessage, errorType, trace}`. */
  | { readonly type: 'function-error'; readonly payload: string; readonly errorMessage: string }
  /** The function has begun to stream; only where a stream was wanted. The call runs on until the stream ends. */
  | { readonly type: 'stream'; readonly stream: FunctionStream }
  /** No answer in time; the instance was killed. */
  | { readonly type: 'timeout'; readonly timeoutMs: number }
  /** The instance could not be started, died, ran out of memory or answered rubbish: a code of the catalog and why. */
  | { readonly type: 'failed'; readonly code: FunctionFailureCode; readonly reason: string }
  /** All instances are busy and the queue is full. */
  | { readonly type: 'throttled' };

export type FunctionFailureCode =
  | 'FUNCTION_INIT_FAILED'
  | 'FUNCTION_INIT_TIMEOUT'
  | 'FUNCTION_CRASHED'
  | 'FUNCTION_OUT_OF_MEMORY'
  | 'FUNCTION_RESULT_TOO_LARGE'
  | 'FUNCTION_PROTOCOL_BROKEN';

/** Who waits for the answer of a call: a request, or nobody (an event that was kept and is tried). */
export type InvocationType = 'RequestResponse' | 'Event';

/** Stands between the gateway and its functions: makes of the engine's call one that may answer by itself, or hands on. */
export type InvokeMiddleware = (invoke: FunctionEngine['invoke'], type: InvocationType) => FunctionEngine['invoke'];

/** Runs functions outside the gateway's process. The one port behind which the engine can be replaced. */
export interface FunctionEngine {
  readonly invoke: (version: FunctionVersion, call: Invocation) => Promise<InvocationOutcome>;
  /**
   * The same without a promise, and for plain payloads: `settle` is called once, perhaps before this returns. Engines that
   * must see the events do not have it.
   */
  readonly call?: (version: FunctionVersion, call: PlainInvocation, settle: (outcome: InvocationOutcome | PlainResult) => void) => void;
  /** Whether calls of a version are run by this process; another one's take no plain payloads. Without it all are. */
  readonly runsHere?: (version: FunctionVersion) => boolean;
  /** Resolves when the event is kept durably; it is then tried, retried, and at last becomes a dead letter. */
  readonly invokeAsync: (version: FunctionVersion, call: Invocation) => Promise<void>;
  /** Versions not named here take no new calls, finish those they have, and stop. */
  readonly retain: (keys: ReadonlySet<string>) => void;
  /** Waits for running calls up to `graceMs`, then kills; nothing stays open. */
  readonly close: (graceMs: number) => Promise<void>;
}
