import type { AccessLogEntry, LogEntry, ServedApi, ServeOptions } from '../../runtime';
import type { Moment, TestClock } from './clock';
import type { FunctionStub } from './function-stub';
import type { RecordedInvocation } from './invocations';
import type { ProxyEvent } from './proxy-event';

type GivenOptions =
  'accountId' | 'accountLimit' | 'apiKeys' | 'credentials' | 'explain' | 'functionPermissions' | 'isolation' | 'region' | 'retryDelaysMs' |
  'stateDirectory' | 'tokenValues';

/** What a test decides about its gateway. */
export interface TestGatewayOptions extends Pick<ServeOptions, GivenOptions> {
  /** The stage that relative paths lead to. @default - the API's deployment stage, or its only one */
  readonly stage?: string;
  /** What answers in place of functions, by their names. The others run as they are. @default - none */
  readonly functions?: Readonly<Record<string, FunctionStub>>;
  /** `manual`: time moves only when the test moves it. `system`: real time, which the test cannot move. @default manual */
  readonly clock?: 'manual' | 'system';
  /** Where the manual clock begins. @default 2025-01-15T12:00:00Z, a Wednesday */
  readonly now?: Moment;
  /** Name of the API that is asked. @default - the first */
  readonly api?: string;
}

/** A gateway under the control of a test. */
export interface TestGateway {
  /** The API that is asked, with its stages and routes. */
  readonly api: ServedApi;
  /** All APIs that are served. */
  readonly apis: readonly ServedApi[];
  /** The stage that relative paths lead to, if there is one. */
  readonly stage: string | undefined;
  /** Names of the functions that may be called or replaced. */
  readonly functionNames: readonly string[];
  /** The clock of throttling, quotas, caches, tokens and events. Moving a system clock throws TEST_CLOCK_NOT_MANUAL. */
  readonly clock: TestClock;
  /** Everything that was logged since the start or the last reset: requests, output of functions, refusals. */
  readonly logs: readonly LogEntry[];
  /** The lines of the stages' access logs since then. */
  readonly accessLogs: readonly AccessLogEntry[];
  /** Base URL of the API, or of one of its stages. */
  readonly url: (stage?: string) => string;
  /** Asks the API: `/prod/pets/7` begins with the stage, `pets/7` is below the chosen one. Redirects are not followed. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** The calls of a function, or of all, since the start or the last reset, in the order in which they began. */
  readonly invocations: <Event = ProxyEvent>(functionName?: string) => readonly RecordedInvocation<Event>[];
  /** Puts another stub in place of a function, until the next reset. */
  readonly stub: (functionName: string, stub: FunctionStub) => void;
  /** Resolves when all asynchronous invocations have ended, retries included. */
  readonly waitForIdle: () => Promise<void>;
  /** As at the start: the clock, what was used of limits, caches, invocations, logs and stubs. Functions stay warm. */
  readonly reset: () => Promise<void>;
  /** Stops functions and sockets and removes what was written; nothing stays open. */
  readonly close: () => Promise<void>;
}
