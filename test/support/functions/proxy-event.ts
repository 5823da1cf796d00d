export interface ProxyRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A complete REST API proxy event, written by hand from the recorded ones: every member is there, absent ones as null. */
export function proxyEvent({ method, path, query, body }: ProxyRequest): Record<string, unknown> {
  const headers = {
    'Accept': '*/*',
    'Host': 'api1234567.execute-api.eu-central-1.amazonaws.com',
    'User-Agent': 'test/1.0',
    'X-Amzn-Trace-Id': 'Root=1-691fb1db-0123456789abcdef01234567',
    'X-Forwarded-For': '192.0.2.10',
    'X-Forwarded-Port': '443',
    'X-Forwarded-Proto': 'https',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  return {
    resource: '/{proxy+}',
    path,
    httpMethod: method,
    headers,
    multiValueHeaders: inLists(headers),
    queryStringParameters: query ?? null,
    multiValueQueryStringParameters: query === undefined ? null : inLists(query),
    pathParameters: { proxy: path.slice(1) },
    stageVariables: null,
    requestContext: requestContext(method, path),
    body: body === undefined ? null : JSON.stringify(body),
    isBase64Encoded: false,
  };
}

function requestContext(method: string, path: string): Record<string, unknown> {
  return {
    accountId: '123456789012',
    apiId: 'api1234567',
    deploymentId: 'dep123',
    domainName: 'api1234567.execute-api.eu-central-1.amazonaws.com',
    domainPrefix: 'api1234567',
    extendedRequestId: 'UaCcDEfGjoEF1Gg=',
    httpMethod: method,
    identity: {
      accessKey: null, accountId: null, caller: null, cognitoAuthenticationProvider: null, cognitoAuthenticationType: null,
      cognitoIdentityId: null, cognitoIdentityPoolId: null, principalOrgId: null, sourceIp: '192.0.2.10', user: null,
      userAgent: 'test/1.0', userArn: null,
    },
    path: `/prod${path}`,
    protocol: 'HTTP/1.1',
    requestId: '5b4c4f0e-9d1c-4a56-8a3e-6f0d2d6a9e01',
    requestTime: '21/Nov/2025:00:18:03 +0000',
    requestTimeEpoch: 1763684283000,
    resourceId: 'res123',
    resourcePath: '/{proxy+}',
    stage: 'prod',
  };
}

function inLists(values: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
}
