import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { ECHO } from '../../support/declared-gateway';
import { serveHttpApi, type HttpRoute, type ServedHttpApi } from '../../support/http-api';

/* Authorizers of HTTP APIs, with keys over HTTP. */

const AUDIENCE = 'client-1';
let issuer = '';
let server: Server;
let sign: (claims: JWTPayload, header?: { readonly kid?: string; readonly alg?: string }) => Promise<string>;
let api: ServedHttpApi;

const echoWith = (authorizer: string, scopes?: readonly string[]): HttpRoute => ({
  authorization: scopes === undefined ? { type: 'CUSTOM', authorizer } : { type: 'JWT', authorizer, scopes: [...scopes] },
  integration: { type: 'proxy', function: 'Echo' },
});
const byFunction = (enableSimpleResponses: boolean, payloadFormatVersion: '1.0' | '2.0', identitySources = ['$request.header.Authorization']) =>
  ({ type: 'request', function: 'Decides', enableSimpleResponses, payloadFormatVersion, identitySources, resultsCacheTtlSeconds: 0 } as const);

/** Answers as the token says, and keeps its last event. */
const DECIDES = `(event) => {
  const statement = (Effect, Resource) => ({ Action: 'execute-api:Invoke', Effect, Resource });
  const token = event.headers.authorization ?? event.headers.Authorization;
  if (token === 'throw') throw new Error('Unauthorized');
  if (token === 'text') return { isAuthorized: 'true' };
  if (token === 'simple') return { isAuthorized: true, context: { n: 1, b: true, l: ['x'], event } };
  if (token === 'below') return { principalId: 'me', policyDocument: { Version: '2012-10-17', Statement: [statement('Allow', '*'), statement('Deny', '*/GET/below/*')] } };
  if (token === 'no') return { isAuthorized: false };
  const arn = event.routeArn ?? event.methodArn;
  return { principalId: 'me', context: { n: 1 }, policyDocument: { Version: '2012-10-17', Statement: [statement(token === 'deny' ? 'Deny' : 'Allow', arn)] } };
}`;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...await exportJWK(publicKey), kid: 'k1', alg: 'RS256', use: 'sig' };
  server = createServer((request, response) => {
    const body = request.url?.endsWith('openid-configuration') === true ? { issuer, jwks_uri: `${issuer}/keys` } : { keys: [jwk] };
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
  sign = async (claims, { kid = 'k1', alg = 'RS256' } = {}) =>
    new SignJWT({ iss: issuer, aud: AUDIENCE, exp: Math.floor(Date.now() / 1000) + 60, ...claims }).setProtectedHeader(kid === '' ? { alg } : { alg, kid }).sign(privateKey);
  api = await serveHttpApi({
    functions: { Echo: ECHO, Decides: DECIDES },
    authorizers: {
      Jwt: { type: 'jwt', issuer, audience: [AUDIENCE], identitySource: '$request.header.Authorization' },
      Query: { type: 'jwt', issuer, audience: [AUDIENCE], identitySource: '$request.querystring.token' },
      Simple: byFunction(true, '2.0'), Policy: byFunction(false, '2.0'), Old: byFunction(false, '1.0'),
      Two: byFunction(true, '2.0', ['$request.header.Authorization', '$request.querystring.t']), Without: byFunction(true, '2.0', []),
    },
    routes: {
      'GET /jwt': echoWith('Jwt', []), 'GET /scoped': echoWith('Jwt', ['pets/read', 'pets/write']), 'GET /query': echoWith('Query', []), 'GET /odd': echoWith('Jwt', ['a"\r\nX-Evil: 1']),
      'GET /simple': echoWith('Simple'), 'GET /policy': echoWith('Policy'), 'GET /old': echoWith('Old'), 'GET /two': echoWith('Two'), '$default': echoWith('Policy'), 'GET /without': echoWith('Without'),
      'GET /iam': { authorization: { type: 'AWS_IAM' }, integration: { type: 'proxy', function: 'Echo' } },
      'ANY /any/{proxy+}': echoWith('Jwt', []),
    },
    cors: { allowOrigins: ['*'] },
  });
});
afterAll(async () => {
  await api.close();
  server.close();
});

async function call(path: string, authorization?: string, init: RequestInit = {}) {
  const response = await fetch(`${api.url}${path}`, { ...init, headers: { ...init.headers, ...(authorization === undefined ? {} : { authorization }) } });
  const text = await response.text();
  return { status: response.status, challenge: response.headers.get('www-authenticate'), text, event: text.startsWith('{"version') ? JSON.parse(text) as Record<string, never> : undefined };
}

describe('JSON Web Tokens', () => {
  test('claims are texts, and scopes null where the route has none', async () => {
    const { event } = await call('/jwt', await sign({ sub: 'me', n: 1, groups: ['a', 'b'], t: true }));
    expect(event).toMatchObject({ requestContext: { authorizer: { jwt: { claims: { sub: 'me', n: '1', groups: '[a b]', t: 'true', aud: AUDIENCE }, scopes: null } } } });
  });

  test('no token: 401 with the bare challenge', async () => {
    expect(await call('/jwt')).toMatchObject({ status: 401, challenge: 'Bearer', text: '{"message":"Unauthorized"}' });
  });

  test.each<[string, () => Promise<string>, RegExp]>([
    ['another audience', () => sign({ aud: 'other' }), /^Bearer scope="" error="invalid_token" error_description="the token does not have a valid audience"$/],
    ['an audience and a client', () => sign({ aud: 'other', client_id: AUDIENCE }), /valid audience/],
    ['expired', () => sign({ exp: 1 }), /error_description="the token has expired"/],
    ['two segments', () => Promise.resolve('a.b'), /token contains an invalid number of segments/],
    ['no key named', () => sign({}, { kid: '' }), /error="invalid_token"/],
    ['an unknown key', () => sign({}, { kid: 'k2' }), /error="invalid_token"/],
    ['another issuer', () => sign({ iss: 'https://other.test' }), /error="invalid_token"/],
    ['issued in the future', () => sign({ iat: Math.floor(Date.now() / 1000) + 600 }), /the token was issued in the future/],
    ['not yet valid', () => sign({ nbf: Math.floor(Date.now() / 1000) + 600 }), /error="invalid_token"/],
  ])('%s: 401', async (_, token, challenge) => {
    expect(await call('/jwt', `Bearer ${await token()}`)).toMatchObject({ status: 401, challenge: expect.stringMatching(challenge), text: '{"message":"Unauthorized"}' });
  });

  test('the client counts if there is no audience', async () => {
    expect(await call('/jwt', `Bearer ${await sign({ aud: undefined, client_id: AUDIENCE })}`)).toMatchObject({ status: 200 });
  });

  test('one of the scopes of the route is needed, in scope or scp', async () => {
    expect(await call('/scoped', await sign({ scope: 'x pets/read' }))).toMatchObject({
      status: 200, event: { requestContext: { authorizer: { jwt: { scopes: ['pets/read', 'pets/write'] } } } },
    });
    expect(await call('/scoped', await sign({ scp: ['pets/write'] }))).toMatchObject({ status: 200 });
    expect(await call('/scoped', await sign({ scope: 'pets' }))).toMatchObject({
      status: 403, text: '{"message":"Forbidden"}', challenge: expect.stringContaining('scope="pets/read pets/write" error="insufficient_scope"'),
    });
  });

  test('no scope of a definition becomes a header', async () => {
    const response = await fetch(`${api.url}/odd`, { headers: { authorization: await sign({}) } });
    expect([response.status, response.headers.get('x-evil')]).toEqual([403, null]);
  });

  test('objects in the lists of claims are texts', async () => {
    expect(await call('/jwt', await sign({ g: [{ a: 1 }, 'b'] }))).toMatchObject({ event: { requestContext: { authorizer: { jwt: { claims: { g: '[{"a":1} b]' } } } } } });
  });

  test('a token in the query', async () => {
    expect(await call(`/query?token=${await sign({})}`)).toMatchObject({ status: 200 });
    expect(await call('/query')).toMatchObject({ status: 401 });
  });

  test('a preflight that a route takes needs a token as well', async () => {
    const headers = { 'origin': 'https://a.test', 'access-control-request-method': 'GET' };
    expect(await call('/any/other', undefined, { method: 'OPTIONS', headers })).toMatchObject({ status: 401 });
  });
});

describe('functions', () => {
  test('a simple response, its context with its types', async () => {
    const { event } = await call('/simple', 'simple');
    expect(event).toMatchObject({ requestContext: { authorizer: { lambda: { n: 1, b: true, l: ['x'] } } } });
    expect(event).toMatchObject({ requestContext: { authorizer: { lambda: { event: {
      version: '2.0', type: 'REQUEST', routeArn: expect.stringMatching(/:api123\/\$default\/GET\/simple$/), identitySource: ['simple'], routeKey: 'GET /simple',
    } } } } });
  });

  test.each([
    ['/simple', 'no', 403, 'Forbidden'], ['/simple', 'text', 500, 'Internal Server Error'], ['/simple', 'throw', 500, 'Internal Server Error'],
    ['/simple', undefined, 401, 'Unauthorized'], ['/simple', 'allow', 500, 'Internal Server Error'],
    ['/policy', 'allow', 200, undefined], ['/policy', 'deny', 403, 'Forbidden'], ['/policy', 'simple', 500, 'Internal Server Error'],
    ['/old', 'allow', 200, undefined], ['/old', 'deny', 403, 'Forbidden'],
    ['/two', 'simple', 401, 'Unauthorized'], ['/two?t=1', 'simple', 200, undefined], ['/without', 'no', 403, 'Forbidden'],
  ])('%s with %s', async (path, token, status, message) => {
    const { text, ...answer } = await call(path, token);
    expect(answer.status).toBe(status);
    if (message !== undefined) expect(text).toBe(JSON.stringify({ message }));
  });
});

test('a Deny for what is below a path holds with a slash at the end, which is part of the path', async () => {
  expect((await call('/below/x', 'below')).status).toBe(403);
  expect((await call('/below/', 'below')).status).toBe(403);
  expect((await call('/below', 'below')).status).toBe(200);
});

test('a request that must be signed and is not: 403', async () => {
  expect(await call('/iam')).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' });
  expect(await call('/iam', 'Bearer x')).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' });
});
