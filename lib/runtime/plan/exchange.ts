import type { GatewayError } from '../../errors';
import type { ApiSpec, HttpCorsSpec, HttpMethodSpec, PayloadFormatVersion, Protocol, VendorSpec } from '../../spec';
import type { HeaderList } from '../http/headers';
import type { Received, RequestIds, RequestPath } from '../http/request';
import type { FunctionVersion } from '../ports';
import type { AccessLog } from './access-log';
import type { ConnectionEvent } from './connection';
import type { GatewayResponses } from './gateway-response';
import type { RequestMeter, StageMeter } from './meter';
import type { AcceptedKey, Principal } from './principal';
import type { Recorder } from './recorder';
import type { Step } from './step';
import type { RequestSpan } from './tracing';

/*
 * Compiled stages and methods, and what is known about a request on its way through the steps. Each step proves what it has
 * done to the ones after it: Routed → Recorded → Authorized → Identified → Admitted → Logged → Decompressed → Validated →
 * CacheChecked → Outgoing → Answered → Responded → Cached → Personal → Completed. Only the step itself can give its proof,
 * so a step that is skipped, swapped or forged does not compile.
 */

/** The settings that a response needs even if nothing else about its request is known. */
export interface ResponseContext {
  readonly protocol: Protocol;
  readonly vendor: VendorSpec;
  readonly endpointType: string;
}

/** A served stage of an API: everything that depends only on the definition. */
export interface ServedStage extends ResponseContext {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly apiId: string;
  readonly accountId: string;
  readonly region: string;
  readonly binaryMediaTypes: readonly string[];
  /** The route key that a message of a WebSocket API names; undefined in other APIs. */
  readonly routeKeyOf?: ((message: string) => string) | undefined;
  /** Cross-origin resource sharing of an HTTP API. */
  readonly cors?: HttpCorsSpec | undefined;
  /** Whether a POST to a function must be JSON if its type says so (`always`). */
  readonly jsonBodyValidation: ApiSpec['jsonBodyValidation'];
  /** Minimum size in bytes for compressing responses; undefined turns compression off in both directions. */
  readonly minimumCompressionSize?: number | undefined;
  /** Whether this is the canary; undefined on stages without a canary. */
  readonly isCanary?: boolean | undefined;
  readonly accessLog?: AccessLog | undefined;
  /** Counts its requests, if a port shows metrics. */
  readonly meter?: StageMeter | undefined;
  readonly fingerprint: string;
  readonly deploymentId: string;
  /** The API's customized gateway responses. */
  readonly gatewayResponses: GatewayResponses;
  /** A value that the stage's own settings need and do not have: no method is served without it. */
  readonly valueMissing?: GatewayError | undefined;
  /** Host of requests without a Host header: test invocations. */
  readonly domainName?: string;
  /** The function of this name in this deployment, or undefined. */
  readonly functionVersion: (name: string) => FunctionVersion | undefined;
  /** The name that people know a function by. @default - its name */
  readonly functionLabel?: (name: string) => string;
  /** Why a function that this deployment declares has no version; undefined for others. */
  readonly functionAbsence?: (name: string) => GatewayError | undefined;
}

/** The part of a stage that is in its events. */
export type EventStage = Pick<
  ServedStage, 'protocol' | 'name' | 'variables' | 'accountId' | 'apiId' | 'deploymentId' | 'domainName' | 'isCanary' | 'vendor' | 'endpointType' | 'binaryMediaTypes'
>;

/** Forms of the events of functions: those of REST and WebSocket APIs, and the payload format versions of HTTP APIs. */
export type EventFormat = 'rest' | 'websocket' | PayloadFormatVersion;

/** The data that the events of all calls of one method share, sent to the function's process as JSON. */
export interface EventRoute {
  readonly parameterNames: MethodPlan['parameterNames'];
  readonly format: EventFormat;
  readonly stage: EventStage;
  readonly plan: Pick<MethodPlan, 'resourceId' | 'resourcePath' | 'routeKey'>;
}

/**
 * A compiled method of a served stage. With thousands of them, requests at random find little of it in the processor's caches:
 * what methods can share, they share.
 */
export interface MethodPlan {
  readonly type: 'method';
  /** The number of this method among those of its stage. */
  readonly index: number;
  readonly resourceId: string;
  readonly resourcePath: string;
  /** The key of the route, as people know it: `GET /pets`, `$default`. */
  readonly routeKey: string;
  /** Names of the path parameters, in the order of the path. */
  readonly parameterNames: readonly string[];
  /** As declared: `ANY` serves all methods. */
  readonly httpMethod: HttpMethodSpec;
  /** For the log: `proxy Pets`. */
  readonly label: string;
  /** Whether a step determines the caller; until then a signature is visible. */
  readonly authorizes: boolean;
  /** Whether its responses are cached; only then it matters who may invalidate them. */
  readonly isCached: boolean;
  readonly eventStage: EventStage;
  /** Counts its requests, if a port shows metrics. */
  readonly meter?: RequestMeter | undefined;
  /** The steps of this method, in order; only those that it needs. Methods with the same steps have the same list. */
  readonly steps: readonly Step[];
}

/** Whether answers say why a request failed: `true`, to clients that send `x-synthgate-explain`. */
export type Explains = boolean | 'always';

/** The progress of a request so far. Error responses and logs read it, whichever step was the last. */
export interface RequestProgress extends RequestPath {
  readonly received: Received;
  readonly ids: RequestIds;
  readonly responseContext: ResponseContext;
  /** `proxy Pets`, `cors preflight`; `gateway` while it is unknown. */
  readonly target: string;
  readonly explains: Explains;
  readonly stage?: ServedStage | undefined;
  /** The request with its method, once there is one. */
  readonly routed: Routed | undefined;
  /** The event of a WebSocket connection that it stands for; undefined for requests. */
  readonly connection?: ConnectionEvent | undefined;
  /** Whether a function has been called for it: then errors carry the root of its trace. */
  readonly hasCalledFunction: boolean;
  /** The span of a request that is traced. */
  readonly span?: RequestSpan | undefined;
  /** The dashboard's trace of the request, if there is a dashboard; its type belongs to the inspection. */
  readonly trace?: object | undefined;
}

/** A request whose method is known. */
export interface RoutedRequest extends RequestPath {
  readonly received: Received;
  readonly ids: RequestIds;
  readonly stage: ServedStage;
  readonly plan: MethodPlan;
  /** Values as sent, never decoded; null prototype. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Header lines as the rest of the gateway sees them: without dropped ones, with those of the edge. */
  readonly headers: HeaderList;
  /** Decoded query, all values in order; null prototype. */
  readonly queryParameters: Readonly<Record<string, readonly string[]>>;
  /** The caller; anonymous until it is determined. */
  readonly principal: Principal;
  /** The accepted API key, if the method requires one. */
  readonly apiKey?: AcceptedKey | undefined;
  /** The event of a WebSocket connection that it stands for; undefined for requests. */
  readonly connection?: ConnectionEvent | undefined;
  /** Records the request for its logs, if it has any. */
  readonly recorder?: Recorder | undefined;
  /** The span of a request that is traced. */
  readonly span?: RequestSpan | undefined;
  /** The dashboard's trace of the request, if there is a dashboard. */
  readonly trace?: object | undefined;
}

declare const passed: unique symbol;

/** Proof that a step has let the request pass. No other code can write the member, because no other code can name it. */
interface Passed<Name extends string> {
  readonly [passed]: Readonly<Record<Name, true>>;
}

export type Routed = RoutedRequest;
export type Recorded = Routed & Passed<'record'>;
export type Authorized = Recorded & Passed<'authorize'>;
export type Identified = Authorized & Passed<'identify'>;
export type Admitted = Identified & Passed<'throttle'>;
export type Logged = Admitted & Passed<'logAdmission'>;
export type Decompressed = Logged & Passed<'decompress'>;
export type Validated = Decompressed & Passed<'validate'>;
export type CacheChecked = Validated & Passed<'fromCache'>;
/** The integration's request is made. */
export type Outgoing = CacheChecked & Passed<'integrationRequest'> & { readonly request: unknown };
/** The integration has answered. */
export type Answered = Outgoing & Passed<'integrate'> & { readonly response: unknown };
export type Responded = Answered & Passed<'integrationResponse'>;
export type Cached = Responded & Passed<'toCache'>;
/** Has the headers that belong to this request only. */
export type Personal = Cached & Passed<'gatewayHeaders'>;
/** All steps are done. */
export type Completed = Personal & Passed<'compress'>;
