/*
 * The JSON of the dashboard's API (`/api/` of the management port), as types: what the gateway answers, and what the page
 * and other clients read. docs/reference/dashboard-api.md describes the operations. Times are ms since 1970 of the
 * gateway's clock, durations are ms.
 */

/** A header, as it was sent; names may repeat. */
export interface HeaderLine {
  readonly name: string;
  readonly value: string;
}

/** `GET /api/state`. */
export interface DashboardState {
  /** Of synthgate. */
  readonly version: string;
  /** Of the system's clock. */
  readonly startedAt: number;
  readonly mode: 'dev' | 'serve';
  readonly build: BuildState;
  readonly clock: ClockState;
  readonly apis: readonly ApiState[];
}

/** What `dev` has built last; with `serve` always `ok`. */
export interface BuildState {
  readonly status: 'ok' | 'building' | 'failed';
  /** What failed: one line for each problem. */
  readonly message?: string;
  /** The source around the first problem. */
  readonly frame?: string;
  /** Lines such as `+ GET /pets/{petId} → proxy Pets`, of the last build that changed the definition. */
  readonly changes: readonly string[];
  /** Of the system's clock. */
  readonly at: number;
}

/** The gateway's clock. */
export interface ClockState {
  /** How far it is ahead of the system's. */
  readonly offsetMs: number;
  readonly now: number;
}

export interface ApiState {
  readonly name: string;
  readonly apiId: string;
  /** `http://127.0.0.1:3000`; requests go to `{url}/{stage}/{path}`. */
  readonly url: string;
  readonly stages: readonly StageState[];
  readonly keys: readonly KeyState[];
  /** Names of the functions, sorted. */
  readonly functions: readonly string[];
}

export interface StageState {
  readonly name: string;
  readonly fingerprint: string;
  /** `assembly`: as synthesized; `state`: as deployed. */
  readonly source: 'assembly' | 'state';
  readonly variables: Readonly<Record<string, string>>;
  /** Ordered by path and method. */
  readonly routes: readonly RouteState[];
}

export interface RouteState {
  readonly method: string;
  /** `/pets/{petId}` */
  readonly path: string;
  /** The kind: `proxy`, `mapped`, `mock`, `http`, `http-proxy`, `service`; `cors` for preflights that the gateway answers. */
  readonly integration: string;
  /** `proxy Pets` */
  readonly integrationLabel: string;
  /** Name and kind of the authorizer; `AWS_IAM` has no name. */
  readonly authorizer?: { readonly name?: string; readonly type: string };
  readonly apiKeyRequired: boolean;
  /** What its validator checks: `body`, `parameters`, `body and parameters`. */
  readonly validator?: string;
  /** The stage's limit of the method. */
  readonly throttle?: ThrottleState;
  /** The function that it calls. */
  readonly function?: string;
  /** Whether the last build that changed the definition has added or changed it. */
  readonly isNew: boolean;
  /** Why its requests cannot be served here. */
  readonly unavailable?: string;
  readonly parameters: readonly ParameterState[];
  /** JSON text that fits the model of the request's body. */
  readonly bodyExample?: string;
  /** JSON schemas of the request's body, by media type. */
  readonly models: Readonly<Record<string, unknown>>;
}

export interface ParameterState {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
}

export interface ThrottleState {
  readonly rateLimit: number;
  readonly burstLimit: number;
}

export interface KeyState {
  /** As in the definition: the id of the key. */
  readonly name: string;
  /** Masked to its last characters, unless secrets are asked for; missing if the key has none here. */
  readonly value?: string;
  readonly enabled: boolean;
  /** Names of its usage plans. */
  readonly plans: readonly string[];
}

/** One request in short, as in `GET /api/requests` and in the event `request`. */
export interface RequestSummary {
  /** Its request id: `x-amzn-requestid` of the response. */
  readonly id: string;
  readonly at: number;
  readonly api: string;
  readonly stage: string;
  readonly method: string;
  /** Without the stage, as sent: `/pets/7`. */
  readonly path: string;
  /** Without `?`; empty if there is none. */
  readonly query: string;
  readonly status: number;
  readonly ms: number;
  /** `/pets/{petId}`, if there is a route. */
  readonly route?: string;
  /** The error of the catalog, if the gateway answered itself. */
  readonly code?: string;
  /** The sentence of `RequestRecord.why`. */
  readonly why?: string;
  readonly function?: string;
  /** Name of the step that ended it. */
  readonly stoppedAt?: string;
  /** Whether a browser would keep the answer from its page. */
  readonly isBlockedByCors?: boolean;
  /** Id of the request that it repeats. */
  readonly replayOf?: string;
}

/** `GET /api/requests?limit=100&before={id}&filter=text`, newest first. */
export interface RequestList {
  readonly items: readonly RequestSummary[];
  /** Pass it as `before` for the older ones; missing with the last. */
  readonly next?: string;
  /** How many are kept, and how many older ones were dropped since the start or the last clear. */
  readonly kept: number;
  readonly dropped: number;
}

/** `GET /api/requests/{id}`; secrets are masked unless `?secrets=1`. */
export interface RequestRecord extends Omit<RequestSummary, 'why'> {
  readonly deployment: { readonly id: string; readonly fingerprint: string; readonly isCanary?: boolean } | null;
  readonly request: MessageRecord & { readonly url: string; readonly protocol: string; readonly sourceIp: string };
  readonly response: MessageRecord & { readonly isStreamed: boolean };
  /** In the order in which they run; those that the method does not need are missing. */
  readonly steps: readonly StepRecord[];
  readonly why?: Why;
  /** JSON text of the function's event, and what is sent to other integrations. */
  readonly event?: RecordedText;
  /** What the function or the backend answered. */
  readonly result?: RecordedText;
  readonly templates: readonly TemplateRecord[];
  /** What the functions wrote during this request. */
  readonly console: readonly ConsoleLine[];
  /** Lines of the execution log, as CloudWatch has them. */
  readonly executionLog: readonly string[];
  /** The instance of the function that answered. */
  readonly instance?: { readonly id: string; readonly cold: boolean };
  readonly cors?: CorsDiagnosis;
}

export interface MessageRecord {
  readonly headers: readonly HeaderLine[];
  /** Text, or base64 if it is not UTF-8. */
  readonly body: string;
  readonly isBase64: boolean;
  readonly bodyBytes: number;
  /** Whether `body` is only the beginning: the first 256 kB are kept. */
  readonly bodyTruncated: boolean;
}

export interface RecordedText {
  readonly text: string;
  readonly truncated: boolean;
}

export type StepName =
  | 'route' | 'policy' | 'authorizer' | 'key' | 'throttle' | 'quota' | 'decompression' | 'validation' | 'cache'
  | 'request template' | 'function' | 'integration' | 'response template' | 'preflight' | 'response';

export interface StepRecord {
  readonly name: StepName;
  /** `stopped`: it ended the request, with an error or with the answer. */
  readonly status: 'passed' | 'stopped' | 'skipped';
  /** 0 if it was skipped. */
  readonly ms: number;
  /** `key Student`, `5 of 5 a day of plan Free`, `hit`, `GET /pets/{petId}`. */
  readonly detail?: string;
}

/** Why the gateway gave this answer itself. */
export interface Why {
  readonly code: string;
  /** The cause. */
  readonly sentence: string;
  /** What to do. */
  readonly fix?: string;
  /** The route that was probably meant: `GET /pets`. */
  readonly nearest?: string;
  /** What the sentence is made of. */
  readonly details: Readonly<Record<string, string | number | boolean>>;
}

export interface TemplateRecord {
  readonly place: 'request' | 'response';
  /** `application/json` */
  readonly mediaType: string;
  readonly template: string;
  /** What `$input.body` was. */
  readonly input: string;
  readonly output: string;
  /** Everything else that renders it again: pass it to `POST /api/template`. */
  readonly context: TemplateContext;
}

export interface ConsoleLine {
  readonly at: number;
  readonly level: 'stdout' | 'stderr';
  readonly functionName: string;
  readonly text: string;
}

/** Why a browser would keep an answer from its page, or not send the request at all. */
export interface CorsDiagnosis {
  readonly origin: string;
  /** Whether the browser is satisfied. */
  readonly ok: boolean;
  /** One sentence each, the first is the one that the browser would report. */
  readonly problems: readonly string[];
  readonly fix?: string;
}

/** `POST /api/requests`: plays a request through the gateway's own port; answers its `RequestRecord`. */
export interface PlayRequest {
  readonly api: string;
  readonly stage: string;
  readonly method: string;
  /** With its query: `/pets/7?color=red`. */
  readonly path: string;
  readonly headers?: readonly HeaderLine[];
  readonly body?: string;
  readonly isBase64?: boolean;
  /** Name of a key of the definition, whose value is sent as x-api-key. */
  readonly key?: string;
}

/** `POST /api/requests/{id}/replay`. */
export interface ReplayRequest {
  readonly overrides?: Partial<PlayRequest>;
}

export interface ReplayResult {
  readonly record: RequestRecord;
  /** Empty if the answer is the same, apart from what differs each time: request ids, traces, dates. */
  readonly differences: readonly Difference[];
}

export interface Difference {
  /** `status`, `header content-type`, `body`, `body /pets/0/name`. */
  readonly what: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** `GET /api/requests/{id}/as?format=…` answers text. */
export type CopyFormat = 'curl' | 'fetch' | 'http' | 'test';

/** `POST /api/clock`; answers a `ClockState`. `reset` also resets limits and caches, which are ahead otherwise. */
export type ClockRequest = { readonly advanceMs: number } | { readonly reset: true };

/** `GET /api/limits`. */
export interface LimitsState {
  readonly keys: readonly KeyUsage[];
  /** Buckets that were used, of keys, methods and the account. */
  readonly buckets: readonly BucketState[];
  readonly caches: readonly CacheState[];
}

export interface KeyUsage {
  readonly api: string;
  readonly key: string;
  readonly plan: string;
  readonly throttle?: ThrottleState;
  readonly quota?: { readonly limit: number; readonly used: number; readonly period: string; readonly nextAt: number };
}

export interface BucketState extends ThrottleState {
  readonly name: string;
  /** Requests that may pass now. */
  readonly tokens: number;
}

export interface CacheState {
  readonly api: string;
  readonly stage: string;
  readonly entries: number;
  readonly bytes: number;
}

/** `POST /api/limits/reset`: the quota and buckets of a key, the responses cached by a stage, or everything. Answers `LimitsState`. */
export interface ResetRequest {
  readonly key?: string;
  readonly cache?: { readonly api: string; readonly stage: string };
}

/** What a template reads besides the body. */
export interface TemplateContext {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly stageVariables?: Readonly<Record<string, string>>;
  /** Members of `$context` by dotted names. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly method?: string;
  readonly resource?: string;
}

/** `POST /api/template`. */
export interface TemplateRequest extends TemplateContext {
  readonly template: string;
  readonly body?: string;
}

/** What it answers: `error` if the template cannot be rendered. */
export type TemplateResult =
  | { readonly output: string; readonly overrides: Readonly<Record<string, unknown>> }
  | { readonly error: string };

/** `GET /api/events`: server-sent events; `event` is the type, `data` the JSON of the rest. */
export type DashboardEvent =
  /** A request was answered; sent again if it turns out to be a replay. */
  | { readonly type: 'request'; readonly data: RequestSummary }
  | { readonly type: 'build'; readonly data: BuildState }
  /** Something else is served: read `/api/state` again. */
  | { readonly type: 'reload'; readonly data: { readonly at: number } }
  | { readonly type: 'cleared'; readonly data: { readonly at: number } }
  | { readonly type: 'clock'; readonly data: ClockState };

/** What every operation answers with a status of 400 and above. */
export interface DashboardError {
  readonly message: string;
  /** Of the catalog. */
  readonly code?: string;
  /** What to do. */
  readonly help?: string;
}
