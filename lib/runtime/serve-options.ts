import type { WriteAccessLog } from './access-log/access-log';
import type { CallerCredential } from './authorizers';
import type { FunctionPermissions, Isolation } from './functions';
import type { LoadOptions } from './loaded';
import type { InvokeMiddleware, Log } from './ports';
import type { FrontOptions } from './server/limits';
import type { TestInvokeRequest, TestInvokeResult } from './test-invoke';
import type { Route } from '../spec';

/** The limit of an account: a token bucket for all requests. */
export interface AccountLimit {
  readonly rateLimit: number;
  readonly burstLimit: number;
}

/** What holds where nothing else is asked for. */
export const SERVE_DEFAULTS = { accountId: '123456789012', region: 'us-east-1', host: '127.0.0.1', port: 3000, shutdownTimeoutMs: 30_000 } as const;

/** A log as whole lines, in the form of `textLog` or `jsonLog`. */
export interface LogLines {
  readonly format: 'text' | 'json';
  /** Whether text is coloured. */
  readonly hasColor: boolean;
  /** Takes one or more whole lines. */
  readonly write: (lines: string) => void;
}

/** How a gateway is served. */
export interface ServeOptions extends LoadOptions {
  /** TCP port of the first API, further APIs take the ones after it; 0: a free one each. Default 3000. */
  readonly port?: number;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** requestContext.accountId; default 123456789012. */
  readonly accountId?: string;
  /** AWS_REGION of functions; default us-east-1. */
  readonly region?: string;
  /** Values of API keys by key name, for keys without a value in the definition. */
  readonly apiKeys?: Readonly<Record<string, string>>;
  /** Credentials with which callers may sign requests to methods with AWS_IAM; default: none, all are refused. */
  readonly credentials?: readonly CallerCredential[];
  /** Local values of unresolved tokens, by token name. */
  readonly tokenValues?: Readonly<Record<string, string>>;
  /** Receives every log entry; default: nothing is logged. */
  readonly log?: Log;
  /**
   * Processes that serve the requests on the same ports, 1 to 64; default 1: this one. With more this process is their primary:
   * it keeps all limits, state and events, and replaces those that end. Not with `now`, `monotonicNow` and `invokeMiddleware`.
   * @throws OPTION_INVALID, WORKER_START_FAILED
   */
  readonly processes?: number;
  /** How several processes write their log; default: each hands its entries to `log`, which costs more. */
  readonly logLines?: LogLines;
  /** Receives the lines of the stages' access logs; default: none are made. */
  readonly accessLog?: WriteAccessLog;
  /** Whether the gateway reloads when the assembly or the state directory changes; default true. */
  readonly watch?: boolean;
  /**
   * Whether answers made by the gateway itself say why in `x-synthgate-explain`, to clients that send a header of that
   * name. It tells what is defined, so it is not for production; default false.
   */
  readonly explain?: boolean;
  /** How long requests in flight may take when closing, in ms; default 30,000. */
  readonly shutdownTimeoutMs?: number;
  /** Wall clock, ms since 1970; default the system's. */
  readonly now?: () => number;
  /** Clock of throttling, in ms; default `now` where that is given, else a clock of the system that is never set. */
  readonly monotonicNow?: () => number;
  /** Requests a second and at once of all APIs together; default 10,000 and 5,000 as for an AWS account, `Infinity` for no limit. */
  readonly accountLimit?: AccountLimit;
  /**
   * What functions may do besides reading their own code and writing to their TMPDIR, by name of the function, `*` for all;
   * default: nothing.
   */
  readonly functionPermissions?: FunctionPermissions;
  /**
   * Where functions run: `process`, or `thread` for tests only: threads of the gateway's own process start sooner and contain
   * less, which the log says once (ISOLATION_THREAD); default `process`.
   */
  readonly isolation?: Isolation;
  /** Whether a started process per memory size waits to become the next instance, 40 MB each; default false. */
  readonly prewarm?: boolean;
  /** How long clients may take and how much of the gateway they may hold. @throws OPTION_INVALID */
  readonly front?: Partial<FrontOptions>;
  /**
   * Addresses and ranges of the proxies in front (`10.0.0.0/8`): what they say in X-Forwarded-For, -Proto and -Port is
   * taken for true. Default: none; then sourceIp is the connection's peer, whatever headers say. @throws OPTION_INVALID
   */
  readonly trustedProxies?: readonly string[];
  /** TCP port of the management API on 127.0.0.1, 0: a free one; default: there is none. */
  readonly managementPort?: number;
  /** An instance of a function without a call for this long is stopped, in ms; default 300,000. */
  readonly instanceIdleTimeoutMs?: number;
  /** Waiting times before the retries of asynchronous invocations, in ms; default 1,000 and 2,000. */
  readonly retryDelaysMs?: readonly number[];
  /** Stands between the gateway and its functions: may answer calls in their place, and sees all of them. For tests. */
  readonly invokeMiddleware?: InvokeMiddleware;
}

/** One API that is being served. */
export interface ServedApi {
  readonly name: string;
  readonly apiId: string;
  /** `http://127.0.0.1:3000`; requests go to `{url}/{stage}/{path}`. */
  readonly url: string;
  /** Names of the functions of the definition and of what is deployed, sorted. */
  readonly functions: readonly string[];
  readonly stages: readonly { readonly name: string; readonly fingerprint: string; readonly source: 'assembly' | 'state'; readonly routes: readonly Route[] }[];
}

/** The management port of a running gateway. */
export interface ServedManagement {
  /** `http://127.0.0.1:4000`. */
  readonly url: string;
  /** The file with the bearer token that it asks for; its owner alone may read it. */
  readonly tokenFile: string;
}

/** The processes of a running gateway that serve requests. */
export interface ServingProcesses {
  readonly wanted: number;
  /** Process ids of those that serve now. */
  readonly serving: readonly number[];
}

/** A running gateway. */
export interface Serving {
  /** The one that calls, or its workers. */
  readonly processes: ServingProcesses;
  readonly apis: readonly ServedApi[];
  /** Undefined where none was asked for. */
  readonly management: ServedManagement | undefined;
  /** Calls a method of an API's definition as it is now, deployed or not. @throws API_UNKNOWN, METHOD_UNDEFINED */
  readonly testInvoke: (api: string, request: TestInvokeRequest) => Promise<TestInvokeResult>;
  /** Reloads the source; a source that cannot be read leaves everything as it was and throws. */
  readonly reload: () => Promise<void>;
  /** Resolves when no event of an asynchronous invocation is tried or waits for its next attempt. */
  readonly waitForIdle: () => Promise<void>;
  /**
   * Discards what requests have used and left behind: throttling and quotas are as at the start, caches of responses,
   * authorizers and keys are empty. Functions stay warm. For tests.
   */
  readonly reset: () => Promise<void>;
  /** Takes no new requests, lets those in flight finish, stops functions; nothing stays open. */
  readonly close: () => Promise<void>;
}
