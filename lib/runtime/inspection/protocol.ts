import type * as z from 'zod';
import type { ANSWERS } from './answer-schemas';

export type { LocalTokenRequest } from '../plan/local-token-request';

/*
 * The JSON of the dashboard's API (`/api/` of the management port), as types: what the gateway answers, and what the page
 * and other clients read. Answers are declared in answer-schemas.ts, with the meaning of each member; /api/openapi.json describes the
 * operations.
 */

type Told<Value> = Value extends object ? { readonly [Name in keyof Value]: Told<Value[Name]> } : Value;
type Answer<Name extends keyof typeof ANSWERS> = Told<z.output<(typeof ANSWERS)[Name]>>;

export type HeaderLine = Answer<'HeaderLine'>;
export type ThrottleState = Answer<'ThrottleState'>;
export type ParameterState = Answer<'ParameterState'>;
export type RouteState = Answer<'RouteState'>;
export type StageState = Answer<'StageState'>;
export type KeyState = Answer<'KeyState'>;
export type ApiState = Answer<'ApiState'>;
export type BuildState = Answer<'BuildState'>;
export type ClockState = Answer<'ClockState'>;
export type DashboardState = Answer<'DashboardState'>;
export type RequestSummary = Answer<'RequestSummary'>;
/** `GET /api/requests?limit=100&before={id}&filter=text`, newest first. */
export type RequestList = Answer<'RequestList'>;
export type MessageRecord = Answer<'MessageRecord'>;
export type RecordedText = Answer<'RecordedText'>;
export type StepRecord = Answer<'StepRecord'>;
export type Why = Answer<'Why'>;
export type TemplateContext = Answer<'TemplateContext'>;
export type TemplateRecord = Answer<'TemplateRecord'>;
export type ConsoleLine = Answer<'ConsoleLine'>;
export type CorsDiagnosis = Answer<'CorsDiagnosis'>;
export type CallerRecord = Answer<'CallerRecord'>;
export type RequestRecord = Answer<'RequestRecord'>;
export type Difference = Answer<'Difference'>;
export type ReplayResult = Answer<'ReplayResult'>;
export type LimitsState = Answer<'LimitsState'>;
export type TemplateResult = Answer<'TemplateResult'>;
export type IssuedToken = Answer<'IssuedToken'>;
export type FrameRecord = Answer<'FrameRecord'>;
export type ConnectionSummary = Answer<'ConnectionSummary'>;
export type ConnectionRecord = Answer<'ConnectionRecord'>;
export type ConnectionList = Answer<'ConnectionList'>;
export type ConnectResult = Answer<'ConnectResult'>;
/** `GET /api/events`: server-sent events; `event` is the type, `data` the JSON of the rest. */
export type DashboardEvent = Answer<'DashboardEvent'>;
export type DashboardError = Answer<'DashboardError'>;
export type StepName = StepRecord['name'];
export type KeyUsage = LimitsState['keys'][number];
export type BucketState = LimitsState['buckets'][number];
export type CacheState = LimitsState['caches'][number];

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
  /** The caller, for whom a token or a signature is sent. */
  readonly identity?: PlayedIdentity;
}

/** `POST /api/connections`: connects to a WebSocket API; answers a `ConnectResult`. */
export type ConnectRequest = Omit<PlayRequest, 'method' | 'body' | 'isBase64'>;

/** `POST /api/connections/{id}/messages`: to the gateway, as the client of a connection of the dashboard, or to the client of any. */
export interface MessageRequest {
  readonly to: FrameRecord['from'];
  readonly text: string;
}

/** A token of the local issuer for an authorizer of user pools or JWTs, or a signature with a credential of the gateway. */
export type PlayedIdentity =
  | {
    /** Name of the authorizer. */
    readonly authorizer: string;
    /** `sub`, `email`, `custom:tier`. */
    readonly claims?: Readonly<Record<string, unknown>>;
    readonly groups?: readonly string[];
    /** Scopes of an access token; without any, an ID token is sent. */
    readonly scopes?: readonly string[];
  }
  /** Its access key. */
  | { readonly credential: string };

/** `POST /api/requests/{id}/replay`. */
export interface ReplayRequest {
  readonly overrides?: Partial<PlayRequest>;
}

/** `GET /api/requests/{id}/as?format=…` answers text. */
export type CopyFormat = 'curl' | 'fetch' | 'http' | 'test';

/** `POST /api/clock`; answers a `ClockState`. `reset` also resets limits and caches, which are ahead otherwise. */
export type ClockRequest = { readonly advanceMs: number } | { readonly reset: true };

/** `POST /api/limits/reset`: the quota and buckets of a key, the responses cached by a stage, or everything. Answers `LimitsState`. */
export interface ResetRequest {
  readonly key?: string;
  readonly cache?: { readonly api: string; readonly stage: string };
}

/** `POST /api/template`. */
export interface TemplateRequest extends TemplateContext {
  readonly template: string;
  readonly body?: string;
}
