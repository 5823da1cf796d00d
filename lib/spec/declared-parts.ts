/** Parts that a definition declares and a gateway neither serves nor enforces. Callers rely on them all the same. */
export interface DeclaredParts {
  /** @default - the API has no OpenAPI document */
  readonly document?: DeclaredDocument;
  /** Whether the default endpoint is closed. @default - nothing is known of it */
  readonly isDefaultEndpointClosed?: boolean;
  /** TLS policy of the default endpoint. @default - that of the service */
  readonly defaultEndpointTls?: string;
  /** Custom domains that lead to the API, by name. @default - none */
  readonly domains?: Readonly<Record<string, DeclaredDomain>>;
  /** Firewalls in front of stages (AWS WAF): the web ACL of each. @default - none */
  readonly webAcls?: Readonly<Record<string, string>>;
  /** Parts that cannot be read here, by their names: what stands for them. @default - none */
  readonly unread?: Readonly<Record<string, unknown>>;
}

/** Requests and responses as an OpenAPI document describes them: API Gateway imports less. */
export interface DeclaredDocument {
  /** The draft of JSON Schema that the schemas are in. */
  readonly draft: '4' | '2020-12';
  /** URLs that the API is said to be at. */
  readonly servers: readonly string[];
  /** Schemas by name; they refer to each other as models do. */
  readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** By `GET /pets`. */
  readonly methods: Readonly<Record<string, DeclaredMethod>>;
}

/** A request and its responses. */
export interface DeclaredMethod {
  /** The day from which on it may be gone. @default - none */
  readonly sunset?: string;
  /** Ways to be let in, each a list of what it asks for, such as `http bearer` or `oauth2 read`; an empty one asks for nothing. */
  readonly security: readonly (readonly string[])[];
  /** Whether nothing says which backend answers: the answers here are those of the document. */
  readonly isWithoutBackend: boolean;
  /** Requests that the API itself makes, by name. */
  readonly callbacks: Readonly<Record<string, unknown>>;
  /** By the names that methods have for them, and those of `cookie` and `form`; `method.request.body` is the body as a whole. */
  readonly parameters: Readonly<Record<string, DeclaredParameter>>;
  /** Names of schemas by media type. */
  readonly requestModels: Readonly<Record<string, string>>;
  /** By status, range of statuses (`4XX`) or `default`. */
  readonly responses: Readonly<Record<string, DeclaredResponse>>;
}

/** A parameter of a request, or its body as a whole. */
export interface DeclaredParameter {
  readonly isRequired: boolean;
  /** Name of the schema. @default - every value */
  readonly schema?: string;
  /** How several values are written: `form`, `pipeDelimited`, `csv`. @default - as its location has it */
  readonly style?: string;
  /** The value that stands for a missing one. @default - none */
  readonly fallback?: unknown;
}

/** A response of one status. */
export interface DeclaredResponse {
  /** Names of schemas by media type. */
  readonly responseModels: Readonly<Record<string, string>>;
  /** Headers: `method.response.header.<name>`. */
  readonly responseParameters: Readonly<Record<string, boolean>>;
  /** Names of the schemas of headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A custom domain, as far as it leads to one API. */
export interface DeclaredDomain {
  /** Name of the TLS policy. @default - that of the service, or the domain is declared elsewhere */
  readonly tls?: string;
  /** Whether clients need a certificate. @default false */
  readonly isMutual?: boolean;
  /** Base paths, with the stage that each leads to. */
  readonly basePaths: Readonly<Record<string, string>>;
}
