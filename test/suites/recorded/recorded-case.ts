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
  readonly query?: CaseText;
  readonly headers?: Readonly<Record<string, CaseText>>;
  readonly body?: CaseText;
  readonly bodyBase64?: string;
  /** Path of the resource of a test invocation; `path` without it. */
  readonly resource?: string;
  readonly pathWithQueryString?: string;
  /** The access key of one of the setup's credentials, with which the request is signed. */
  readonly signWith?: string;
}

/** A text as it is, or one that is too long to be written down. */
export type CaseText = string | { readonly repeat: string; readonly count: number };

/** Operator → what it expects; the operators are listed where they are checked. */
export type Operators = Readonly<Record<string, unknown>>;

export interface Expectation {
  readonly status?: number;
  readonly body?: Operators;
  readonly headers?: Operators;
  readonly log?: Operators;
  /** Operators of `log` over the stage's execution log of the request, whose lines all have the prefix. */
  readonly executionLog?: Operators;
  /** Operators of `body` over the request's line of the access log. */
  readonly accessLog?: Operators;
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
  readonly minimumCompressionSize?: number;
  readonly models?: Named<Members>;
  readonly requestValidators?: Members;
  readonly gatewayResponses?: Named<Members>;
  readonly functions?: Named<RecordedFunction>;
  readonly backends?: Named<RecordedBackend>;
  readonly resources: Resources;
  readonly stage?: Members & { readonly name: string; readonly canary?: Members & { readonly resources?: Resources } };
  readonly apiKeys?: Named<Members>;
  readonly usagePlans?: Named<Members>;
  readonly authorizers?: Named<RecordedAuthorizer>;
  /** The resource policy. */
  readonly policy?: Members;
  /** Callers of methods with AWS_IAM. */
  readonly credentials?: readonly RecordedCredential[];
}

/** As CloudFormation names it, but for the function. */
export interface RecordedAuthorizer {
  readonly type: string;
  readonly function: string;
  readonly identitySource?: string;
  readonly authorizerResultTtlInSeconds?: number;
}

export interface RecordedCredential extends Members {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

type Resources = Named<Named<RecordedMethod>>;

export interface RecordedMethod extends Members {
  readonly authorization?: string;
  /** Name of the authorizer where authorization is CUSTOM. */
  readonly authorizer?: string;
  readonly methodResponses?: Named<Members>;
  readonly integration: Members & { readonly type: string; readonly uri?: string };
}

/** A function in another language, as an assembly has it. */
export interface ForeignFunction {
  readonly runtime: string;
  readonly handler: string;
  /** Its only file, which can be executed. */
  readonly file: string;
  readonly contents: string | Buffer;
}

export interface RecordedFunction {
  /** The function in another language; set by the suite. */
  readonly foreign?: ForeignFunction;
  /** The behavior of the function; `module` takes `code` as the text of its whole module. */
  readonly handler: string;
  readonly runtime?: string;
  /** In seconds. */
  readonly timeout?: number;
  /** How many instances it has at the most. */
  readonly reservedConcurrentExecutions?: number;
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
