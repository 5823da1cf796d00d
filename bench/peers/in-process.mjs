// The same event and the same handler as the gateway, in the server's own process: no isolation, no routing, no limits, no
// checks, no log.
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { handler } from './handler.mjs';

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => void answer(request, Buffer.concat(chunks), response));
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${this.address().port}`);
});

async function answer(request, body, response) {
  const event = eventOf(request, body);
  const result = await handler(event);
  response.writeHead(result.statusCode, {
    ...result.headers,
    'Content-Length': Buffer.byteLength(result.body),
    'x-amzn-RequestId': event.requestContext.requestId,
    'x-amz-apigw-id': event.requestContext.extendedRequestId,
    'X-Amzn-Trace-Id': event.headers['X-Amzn-Trace-Id'],
  });
  response.end(result.body);
}

function eventOf(request, body) {
  const [fullPath, query] = request.url.split('?');
  const [, stage, ...parts] = fullPath.split('/');
  const path = `/${parts.join('/')}`;
  const { headers, multiValueHeaders } = headersOf(request);
  const values = query === undefined ? null : valuesOf(new URLSearchParams(query));
  return {
    resource: '/pets/{petId}',
    path,
    httpMethod: request.method,
    headers,
    multiValueHeaders,
    queryStringParameters: values && Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1)])),
    multiValueQueryStringParameters: values,
    pathParameters: parts.length > 1 ? { petId: parts[1] } : null,
    stageVariables: null,
    requestContext: contextOf(request, { stage, fullPath }),
    body: body.length === 0 ? null : body.toString(),
    isBase64Encoded: false,
  };
}

function headersOf(request) {
  const headers = {};
  const multiValueHeaders = {};
  const add = (name, value) => {
    headers[name] = value;
    (multiValueHeaders[name] ??= []).push(value);
  };
  for (let at = 0; at < request.rawHeaders.length; at += 2) add(request.rawHeaders[at], request.rawHeaders[at + 1]);
  add('X-Forwarded-For', `${request.socket.remoteAddress}, 127.0.0.1`);
  add('X-Forwarded-Port', '80');
  add('X-Forwarded-Proto', 'http');
  add('Via', '1.1 local.cloudfront.net (CloudFront)');
  add('X-Amz-Cf-Id', `${randomBytes(40).toString('base64url')}==`);
  add('X-Amzn-Trace-Id', `Root=1-${Math.floor(Date.now() / 1_000).toString(16)}-${randomBytes(12).toString('hex')}`);
  for (const name of ['Desktop', 'Mobile', 'SmartTV', 'Tablet']) add(`CloudFront-Is-${name}-Viewer`, String(name === 'Desktop'));
  add('CloudFront-Forwarded-Proto', 'http');
  add('CloudFront-Viewer-ASN', '64496');
  add('CloudFront-Viewer-Country', 'US');
  return { headers, multiValueHeaders };
}

function contextOf(request, { stage, fullPath }) {
  const now = Date.now();
  const host = request.headers.host ?? '';
  return {
    accountId: '123456789012',
    apiId: 'bench00000',
    deploymentId: 'abc123',
    domainName: host,
    domainPrefix: host.split('.', 1)[0],
    extendedRequestId: `${randomBytes(11).toString('base64url')}=`,
    httpMethod: request.method,
    identity: {
      accessKey: null, accountId: null, apiKey: null, caller: null, cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null, cognitoIdentityId: null, cognitoIdentityPoolId: null, principalOrgId: null,
      sourceIp: request.socket.remoteAddress, user: null, userAgent: request.headers['user-agent'] ?? null, userArn: null,
    },
    path: fullPath,
    protocol: `HTTP/${request.httpVersion}`,
    requestId: randomUUID(),
    requestTime: new Date(now).toUTCString(),
    requestTimeEpoch: now,
    resourceId: 'abcdef',
    resourcePath: '/pets/{petId}',
    stage,
  };
}

function valuesOf(parameters) {
  const values = {};
  for (const [name, value] of parameters) (values[name] ??= []).push(value);
  return values;
}
