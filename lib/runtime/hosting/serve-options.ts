import type { ServedApi, ServedManagement, ServingProcesses } from '../management/served';
import type { CallerCredential } from '../authorizers';
import type { FunctionPermissions, Isolation } from '../functions';
import type { LoadOptions } from '../plan/loaded';
import type { InvokeMiddleware, Log, WriteAccessLog } from '../ports';
import type { ServerLimits } from '../server/limits';
import type { TestInvokeRequest, TestInvokeResult } from '../pipeline/test-invoke';

/** The limit of an account: a token bucket for all requests. */
export interface AccountLimit {
  readonly rateLimit: number;
  readonly burstLimit: number;
}

/** The defaults. */
export const SERVE_DEFAULTS = { accountId: '123456789012', region: 'us-east-1', host: '127.0.0.1', port: 3000, shutdownTimeoutMs: 30_000 } as const;

/** A log as whole lines, in the form of `textLog` or `jsonLog`. */
export interface LogLines {
  readonly format: 'text' | 'json';
  /** Whether text is coloured. */
  readonly hasColor: boolean;
  /** Writes one or more whole lines. */
  readonly write: (lines: string) => void;
}

/** How a gateway is served. */
export interface ServeOptions extends LoadOptions {
  /** TCP port of the first API, the others use the following ports; 0: a free port for each. Default 3000. */
  readonly port?: number;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** requestContext.accountId; default 123456789012. */
  readonly accountId?: string;
  /** AWS_REGION of functions; default us-east-1. */
  readonly region?: string;
  /** Values of API keys by key name, for keys without a value in the definition. */
  readonly apiKeys?: Readonly<Record<string, string>>;
  /** Credentials with which callers may sign requests to methods with AWS_IAM; default: none, so all are refused. */
  readonly credentials?: readonly CallerCredential[];
  /** Local values of unresolved tokens, by token name. */
  readonly tokenValues?: Readonly<Record<string, string>>;
  /** Receives every log entry; default: nothing is logged. */
  readonly log?: Log;
  /**
   * Processes that serve the requests on the same ports, 1 to 64; default 1: this one. With more, this process is their
   * primary: it keeps all limits, state and events, and replaces processes that end. Not with `now`, `monotonicNow` and
   * `invokeMiddleware`.
   * @throws OPTION_INVALID, WORKER_START_FAILED
   */
  readonly processes?: number;
  /** How several processes write their log; default: each sends its entries to `log`, which costs more. */
  readonly logLines?: LogLines;
  /** Receives the lines of the stages' access logs; default: none are written. */
  readonly accessLog?: WriteAccessLog;
  /** Whether the gateway reloads when the assembly or the state directory changes; default true. */
  readonly watch?: boolean;
  /**
   * Whether the gateway's own answers explain themselves in `x-synthgate-explain` to clients that send a header of that
   * name. It reveals the definition, so it is not for production; default false.
   */
  readonly explain?: boolean;
  /** How long requests in flight may take when closing, in ms; default 30,000. */
  readonly shutdownTimeoutMs?: number;
  /** Wall clock, ms since 1970; default the system's. */
  readonly now?: () => number;
  /** Clock of throttling, in ms; default `now` if given, or else the system's monotonic clock. */
  readonly monotonicNow?: () => number;
  /** Rate per second and burst of all APIs together; default 10,000 and 5,000 as for an AWS account, `Infinity` for no limit. */
  readonly accountLimit?: AccountLimit;
  /**
   * What functions may do besides reading their own code and writing to their TMPDIR, by name of the function, `*` for all;
   * default: nothing.
   */
  readonly functionPermissions?: FunctionPermissions;
  /**
   * Where functions run: `process`, or `thread` for tests only. Threads of the gateway's own process start sooner and are
   * less isolated, which is logged once (ISOLATION_THREAD); default `process`.
   */
  readonly isolation?: Isolation;
  /** Whether a started process per memory size waits to become the next instance, 40 MB each; default false. */
  readonly prewarm?: boolean;
  /** Limits on the time clients may take and the resources they may hold. @throws OPTION_INVALID */
  readonly serverLimits?: Partial<ServerLimits>;
  /**
   * Addresses and ranges of the proxies in front (`10.0.0.0/8`): their X-Forwarded-For, -Proto and -Port are trusted.
   * Default: none; sourceIp is then the connection's peer, whatever the headers say. @throws OPTION_INVALID
   */
  readonly trustedProxies?: readonly string[];
  /** TCP port of the management API on 127.0.0.1, 0: a free one; default: no management API. */
  readonly managementPort?: number;
  /** An instance of a function without a call for this long is stopped, in ms; default 300,000. */
  readonly instanceIdleTimeoutMs?: number;
  /** Waiting times before the retries of asynchronous invocations, in ms; default 1,000 and 2,000. */
  readonly retryDelaysMs?: readonly number[];
  /** Sits between the gateway and its functions: sees all calls and may answer them. For tests. */
  readonly invokeMiddleware?: InvokeMiddleware;
}

/** A running gateway. */
export interface Serving {
  /** This process, or its workers. */
  readonly processes: ServingProcesses;
  readonly apis: readonly ServedApi[];
  /** Undefined if none was requested. */
  readonly management: ServedManagement | undefined;
  /** Calls a method of an API's definition as it is now, deployed or not. @throws API_UNKNOWN, METHOD_UNDEFINED */
  readonly testInvoke: (api: string, request: TestInvokeRequest) => Promise<TestInvokeResult>;
  /** Reloads the source; throws and changes nothing if it cannot be read. */
  readonly reload: () => Promise<void>;
  /** Resolves when no asynchronous event is being tried or waits for its next attempt. */
  readonly waitForIdle: () => Promise<void>;
  /**
   * Discards what requests have left behind: throttling and quotas are reset; the caches of responses, authorizers and keys
   * are emptied. Functions stay warm. For tests.
   */
  readonly reset: () => Promise<void>;
  /** Accepts no new requests, lets those in flight finish and stops functions; nothing stays open. */
  readonly close: () => Promise<void>;
}
