/** One case of ../../cases/recorded.json or documented.json, in AWS's words. */
export interface RecordedCase {
  readonly id: string;
  readonly feature: string;
  /** `invoke` over the wire, or `test-invoke`. */
  readonly kind: string;
  readonly setup: Setup;
  /** Requests that are sent first, one after the other; their responses are not checked. */
  readonly before?: readonly RecordedRequest[];
  readonly request: RecordedRequest;
  readonly expect: Expectation;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyBase64?: string;
  /** Of a test invocation. */
  readonly resource?: string;
  readonly pathWithQueryString?: string;
}

/** Operator → what it expects; which operators there are is said where they are checked. */
export type Operators = Readonly<Record<string, unknown>>;

export interface Expectation {
  readonly status?: number;
  readonly body?: Operators;
  readonly headers?: Operators;
  readonly log?: Operators;
  readonly backend?: Operators;
  readonly backendStored?: StoredObject;
}

export interface StoredObject {
  readonly key: string;
  readonly bodyBase64?: string;
  readonly contentType?: string;
}

type Named<Value> = Readonly<Record<string, Value>>;
type Members = Named<unknown>;

export interface Setup {
  readonly endpointType?: string;
  readonly apiKeySource?: string;
  readonly binaryMediaTypes?: readonly string[];
  readonly models?: Named<Members>;
  readonly requestValidators?: Members;
  readonly gatewayResponses?: Named<Members>;
  readonly functions?: Named<RecordedFunction>;
  readonly backends?: Named<RecordedBackend>;
  readonly resources: Resources;
  readonly stage?: Members & { readonly name: string; readonly canary?: Members & { readonly resources?: Resources } };
  readonly apiKeys?: Named<Members>;
  readonly usagePlans?: Named<Members>;
}

type Resources = Named<Named<RecordedMethod>>;

export interface RecordedMethod extends Members {
  readonly authorization?: string;
  readonly methodResponses?: Named<Members>;
  readonly integration: Members & { readonly type: string; readonly uri?: string };
}

export interface RecordedFunction {
  readonly handler: string;
  readonly value?: unknown;
  readonly code?: string;
}

export interface RecordedBackend {
  readonly kind: string;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly responseBodyBase64?: string;
  /** The name of a certificate in test/support/certificates, for a backend with TLS. */
  readonly certificate?: string;
  readonly objects?: Named<{ readonly bodyBase64: string; readonly contentType?: string }>;
}
