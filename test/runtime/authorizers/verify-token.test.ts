import { SignJWT } from 'jose';
import { openGateway, openIssuer, petsWith, type AuthorizedGateway, type TestIssuer } from '../../support/authorizers';

/* The `au-` rows of RELIABILITY: tokens that are forged or odd are 401, call no function and fetch nothing but the keys. */

const NOW = Date.UTC(2025, 10, 21, 0, 18, 3) / 1000;
let issuer: TestIssuer;
let gateway: AuthorizedGateway;

beforeAll(async () => {
  issuer = await openIssuer();
  const authorizers = { Auth: { type: 'jwt' as const, issuer: issuer.url, audience: ['pets'] } };
  gateway = openGateway({ authorizers, resources: petsWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth' }) });
});
afterAll(() => Promise.all([gateway.close(), issuer.close()]));

const send = (token: string) => gateway.send({ headers: { Authorization: token } });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = () => ({ iss: issuer.url, aud: 'pets', sub: 'user-1', exp: NOW + 60 });
const unsigned = (header: object) => `${encode(header)}.${encode(claims())}.`;

test('a good one passes, with and without Bearer', async () => {
  const token = await issuer.token();
  for (const value of [token, `Bearer ${token}`, `bearer ${token}`]) expect((await send(value)).status).toBe(200);
});

const FORGED: Readonly<Record<string, () => string | Promise<string>>> = {
  'alg none': () => unsigned({ alg: 'none' }),
  'alg nOnE': () => unsigned({ alg: 'nOnE' }),
  'alg ""': () => unsigned({ alg: '' }),
  'no alg': () => unsigned({ kid: 'key-1' }),
  'HS256 with the public key as secret': async () => {
    const jwks = await (await fetch(`${issuer.url}/.well-known/jwks.json`)).text();
    return new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(Buffer.from(jwks));
  },
  'a kid that is a path': () => issuer.token({}, { kid: '../../etc/passwd' }),
  'a kid that is SQL': () => issuer.token({}, { kid: '\' OR 1=1 --' }),
  'a kid __proto__': () => issuer.token({}, { kid: '__proto__' }),
  'critical extensions': () => `${encode({ alg: 'RS256', kid: 'key-1', crit: ['exp'] })}.${encode(claims())}.AAAA`,
  'b64 false': () => `${encode({ alg: 'RS256', kid: 'key-1', b64: false, crit: ['b64'] })}.${encode(claims())}.AAAA`,
  'two parts': () => `${encode({ alg: 'RS256' })}.${encode(claims())}`,
  'five parts': () => 'a.b.c.d.e',
  'a payload that is not an object': () => `${encode({ alg: 'RS256', kid: 'key-1' })}.${encode([1])}.AAAA`,
  'a payload that is not valid JSON': () => `${encode({ alg: 'RS256', kid: 'key-1' })}.AAAA.AAAA`,
  'deep JSON': () => `${encode({ alg: 'RS256', kid: 'key-1' })}.${Buffer.from('['.repeat(5_000)).toString('base64url')}.AAAA`,
  'no expiry': () => issuer.token({ exp: undefined }),
  'exp as text': () => issuer.token({ exp: String(NOW + 60) as never }),
  'exp without end': async () => {
    const header = { alg: 'RS256', kid: 'key-1' };
    const payload = Buffer.from(JSON.stringify(claims()).replace(/"exp":\d+/, '"exp":1e400'));
    const { CompactSign } = await import('jose');
    return new CompactSign(payload).setProtectedHeader(header).sign(issuer.privateKey());
  },
  'a negative exp': () => issuer.token({ exp: -1 }),
  'nbf in the future': () => issuer.token({ nbf: NOW + 1 }),
  'nbf as text': () => issuer.token({ nbf: 'now' as never }),
  'another issuer': () => issuer.token({ iss: `${issuer.url}/` }),
  'no issuer': () => issuer.token({ iss: undefined }),
  'another audience': () => issuer.token({ aud: ['dogs', 'Pets'] }),
  'padding behind the signature': async () => `${await issuer.token()}==`,
  'a line break in the signature': async () => (await issuer.token()).replace(/.$/, '\n$&'),
  'a character of ordinary base64 in the signature': async () => `${await issuer.token()}+`,
  'spare bits in the signature': async () => withSpareBits(await issuer.token()),
  'padding behind the claims': async () => (await issuer.token()).replace(/\.([^.]*)$/, '=.$1'),
  'no audience': () => issuer.token({ aud: undefined }),
};

test.each(Object.entries(FORGED))('TOKEN_INVALID: %s', async (name, forge) => {
  const answer = await send(await forge());
  expect([answer.status, answer.errorType]).toEqual([401, 'UnauthorizedException']);
  expect(answer.error?.code).toBe(name === 'a negative exp' ? 'TOKEN_EXPIRED' : 'TOKEN_INVALID');
});

test('TOKEN_EXPIRED: a token expires at the exact second', async () => {
  expect(await send(await issuer.token({ exp: NOW }))).toMatchObject({ status: 401, text: '{"message":"The incoming token has expired"}' });
  expect((await send(await issuer.token({ exp: NOW + 1 }))).status).toBe(200);
});

test('one of several audiences, or the client of a token without audience, is enough', async () => {
  expect((await send(await issuer.token({ aud: ['dogs', 'pets'] }))).status).toBe(200);
  expect((await send(await issuer.token({ aud: undefined, client_id: 'pets' }))).status).toBe(200);
});

test('nothing in a token makes the gateway fetch something', async () => {
  const opened = await openIssuer();
  const before = issuer.requests.length;
  for (const header of [{ jku: `${opened.url}/keys` }, { x5u: `${opened.url}/keys` }, { jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }]) {
    expect((await send(await opened.token({ iss: issuer.url }, { kid: 'key-1', ...header }))).status).toBe(401);
  }
  expect([opened.requests.length, issuer.requests.length]).toEqual([0, before]);
  await opened.close();
});

test('the function was never called for a forged token', () => {
  expect(gateway.countOf('Backend')).toBeLessThan(10);
});

test.each(['PS256', 'ES256', 'ES384'])('%s signatures are taken', async (alg) => {
  const own = await openIssuer(alg);
  const authorizers = { Auth: { type: 'jwt' as const, issuer: own.url, audience: ['pets'] } };
  const opened = openGateway({ authorizers, resources: petsWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth' }) });
  expect((await opened.send({ headers: { Authorization: await own.token() } })).status).toBe(200);
  await Promise.all([opened.close(), own.close()]);
});

/** The same bytes, written with another last character: of 256 bytes, its last four bits say nothing. */
function withSpareBits(token: string): string {
  const bytes = Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url');
  const variants = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map((last) => token.slice(0, -1) + last)
    .find((text) => text !== token && Buffer.from(text.slice(text.lastIndexOf('.') + 1), 'base64url').equals(bytes));
  return variants ?? '';
}
