import type { AccessLogEntry, ConnectedClient, ConnectionState, ConnectOptions, LogEntry, ServedApi, ServeOptions, TestOptionNames } from '../../runtime';
import type { Moment, TestClock } from './clock';
import type { FunctionStub } from './function-stub';
import type { RecordedInvocation } from './invocations';
import type { ProxyEvent } from './proxy-event';
import type { TestTokenOptions } from './token';

/** Options of a test gateway. */
export interface TestGatewayOptions extends Pick<ServeOptions, TestOptionNames> {
  /** The stage that relative paths lead to. @default - the API's deployment stage, or its only one */
  readonly stage?: string;
  /**
   * Stubs by function name; functions of a CDK app or a template also go by construct path, its end, or logical id. Other functions run
   * for real. @default - none
   */
  readonly functions?: Readonly<Record<string, FunctionStub>>;
  /** `manual`: time moves only when the test moves it. `system`: real time, which the test cannot move. @default manual */
  readonly clock?: 'manual' | 'system';
  /** Where the manual clock starts. @default 2025-01-15T12:00:00Z, a Wednesday */
  readonly now?: Moment;
  /** Name of the API to call. @default - the first */
  readonly api?: string;
  /** Whether files outside the project that a source names are read, as with `--allow-outside`. @default false */
  readonly allowOutside?: boolean;
}

/** A gateway under the control of a test. */
export interface TestGateway {
  /** The API to call, with its stages and routes. */
  readonly api: ServedApi;
  /** All served APIs. */
  readonly apis: readonly ServedApi[];
  /** The stage that relative paths lead to, if there is one. */
  readonly stage: string | undefined;
  /** Names of all functions. */
  readonly functionNames: readonly string[];
  /** The clock of throttling, quotas, caches, tokens and events. Moving a system clock throws TEST_CLOCK_NOT_MANUAL. */
  readonly clock: TestClock;
  /** Everything that was logged since the start or the last reset: requests, output of functions, refusals. */
  readonly logs: readonly LogEntry[];
  /** The access log lines since then. */
  readonly accessLogs: readonly AccessLogEntry[];
  /** Base URL of the API, or of one of its stages. */
  readonly url: (stage?: string) => string;
  /** Calls the API: `/prod/pets/7` begins with the stage, `pets/7` is relative to the selected one. Redirects are not followed. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /**
   * Connects to a WebSocket API: `/prod` begins with the stage, '' leads to the selected one.
   * @example
   * const client = await gateway.connect('/prod', { headers: { Authorization } });
   * client.send({ action: 'join', room: 'tests' });
   * expect(await client.next()).toBe('joined tests');
   * @throws TEST_CONNECTION_REFUSED
   */
  readonly connect: (path?: string, options?: ConnectOptions) => Promise<ConnectedClient>;
  /**
   * Connects with a handshake that is signed by one of the `credentials`, as APIs whose `$connect` has AWS_IAM expect.
   * @param accessKeyId - of the credential; without it, the first one signs
   * @throws TEST_CONNECTION_REFUSED, OPTION_INVALID
   */
  readonly signedConnect: (path?: string, options?: ConnectOptions, accessKeyId?: string) => Promise<ConnectedClient>;
  /** The open connections of the API, oldest first. */
  readonly connections: () => readonly ConnectionState[];
  /**
   * A token that the authorizers of the gateway accept, signed by a local issuer, without a network.
   * @example
   * const Authorization = await gateway.token({ claims: { sub: 'alice' }, groups: ['admin'] });
   * expect((await gateway.fetch('/prod/pets', { headers: { Authorization } })).status).toBe(200);
   * @throws USER_POOL_UNKNOWN, USER_POOL_NOT_CHOSEN
   */
  readonly token: (options?: TestTokenOptions) => Promise<string>;
  /**
   * Calls the API with a request that is signed by one of the `credentials` (AWS Signature Version 4), as methods with AWS_IAM expect.
   * @param accessKeyId - of the credential; without it, the first one signs
   * @throws OPTION_INVALID
   */
  readonly signedFetch: (path: string, init?: RequestInit, accessKeyId?: string) => Promise<Response>;
  /** The value of an API key, by its name in the definition. @throws OPTION_INVALID */
  readonly apiKey: (name: string) => string;
  /** The calls of one function or of all since the start or the last reset, in order of their start. */
  readonly invocations: <Event = ProxyEvent>(functionName?: string) => readonly RecordedInvocation<Event>[];
  /** Replaces a function with another stub until the next reset. */
  readonly stub: (functionName: string, stub: FunctionStub) => void;
  /** Resolves when all asynchronous invocations have ended, retries included. */
  readonly waitForIdle: () => Promise<void>;
  /** Restores the initial state of clock, limits, caches, invocations, logs and stubs. Connections end with 1001; functions stay warm. */
  readonly reset: () => Promise<void>;
  /** Stops functions and sockets and removes temporary files; nothing stays open. */
  readonly close: () => Promise<void>;
}
