import { openGateway, openIssuer, petsWith, type AuthorizedGateway, type TestIssuer } from '../../support/authorizers';

let issuer: TestIssuer;
const open: AuthorizedGateway[] = [];
beforeEach(async () => {
  issuer = await openIssuer();
});
afterEach(() => Promise.all([issuer.close(), ...open.splice(0).map((gateway) => gateway.close())]));

function gateway(authorizer?: object): AuthorizedGateway {
  const Auth = (authorizer ?? { type: 'cognito-user-pools', userPools: [{ issuer: issuer.url }] }) as never;
  const opened = openGateway({ authorizers: { Auth }, resources: petsWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth' }) });
  open.push(opened);
  return opened;
}

const with_ = (token: string) => ({ headers: { Authorization: token } });
const LONG = 10_000_000_000;

test('keys are fetched on first use, once for all concurrent requests', async () => {
  const opened = gateway();
  const token = await issuer.token();
  expect(issuer.requests).toEqual([]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => opened.send(with_(token))));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(issuer.requests).toEqual(['/.well-known/jwks.json']);
});

test('a jwt authorizer discovers the key URL from the issuer unless one is configured', async () => {
  await gateway({ type: 'jwt', issuer: issuer.url, audience: ['pets'] }).send(with_(await issuer.token()));
  expect(issuer.requests.splice(0)).toEqual(['/.well-known/openid-configuration', '/.well-known/jwks.json']);
  await gateway({ type: 'jwt', issuer: issuer.url, audience: ['pets'], jwksUri: `${issuer.url}/keys` }).send(with_(await issuer.token()));
  expect(issuer.requests).toEqual(['/keys']);
});

test('a new key of the issuer is picked up, at most one fetch in 30 s however many ask (RELIABILITY A12)', async () => {
  const opened = gateway();
  await opened.send(with_(await issuer.token()));
  await issuer.rotate();
  const renewed = with_(await issuer.token({ exp: LONG }));
  expect((await opened.send(renewed)).status).toBe(401);
  opened.clock.now += 30_000;
  expect((await opened.send(renewed)).status).toBe(200);
  for (let index = 0; index < 50; index++) expect((await opened.send(with_(await issuer.token({ exp: LONG }, { kid: `none-${index}` })))).status).toBe(401);
  expect(issuer.requests).toHaveLength(2);
});

const BROKEN: Readonly<Record<string, NonNullable<TestIssuer['answer']>>> = {
  'an error': () => ({ status: 503 }),
  'a redirect to a loopback address': () => ({ status: 302, headers: { Location: 'http://127.0.0.1:1/' } }),
  'no JSON': () => ({ text: '<html>' }),
  'JSON that is not a valid key set': () => ({ text: '{"keys":{}}' }),
  'more than 150,000 bytes': () => ({ text: JSON.stringify({ keys: [], x: 'x'.repeat(150_000) }) }),
  'nothing for more than 1.5 s': () => 'hang',
};

test.each(Object.entries(BROKEN))('KEY_SET_UNREACHABLE: %s refuses everybody with 500', async (_, broken) => {
  issuer.answer = broken;
  const opened = gateway();
  const answer = await opened.send(with_(await issuer.token()));
  expect(answer).toMatchObject({ status: 500, text: '{"message":null}', errorType: 'AuthorizerFailureException', error: { code: 'KEY_SET_UNREACHABLE' } });
  expect(opened.countOf('Backend')).toBe(0);
});

test('an unresponsive issuer is retried after a second, not by every request', async () => {
  issuer.answer = () => ({ status: 503 });
  const opened = gateway();
  const token = with_(await issuer.token({ exp: LONG }));
  for (let index = 0; index < 10; index++) expect((await opened.send(token)).status).toBe(500);
  expect(issuer.requests).toHaveLength(1);
  issuer.answer = undefined;
  opened.clock.now += 1_000;
  expect((await opened.send(token)).status).toBe(200);
});

test('keys are renewed after ten minutes; while that fails the old ones hold for an hour, with a warning', async () => {
  const opened = gateway();
  const token = with_(await issuer.token({ exp: LONG }));
  await opened.send(token);
  opened.clock.now += 599_999;
  await opened.send(token);
  expect(issuer.requests).toHaveLength(1);
  issuer.answer = () => ({ status: 503 });
  opened.clock.now += 1;
  expect((await opened.send(token)).status).toBe(200);
  expect(opened.log).toContainEqual(expect.objectContaining({ level: 'warn', code: 'KEY_SET_UNREACHABLE' }));
  opened.clock.now += 3_000_000;
  expect((await opened.send(token)).status).toBe(500);
});

test('keys that cannot verify a signature are left out', async () => {
  issuer.answer = () => ({ text: JSON.stringify({ keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'key-1', alg: 'HS256' }] }) });
  expect((await gateway().send(with_(await issuer.token()))).status).toBe(401);
});

test.each([
  ['of another issuer', (url: string) => ({ issuer: 'https://evil.example', jwks_uri: `${url}/keys` })],
  ['that leads to keys without https', (url: string) => ({ issuer: url, jwks_uri: 'http://keys.example/' })],
  ['that leads to no keys', (url: string) => ({ issuer: url })],
])('a discovery document %s is refused', async (_, documentOf) => {
  issuer.answer = (path) => (path.endsWith('openid-configuration') ? { text: JSON.stringify(documentOf(issuer.url)) } : {});
  const answer = await gateway({ type: 'jwt', issuer: issuer.url, audience: ['pets'] }).send(with_(await issuer.token()));
  expect(answer.error?.code).toBe('KEY_SET_UNREACHABLE');
  expect(answer.error?.details.reason).toContain('the discovery document');
  expect(issuer.requests).toHaveLength(1);
});
