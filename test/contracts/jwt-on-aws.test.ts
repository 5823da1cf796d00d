import { createJwtFunction, type JwtFunctionEvent } from '../../lib/runtime/authorizers/jwt-function';
import type { LogEntry } from '../../lib/runtime/ports';
import { createHttpClient } from '../../lib/runtime/system/http-client';
import { readSpec } from '../../lib/spec';
import { lowerForApiGateway } from '../../lib/aws/lower';
import { openGateway, openIssuer, petsWith, type AuthorizedGateway, type Request, type TestEvent, type TestIssuer } from '../support/authorizers';

/* An authorizer for JSON Web Tokens, and what it is lowered to for AWS: one decides like the other. */

let issuer: TestIssuer;
const http = createHttpClient();
const open: AuthorizedGateway[] = [];
const logged: LogEntry[] = [];

beforeAll(async () => { issuer = await openIssuer(); });
afterEach(async () => {
  issuer.answer = undefined;
  logged.length = 0;
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});
afterAll(() => Promise.all([issuer.close(), http.close()]));

const resourceWith = (scopes: string[], id: string) => ({ ...petsWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth', scopes })['/pets'], id });

/** `/pets` without scopes, `/scoped/{id}` with, and ANY with other scopes than its GET. */
function definition(authorizer: object = {}) {
  const any = resourceWith(['any'], 'any').methods?.GET as never;
  const get = resourceWith([], 'any').methods?.GET as never;
  return {
    authorizers: { Auth: { type: 'jwt', issuer: issuer.url, audience: ['pets', 'shop'], ...authorizer } as never },
    resources: {
      '/pets': resourceWith([], 'pets'),
      '/scoped/{id}': resourceWith(['pets/read', 'pets/write'], 'scoped'),
      '/any': { id: 'any', methods: { ANY: any, GET: get } },
    },
  };
}

function declared(authorizer?: object): AuthorizedGateway {
  return opened(openGateway(definition(authorizer)));
}

interface Settings {
  readonly name: string;
  readonly issuer: string;
  readonly audience: string[];
  readonly identitySource: string;
}

/** The lowered spec, with the program of the function as it is shipped. */
function lowered(authorizer?: object): AuthorizedGateway {
  const { spec } = readSpec({
    format: 'synthgate/1', api: { id: 'api123', name: 'Test' }, stages: { prod: {} }, ...definition(authorizer),
    functions: { Backend: { code: 'code', handler: 'index.handler' } },
  }, 'test');
  const { spec: after, shipped: [{ name, spec: { environment }, methods }] } = lowerForApiGateway(spec);
  const { name: authorizerName, ...settings } = JSON.parse(environment.SYNTHGATE_JWT) as Settings;
  // The function's clock is the gateway's.
  const ports = { now: () => gateway.clock.now, log: (entry: LogEntry) => logged.push(entry) };
  const decide = createJwtFunction({ name: authorizerName, authorizer: settings, methods, http: http.request, ports });
  const { authorizers, resources, models, requestValidators } = after;
  const functions = { [name]: (event: TestEvent) => decide(event as never as JwtFunctionEvent) };
  const gateway = openGateway({ authorizers, resources, models, requestValidators }, { functions });
  return opened(gateway);
}

function opened(gateway: AuthorizedGateway): AuthorizedGateway {
  open.push(gateway);
  return gateway;
}

const bearer = (token: string, path = '/prod/pets', method = 'GET'): Request => ({ method, path, headers: { Authorization: token } });
const ofToken = (claims: object, path?: string, method?: string, header?: object) => async () =>
  bearer(await issuer.token(claims as never, header as never), path, method);
const changed = async () => {
  const [head = '', , signature = ''] = (await issuer.token()).split('.');
  return bearer(`${head}.${Buffer.from(JSON.stringify({ iss: issuer.url, aud: 'pets', exp: 9e9 })).toString('base64url')}.${signature}`);
};

const CASES: [string, () => Promise<Request> | Request, number][] = [
  ['a good token', ofToken({}), 200],
  ['one after Bearer', async () => bearer(`Bearer ${await issuer.token()}`), 200],
  ['one for the second audience', ofToken({ aud: ['x', 'shop'] }), 200],
  ['one of a client without an audience', ofToken({ aud: undefined, client_id: 'pets' }), 200],
  ['no token', () => ({ path: '/prod/pets' }), 401],
  ['an empty one', () => bearer(''), 401],
  ['one for another audience', ofToken({ aud: 'other' }), 401],
  ['one without an audience', ofToken({ aud: undefined }), 401],
  ['one of another issuer', ofToken({ iss: 'https://evil.example' }), 401],
  ['an expired one', ofToken({ exp: 1 }), 401],
  ['one without an end', ofToken({ exp: undefined }), 401],
  ['one that does not hold yet', ofToken({ nbf: 9e9 }), 401],
  ['one with critical extensions', ofToken({}, undefined, undefined, { crit: ['b64'], b64: true }), 401],
  ['a changed one', changed, 401],
  ['what is not a token', () => bearer('abc'), 401],
  ['a scope that is wanted', ofToken({ scope: 'a pets/write' }, '/prod/scoped/7'), 200],
  ['a scope in a list', ofToken({ scp: ['pets/read'] }, '/prod/scoped/7'), 200],
  ['another scope', ofToken({ scope: 'pets/readonly' }, '/prod/scoped/7'), 401],
  ['no scope', ofToken({}, '/prod/scoped/7'), 401],
  ['a path that looks like a pattern', ofToken({ scope: 'pets/read' }, '/prod/scoped/*%7B%24'), 200],
  ['a long path', ofToken({ scope: 'pets/read' }, `/prod/scoped/${'a'.repeat(900)}`), 200],
  ['ANY with its scope', ofToken({ scope: 'any' }, '/prod/any', 'DELETE'), 200],
  ['ANY without', ofToken({}, '/prod/any', 'DELETE'), 401],
  ['the POST that is put beside ANY, without', ofToken({}, '/prod/any', 'POST'), 401],
  ['a method beside ANY that wants none', ofToken({}, '/prod/any', 'GET'), 200],
];

test.each(CASES)('%s is answered alike', async (_, request, status) => {
  for (const gateway of [declared(), lowered()]) {
    const answer = await gateway.send(await request());
    expect(answer.status).toBe(status);
    expect(gateway.countOf('Backend')).toBe(status === 200 ? 1 : 0);
  }
});

test('keys that cannot be had refuse everybody with 500', async () => {
  const token = await issuer.token();
  issuer.answer = () => ({ status: 503 });
  for (const gateway of [declared(), lowered()]) expect(await gateway.send(bearer(token))).toMatchObject({ status: 500, event: undefined });
});

test.each(['', 'http://keys.test/jwks.json'])('the function does not start with keys at %j, which a token may stand for until it is deployed', (jwksUri) => {
  const authorizer = { issuer: issuer.url, jwksUri, audience: ['pets'], identitySource: 'method.request.header.Authorization' };
  const ports = { now: Date.now, log: () => undefined };
  expect(() => createJwtFunction({ name: 'Auth', authorizer, methods: {}, http: http.request, ports })).toThrow(/is not a valid https address/);
});

test('another header, when it is the identity source', async () => {
  const headers = { 'X-Token': await issuer.token() };
  for (const gateway of [declared, lowered].map((make) => make({ identitySource: 'method.request.header.x-token' }))) {
    expect((await gateway.send({ headers })).status).toBe(200);
    expect((await gateway.send(bearer(headers['X-Token']))).status).toBe(401);
  }
});

test('nothing is remembered: a token that ends is refused from then on', async () => {
  const token = await issuer.token();
  for (const gateway of [declared(), lowered()]) {
    expect((await gateway.send(bearer(token))).status).toBe(200);
    gateway.clock.now += 3_601_000;
    expect((await gateway.send(bearer(token))).status).toBe(401);
  }
});

test('keys are fetched once for many requests', async () => {
  for (const gateway of [declared(), lowered()]) {
    const before = issuer.requests.length;
    for (let index = 0; index < 3; index++) await gateway.send(bearer(await issuer.token()));
    expect(issuer.requests.slice(before)).toEqual(['/.well-known/openid-configuration', '/.well-known/jwks.json']);
  }
});

test('a function reads the same claims, one level up on AWS', async () => {
  const request = bearer(await issuer.token({ roles: ['a', 'b'], level: 3 } as never));
  const authorizerOf = async (gateway: AuthorizedGateway) => (await gateway.send(request)).event?.requestContext.authorizer;
  const [here, there] = await Promise.all([declared(), lowered()].map(authorizerOf));
  expect(here?.claims).toMatchObject({ sub: 'user-1', roles: 'a,b', level: '3' });
  expect(there).toMatchObject({ ...here?.claims as object, principalId: 'user-1' });
});

test('the log says why a caller was refused, and never the token', async () => {
  const { token } = { token: await issuer.token({ exp: 1 }) };
  await lowered().send(bearer(token));
  expect(logged).toMatchObject([{ code: 'TOKEN_EXPIRED' }]);
  expect(JSON.stringify(logged)).not.toContain(token.slice(0, 40));
});
