/**
 * The ports: everything the runtime needs from outside, as plain functions. `hosting/start.ts` creates the real ones, tests
 * create others; no step reads a clock, creates an id or touches a process directly.
 */

import type { FunctionSpec, RuntimeName } from '../spec';
import type { ReplyStream } from './http/reply-stream';

/** One entry of the log: a level, a short sentence, and machine-readable fields. It never contains secrets. */
export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** Catalog code, if the entry is about an error. */
  readonly code?: string;
  readonly message: string;
  /** Request the entry belongs to. */
  readonly requestId?: string;
  /** Function the entry belongs to. */
  readonly functionName?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export type Log = (entry: LogEntry) => void;

/** Where access log lines go. */
export type WriteAccessLog = (entry: AccessLogEntry) => void;

/** One line of a stage's access log. */
export interface AccessLogEntry {
  readonly api: string;
  readonly stage: string;
  /** As the stage names it: `stdout` or a file. */
  readonly destination: string;
  /** Without line feed; always one line, whatever a client sent. */
  readonly line: string;
}

export interface SystemPorts {
  /** Wall clock, milliseconds since 1970. */
  readonly now: () => number;
  /** Monotonic clock, in ms: it does not jump when the wall clock is set. */
  readonly monotonicNow: () => number;
  /** A new random UUID (version 4). */
  readonly newId: () => string;
  /** `length` lower-case hexadecimal digits, random. */
  readonly randomHex: (length: number) => string;
  /** The given number of random bytes, as base64url with its padding. */
  readonly randomBase64: (bytes: number) => string;
  readonly log: Log;
  /** Receives the lines of access logs; without it none are written. */
  readonly accessLog?: WriteAccessLog | undefined;
  /** Receives a line for every request; without it none are written. */
  readonly requestLog?: ((entry: Omit<AccessLogEntry, 'destination'>) => void) | undefined;
}

/** One function with its settings and its immutable code: what instances are made of. Equal `key` = same instances. */
export interface FunctionVersion {
  readonly name: string;
  /** The name that people know it by: its construct path. @default - `name` */
  readonly label?: string;
  /** Identity over settings, environment and code digest. */
  readonly key: string;
  /** Absolute directory with the bundled code; immutable. */
  readonly codeDirectory: string;
  /**
   * Absolute directory of the sources that the code was copied from, if it is there: what is installed for them may be in it or above it.
   * No part of the identity.
   */
  readonly sourceDirectory?: string;
  /** `<file without extension>.<export>`, Lambda's notation, e.g. `index.handler`; any text with a custom runtime. */
  readonly handler: string;
  /**
   * Lambda's runtime that runs it.
   * @default - Node.js: the rules are those of the Node that runs it, and any value that the handler returns is its result
   */
  readonly runtime?: RuntimeName;
  /** How it logs. @default - nothing is said about that */
  readonly logging?: FunctionSpec['logging'];
  readonly memoryMiB: number;
  readonly timeoutMs: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Files that its environment names and a sandbox must show: certificates to trust. @default - none */
  readonly trustFiles?: readonly string[];
  /** Calls that one instance may run at the same time. */
  readonly concurrency: number;
  /** Maximum number of instances. */
  readonly maxInstances: number;
  /** Further attempts after the first failed one of an asynchronous invocation, 0–2. */
  readonly retryAttempts: number;
  /** Destination for the record of an event that failed for good; without one the event becomes a dead letter. */
  readonly onFailure?: FailureDestination;
}

/** Where records of failed events go. */
export type FailureDestination =
  | { readonly type: 'function'; readonly version: FunctionVersion }
  | { readonly type: 'http'; readonly url: string };

export interface Invocation {
  /** The request that caused it, as the gateway names it. */
  readonly requestId: string;
  /** Lambda's id of the call, the handler's `context.awsRequestId`; every attempt of a call has the same. */
  readonly invocationId: string;
  /** JSON text of the event. */
  readonly payload: string;
  /** How long the caller waits, in ms; then the call is given up and its instance killed, as after the function's own time limit. */
  readonly timeoutMs: number;
  /** `Root=1-…;Parent=…;Sampled=…` for `_X_AMZN_TRACE_ID`. */
  readonly traceId?: string;
  /** Whether the caller can take a stream; functions that do not stream still answer with a result. */
  readonly isStreamed?: boolean;
  /** `context.clientContext` of the handler, from callers of Lambda's API. */
  readonly clientContext?: unknown;
}

/** An invocation for a request, whose event may not have been built yet. */
export type RequestInvocation = Omit<Invocation, 'payload'> & {
  readonly payload: EventPayload;
  /** Whether the result may come as text instead of JSON. */
  readonly takesText: boolean;
};

/** An event that is built only if needed. */
export interface EventPayload {
  /** JSON text of the event. */
  json(): string;
  /** The request's own bytes, if the function's process can build the event from them. */
  readonly raw?: RawEvent | undefined;
}

/** A request whose event is built in the function's process. */
export interface RawEvent {
  /** The same object for all calls of a stage. */
  readonly stage: object;
  /** The number of the method within the stage. */
  readonly method: number;
  /** Returns the data that all calls of the method share, serializable as JSON; sent to a process once. */
  route(): object;
  /** The call as it is sent, one character per byte. @param route - the number that the process knows the route by */
  encode(route: number, remainingMs: number): string;
}

/** The next part of a function's response stream. */
export type StreamPart =
  | { readonly type: 'chunk'; readonly bytes: Buffer }
  | { readonly type: 'end' }
  /** The stream broke off: the outcome says why. */
  | { readonly type: 'broken'; readonly outcome: InvocationOutcome };

/** The response stream of a running call. It buffers little: the function waits until the next part is taken. */
export interface FunctionStream {
  /** The next part; request one at a time. Nothing follows `end` and `broken`. */
  readonly next: () => Promise<StreamPart>;
  /** Stops reading: the function is notified, and its further output is dropped. */
  readonly cancel: () => void;
}

/** The outcome of a call. Only `result` carries the function's own answer. */
export type InvocationOutcome =
  /** JSON text of the returned value; `null` when the function returned nothing. */
  | { readonly type: 'result'; readonly payload: string }
  /** The handler threw or rejected: JSON text of `{errorMessage, errorType, trace}`. */
  | { readonly type: 'function-error'; readonly payload: string; readonly errorMessage: string }
  /** The function has begun to stream; only if the caller takes a stream. The call runs on until the stream ends. */
  | { readonly type: 'stream'; readonly stream: FunctionStream }
  /** No answer within the time limit of the function or of its caller, whichever is shorter; the instance was killed. */
  | { readonly type: 'timeout'; readonly timeoutMs: number; readonly limit: 'function' | 'caller' }
  /**
   * The instance could not be started, died, ran out of memory or sent an invalid answer: a catalog code and the reason;
   * `exit` if a process ended: `exit status 1`; `error` if Lambda has an error of its own for it.
   */
  | { readonly type: 'failed'; readonly code: FunctionFailureCode; readonly reason: string; readonly exit?: string; readonly error?: LambdaError }
  /** All instances are busy and the queue is full. */
  | { readonly type: 'throttled' };

/** The error of a function as Lambda reports it. */
export interface LambdaError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

/** A result as text, only if the invocation allows it; both texts have one character per byte. */
export interface TextResult {
  readonly type: 'text-result';
  /** The status, and below it the header lines `Name: value`, joined by line feeds; from the function's process, so not trusted. */
  readonly head: string;
  readonly body: string;
}

/** The outcome of a request's call. */
export type CallOutcome = InvocationOutcome | TextResult;

export type FunctionFailureCode =
  | 'FUNCTION_INIT_FAILED'
  | 'FUNCTION_RUNTIME_MISSING'
  | 'FUNCTION_DEPENDENCIES_MISSING'
  | 'FUNCTION_INIT_TIMEOUT'
  | 'FUNCTION_CRASHED'
  | 'FUNCTION_OUT_OF_MEMORY'
  | 'FUNCTION_RESULT_TOO_LARGE'
  | 'FUNCTION_PROTOCOL_BROKEN';

/** The type of an invocation: a request waits for its answer, or nobody does (a stored event that is being tried). */
export type InvocationType = 'RequestResponse' | 'Event';

/** A step of an asynchronous event. One that failed for good is `dead`, unless its record was handed `to-destination`. */
export type EventStep = 'accepted' | 'delivered' | 'attempt-failed' | 'to-destination' | 'dead';

/** Sits between the gateway and its functions: wraps the engine's call in one that may answer itself or pass the call on. */
export type InvokeMiddleware = (invoke: FunctionEngine['invoke'], type: InvocationType) => FunctionEngine['invoke'];

/** Runs functions outside the gateway's process; the one port behind which the engine can be replaced. */
export interface FunctionEngine {
  readonly invoke: (version: FunctionVersion, call: Invocation) => Promise<InvocationOutcome>;
  /** The same without a promise: `settle` is called once, perhaps before this returns. Not all engines have it. */
  readonly call?: (version: FunctionVersion, call: RequestInvocation, settle: (outcome: CallOutcome) => void) => void;
  /** Resolves when the event is stored durably; it is then tried, retried, and finally becomes a dead letter. */
  readonly invokeAsync: (version: FunctionVersion, call: Invocation) => Promise<void>;
  /** All other versions take no new calls, finish those they have, and stop. */
  readonly retain: (keys: ReadonlySet<string>) => void;
  /** Waits up to `graceMs` for running calls, then kills them; nothing stays open. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** A request to an HTTP backend. */
export interface BackendRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: Buffer | undefined;
  readonly timeoutMs: number;
  /** The request that it is made for; undefined for the gateway's own. */
  readonly requestId?: string;
  /** Maximum size of the response, in bytes. */
  readonly maxBytes: number;
  /** Whether the answer's body is wanted while it comes; `maxBytes` does not count then, `timeoutMs` counts to its end. */
  readonly isStreamed?: boolean;
  /** The host that the certificate is for, where it is not the one of the address. */
  readonly serverName?: string | undefined;
}

export interface BackendResponse {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Empty where the body is a stream. */
  readonly body: Buffer;
  readonly stream?: Pick<ReplyStream, 'chunks' | 'cancel'>;
}

/**
 * Port to HTTP backends.
 * @throws ENDPOINT_UNREACHABLE, ENDPOINT_CERTIFICATE_INVALID, ENDPOINT_TIMEOUT, ENDPOINT_RESPONSE_TOO_LARGE, ENDPOINT_INVALID
 */
export type HttpClient = (request: BackendRequest) => Promise<BackendResponse>;

/** Credentials that sign requests to AWS services. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Port to AWS services: where they are reached, and with whose credentials. */
export interface AwsServices {
  /** The endpoint that was given under the first of these names, or for all services: `['SFN', 'STATES']`. Without a slash at its end. */
  readonly endpointOf: (names: readonly string[]) => string | undefined;
  /** The credentials of the user's profile; without a profile nothing is sent to AWS. @throws AWS_PROFILE_UNUSABLE */
  readonly credentials?: (() => Promise<AwsCredentials>) | undefined;
}
