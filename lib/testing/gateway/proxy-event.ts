/**
 * The event of a proxy function, with the members of every request. Events of mapped integrations and authorizers have
 * other members; specify their type, e.g. `invocations<MyEvent>('Legacy')`.
 * @see docs/internals/parity-evidence.md, Events
 */
export interface ProxyEvent {
  readonly resource: string;
  readonly path: string;
  readonly httpMethod: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly multiValueHeaders: Readonly<Record<string, readonly string[]>>;
  readonly queryStringParameters: Readonly<Record<string, string>> | null;
  readonly multiValueQueryStringParameters: Readonly<Record<string, readonly string[]>> | null;
  readonly pathParameters: Readonly<Record<string, string>> | null;
  readonly stageVariables: Readonly<Record<string, string>> | null;
  readonly requestContext: ProxyRequestContext;
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
}

/** The request context. */
export interface ProxyRequestContext {
  readonly accountId: string;
  readonly apiId: string;
  readonly authorizer?: Readonly<Record<string, unknown>>;
  readonly deploymentId: string;
  readonly domainName: string;
  readonly extendedRequestId: string;
  readonly httpMethod: string;
  readonly identity: Readonly<Record<string, string | null>>;
  readonly path: string;
  readonly protocol: string;
  readonly requestId: string;
  readonly requestTime: string;
  readonly requestTimeEpoch: number;
  readonly resourceId: string;
  readonly resourcePath: string;
  readonly stage: string;
}
