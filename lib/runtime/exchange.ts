import type { GatewayError } from '../errors';
import type { CorsSpec, HttpMethodSpec, MethodSpec, VendorSpec } from '../spec';
import type { AccessLog } from './access-log/access-log';
import type { MethodLogging } from './execution-log/method-log';
import type { EndpointRecord, Recorder } from './execution-log/recorder';
import type { Trace } from './front/trace';
import type { GatewayResponses } from './gateway-responses/compile';
import type { HeaderList } from './headers';
import type { PlainMethod } from './plain/plain-method';
import type { RunInSandbox } from './sandbox/jobs';
import type { FunctionVersion } from './ports';
import type { MethodCache } from './steps/cache';
import type { Recording } from './steps/record';
import type { ReplyStream } from './streaming/reply-stream';
import type { NamedLimit } from './throttling/buckets';
import type { KeyLimits } from './throttling/limits';
import type { RequestValidation } from './validation/compile';

/*
 * The types of a request's steps. Each holds everything before it, so a step that is skipped or swapped does not compile:
 * Received → Routed → Authorized → Identified → Admitted → Validated → Outgoing → Answered → Reply
 */

/** A request as the server read it: complete, within the limits of bytes, not yet understood. */
export interface Received {
  readonly method: string;
  /** Path and query as sent, never decoded, starting with `/`. */
  readonly target: string;
  /** The client's header lines, hop-by-hop ones included. */
  readonly headers: HeaderList;
  readonly body: Buffer;
  /** The client's address: the peer's, or what trusted proxies say of theirs. In canonical form. */
  readonly sourceIp: string;
  /** The peer's address: a trusted proxy's, where it is not the client's. */
  readonly peerIp?: string;
  /** Port and scheme that the client used. */
  readonly port: number;
  readonly scheme: 'http' | 'https';
  /** `HTTP/1.1`. */
  readonly protocol: string;
  /** Wall clock at the first byte, ms since 1970. */
  readonly receivedAt: number;
}

/** What the gateway gives every request before it looks at it. */
export interface RequestIds {
  /** UUID; `x-<service>-RequestId`, requestContext.requestId. */
  readonly requestId: string;
  /** Ends with `=`; `x-<platform>-apigw-id`, requestContext.extendedRequestId. */
  readonly extendedRequestId: string;
  /** Id of the content-delivery front; ends with `==`. */
  readonly frontId: string;
  /** First label of that front's host name in Via: 32 hexadecimal digits. */
  readonly frontHost: string;
  readonly trace: Trace;
}

/** The path and query of a request, by API Gateway's rules for raw paths. */
export interface RequestPath {
  /** First segment, as sent. */
  readonly stageName: string;
  /** Path without the stage: event.path. Slashes right after the stage are one. */
  readonly path: string;
  /** Path with the stage, as sent: requestContext.path. */
  readonly fullPath: string;
  /** Query as sent, without `?`; empty when there is none. */
  readonly query: string;
}

/** What the answer to a request needs before anything else is known of it. */
export interface ResponseFront {
  readonly vendor: VendorSpec;
  readonly endpointType: string;
}

/** What is known of a request so far. The answer to an error and the log read it, whatever step was the last. */
export interface Scene {
  readonly received: Received;
  readonly ids: RequestIds;
  readonly path: RequestPath;
  readonly front: ResponseFront;
  /** `proxy Pets`, `cors preflight`; `gateway` while it is not known. */
  readonly target: string;
  /** Whether answers may say why, to clients that ask. */
  readonly explains: boolean;
  readonly stage?: ServedStage;
  readonly routed?: Routed;
  /** What the logs of the stage are written from. */
  readonly recording?: Recording;
}

/** A stage of an API that is being served: everything that depends on the definition only. */
export interface ServedStage {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly apiId: string;
  readonly accountId: string;
  readonly region: string;
  readonly endpointType: string;
  readonly vendor: VendorSpec;
  readonly binaryMediaTypes: readonly string[];
  /** Bytes from which on responses are compressed; without it neither responses nor requests are touched. */
  readonly minimumCompressionSize?: number | undefined;
  /** Whether this is the canary of a stage that has one; undefined on stages without. */
  readonly isCanary?: boolean | undefined;
  readonly accessLog?: AccessLog | undefined;
  readonly fingerprint: string;
  readonly deploymentId: string;
  /** The gateway responses that the API customises. */
  readonly gatewayResponses: GatewayResponses;
  /** Host of requests that name none: test invocations. */
  readonly domainName?: string;
  /** The function that a name stands for in this deployment; undefined where there is none. */
  readonly functionVersion: (name: string) => FunctionVersion | undefined;
  /** The construct of a function of this deployment that exists elsewhere; undefined for others. */
  readonly externalFunction?: (name: string) => string | undefined;
}

/** A method of a served stage with all its work that depends on the definition done. */
export interface MethodPlan {
  readonly resourceId: string;
  readonly resourcePath: string;
  /** As declared: `ANY` serves all methods. */
  readonly httpMethod: HttpMethodSpec;
  readonly spec: MethodSpec;
  readonly integration: CompiledIntegration;
  /** Finds out who calls, or refuses. */
  readonly authorize: (request: Routed) => Principal | Promise<Principal>;
  /** Checks parameters and body where a request validator asks for it. */
  readonly validation: RequestValidation | undefined;
  /** Does long work off the main thread; without it everything is done at once. */
  readonly run?: RunInSandbox | undefined;
  /** The stage's limit of this method; none where there is only the account's. */
  readonly throttle: NamedLimit | undefined;
  /** How responses are cached, where they are. */
  readonly cache?: MethodCache | undefined;
  /** What the execution log tells, where there is one. */
  readonly logging?: MethodLogging | undefined;
  /** CORS of the resource, where it protects this method. */
  readonly cors: CorsSpec | undefined;
  /** Set where plain requests need no other steps. */
  readonly plain?: PlainMethod | undefined;
  /** Whether the gateway itself maps the responses: only then can CORS add to them (base specification, Endpoints, rules 2, 5). */
  readonly mapsResponses: boolean;
}

export interface Routed extends RequestPath {
  readonly received: Received;
  readonly ids: RequestIds;
  readonly stage: ServedStage;
  readonly plan: MethodPlan;
  /** Values as sent, never decoded; null prototype. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Header lines that the rest of the gateway sees: without the dropped ones, with those of the front. */
  readonly headers: HeaderList;
  /** Decoded query, all values in order; null prototype. */
  readonly queryParameters: Readonly<Record<string, readonly string[]>>;
  /** Writes the request's execution log; only requests that have one. */
  readonly recorder?: Recorder;
}

/** Who calls, as far as the authorization of the method found out. */
export type Principal =
  | { readonly type: 'anonymous' }
  /** An authorizer function let the caller in. */
  | {
    readonly type: 'function';
    readonly principalId: string;
    /** What the function passes on, as texts. */
    readonly context: Readonly<Record<string, string>>;
    /** Milliseconds that the function took; 0 where its answer was remembered. */
    readonly integrationLatency: number;
    /** The API key that the function names for the caller. */
    readonly usageIdentifierKey?: string;
    readonly mayInvalidateCache?: boolean;
  }
  /** A signed token says who calls; its claims as texts. */
  | { readonly type: 'claims'; readonly claims: Readonly<Record<string, string>> }
  /** The request is signed with a credential. */
  | {
    readonly type: 'iam';
    readonly accessKey: string;
    readonly accountId: string;
    readonly caller: string;
    readonly user: string;
    readonly userArn: string;
    /** Whether a policy allows the caller to drop cached responses; looked up for methods with a cache only. */
    readonly mayInvalidateCache?: boolean;
  };

export interface Authorized extends Routed {
  readonly principal: Principal;
}

/** An API key that opens a stage, and what its usage plan allows it there. */
export interface AcceptedKey {
  readonly id: string;
  readonly value: string;
  readonly limits: KeyLimits;
}

export interface Identified extends Authorized {
  /** The API key that was accepted, where the method requires one. */
  readonly apiKey?: AcceptedKey;
}

export interface Admitted extends Identified {
  /** Proof that throttling let the request pass. */
  readonly admitted: true;
}

export interface Validated extends Admitted {
  /** Proof that parameters and body were checked. */
  readonly validated: true;
}

export interface Outgoing extends Validated {
  /** What the integration is asked; its own kind knows the type. */
  readonly request: unknown;
}

export interface Answered extends Outgoing {
  /** What the integration answered; its own kind knows the type. */
  readonly response: unknown;
}

/** The response, complete but for what the front and the server add. */
export interface Reply {
  readonly status: number;
  readonly headers: HeaderList;
  /** Empty where the body is a stream. */
  readonly body: Buffer;
  /** The body where it is sent while it comes. */
  readonly stream?: ReplyStream;
  /** Bytes of the stream that were sent; known when it is over. */
  readonly streamedBytes?: number;
  /** The error that the gateway answered itself, if it did. */
  readonly error?: GatewayError;
  /** Why the gateway answered so, or why a browser will refuse the answer; for the log, and for clients that ask. */
  readonly explain?: string;
}

/**
 * An integration of one method, compiled. The three members are the three steps of a call; what passes between them is
 * the kind's own. Errors are thrown as GatewayError with a code of the catalog.
 */
export interface CompiledIntegration<Request = unknown, Response = unknown> {
  /** Whether successful responses carry the trace header: function and mapped HTTP integrations (not mock, not http-proxy). */
  readonly tracesResponses: boolean;
  /** Whether a POST body must be JSON when it says so: the function kinds (base specification, Endpoints, rule 6). */
  readonly requiresJsonBody: boolean;
  /** For the log: `proxy Pets`. */
  readonly label: string;
  /** What the execution log says of the call; kinds that call nothing have none. */
  readonly endpoint?: EndpointRecord<Request, Response>;
  request(validated: Validated): Request | Promise<Request>;
  call(request: Request, validated: Validated): Promise<Response>;
  response(response: Response, request: Request, validated: Validated): Reply | Promise<Reply>;
}
