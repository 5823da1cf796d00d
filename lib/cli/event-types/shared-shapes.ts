import type { EventFormat } from './formats';

const TEXTS = '{ [name: string]: string | undefined }';
const LISTS = '{ [name: string]: string[] | undefined }';

/** The members that all events of a form have. They fit the types of `@types/aws-lambda`, which need not be installed. */
export const SHAPES: Readonly<Record<EventFormat, string>> = {
  'rest': v1('RestEvent', 'an event of a REST API', ['deploymentId: string;', 'isCanaryRequest?: boolean;']),
  '1.0': v1('HttpEvent1', 'an event of an HTTP API in format 1.0', []),
  '2.0': `/** The members of an event of an HTTP API, or of a function URL, in format 2.0. Members without a value are missing. */
interface HttpEvent {
  version: '2.0';
  rawPath: string;
  rawQueryString: string;
  cookies?: string[];
  headers: ${TEXTS};
  queryStringParameters?: ${TEXTS};
  body?: string;
  isBase64Encoded: boolean;
}
interface HttpEventContext {
  accountId: string;
  apiId: string;
  domainName: string;
  domainPrefix: string;
  http: { method: string; path: string; protocol: string; sourceIp: string; userAgent: string };
  requestId: string;
  stage: string;
  time: string;
  timeEpoch: number;
}`,
  'websocket': `/** The members of an event of a WebSocket API. Members without a value are missing. */
interface WebSocketEvent {
  isBase64Encoded: boolean;
}
interface WebSocketHandshake {
  headers: ${TEXTS};
  multiValueHeaders: ${LISTS};
  queryStringParameters?: ${TEXTS};
  multiValueQueryStringParameters?: ${LISTS};
}
interface WebSocketEventContext {
  apiId: string;
  connectedAt: number;
  connectionId: string;
  domainName: string;
  extendedRequestId: string;
  identity: {
    accessKey?: string;
    accountId?: string;
    apiKey?: string;
    apiKeyId?: string;
    caller?: string;
    sourceIp: string;
    user?: string;
    userAgent?: string;
    userArn?: string;
  };
  messageDirection: 'IN';
  requestId: string;
  requestTime: string;
  requestTimeEpoch: number;
  stage: string;
}`,
};

/** The form that REST APIs and format 1.0 share. Members without a value are null. */
function v1(name: string, subject: string, context: readonly string[]): string {
  return `/** The members of ${subject}. Members without a value are null. */
interface ${name} {
  path: string;
  headers: ${TEXTS};
  multiValueHeaders: ${LISTS};
  body: string | null;
  isBase64Encoded: boolean;
}
interface ${name}Context {
  accountId: string;
  apiId: string;
  ${context.map((member) => `${member}\n  `).join('')}domainName: string;
  domainPrefix: string;
  extendedRequestId: string;
  httpMethod: string;
  identity: {
    accessKey: string | null;
    accountId: string | null;
    apiKey: string | null;
    apiKeyId: string | null;
    clientCert: null;
    caller: string | null;
    cognitoAuthenticationProvider: string | null;
    cognitoAuthenticationType: string | null;
    cognitoIdentityId: string | null;
    cognitoIdentityPoolId: string | null;
    principalOrgId: string | null;
    sourceIp: string;
    user: string | null;
    userAgent: string | null;
    userArn: string | null;
  };
  path: string;
  protocol: string;
  requestId: string;
  requestTime: string;
  requestTimeEpoch: number;
  resourceId: string;
  resourcePath: string;
  stage: string;
}`;
}
