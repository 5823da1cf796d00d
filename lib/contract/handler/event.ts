/** The members that a handler reads of events of REST and HTTP APIs and of function URLs; the types of `@types/aws-lambda` fit. */
export interface GatewayEvent {
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string | undefined>> | null;
  readonly multiValueHeaders?: Readonly<Record<string, string[] | undefined>> | null;
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null;
  readonly multiValueQueryStringParameters?: Readonly<Record<string, string[] | undefined>> | null;
  readonly rawQueryString?: string;
  readonly cookies?: readonly string[];
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | null;
  readonly stageVariables?: Readonly<Record<string, string | undefined>> | null;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
  readonly requestContext?: { readonly requestId?: string; readonly stage?: string; readonly authorizer?: unknown };
}

/** The context of an invocation. */
export interface InvocationContext {
  readonly awsRequestId: string;
  readonly functionName: string;
  readonly invokedFunctionArn: string;
  readonly getRemainingTimeInMillis: () => number;
}

/** The result of a handler, as the gateway takes it. */
export interface GatewayResult {
  readonly statusCode: number;
  readonly headers?: Record<string, string>;
  readonly multiValueHeaders?: Record<string, string[]>;
  readonly cookies?: string[];
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

/** Whether an event has payload format 2.0, as of HTTP APIs and function URLs. */
export function isSecondFormat(event: GatewayEvent): boolean {
  return event.version === '2.0';
}
