import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet, type KeyLike } from 'jose';
import type { IssuerSources } from '../../../lib/runtime/authorizers';
import { openGateway, openIssuer, petsWith, type AuthorizedGateway, type TestIssuer } from '../../support/authorizers';

const POOL = { arn: '${token:Shop/Customers.Arn}' };
const LOCAL_ID = 'us-east-1_ShopCustomers-local';
const LOCAL = `https://cognito-idp.us-east-1.amazonaws.com/${LOCAL_ID}`;
const KID = 'synthgate-local-1';

const opened: AuthorizedGateway[] = [];
let privateKey: KeyLike;
let keys: JSONWebKeySet;
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await openIssuer();
  const pair = await generateKeyPair('RS256', { extractable: true });
  privateKey = pair.privateKey;
  keys = { keys: [{ ...await exportJWK(pair.publicKey), kid: KID, alg: 'RS256' }] };
});
afterEach(() => Promise.all(opened.splice(0).map((gateway) => gateway.close())));
afterAll(() => issuer.close());

function open(sources: Partial<IssuerSources>, authorizer: object = { type: 'cognito-user-pools', userPools: [POOL] }): AuthorizedGateway {
  const authorizers = { Auth: authorizer } as never; // the reader checks it
  const resources = petsWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth' });
  const gateway = openGateway({ authorizers, resources }, { sources: { given: {}, local: undefined, ...sources } });
  opened.push(gateway);
  return gateway;
}

const signed = (claims: object = {}, kid = KID) =>
  new SignJWT({ iss: LOCAL, sub: 'alice', aud: 'pets', token_use: 'id', exp: Date.UTC(2026, 0, 1) / 1000, ...claims }).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
const call = async (gateway: AuthorizedGateway, token: Promise<string> | string) => gateway.send({ headers: { Authorization: `Bearer ${await token}` } });
const local = (): Partial<IssuerSources> => ({ local: createLocalJWKSet(keys) });

test('a pool that only a deployment knows works with the local issuer', async () => {
  const { status, event } = await call(open(local()), signed());
  expect([status, event?.requestContext.authorizer?.claims]).toEqual([200, expect.objectContaining({ sub: 'alice' })]);
});

test.each([
  ['another issuer', { iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Other' }, KID],
  ['an access token where an ID token is expected', { token_use: 'access' }, KID],
  ['a key that is not there; nothing is fetched', {}, 'other'],
  ['a local key that is not there', {}, 'synthgate-local-2'],
])('it is 401 for %s', async (_, claims, kid) => {
  expect(await call(open(local()), signed(claims, kid))).toMatchObject({ status: 401, error: { code: 'TOKEN_INVALID' } });
});

test('a token for a real pool is verified by the pool, a local one by the local issuer', async () => {
  const gateway = open(local(), { type: 'cognito-user-pools', userPools: [{ issuer: issuer.url }] });
  expect((await call(gateway, issuer.token())).status).toBe(200);
  expect((await call(gateway, signed({ iss: issuer.url }))).status).toBe(200);
  expect((await call(gateway, signed({ iss: issuer.url }, 'key-1'))).status).toBe(401);
});

test('LOCAL_TOKEN_REFUSED: its tokens are refused where the local issuer is not accepted', async () => {
  const gateway = open({}, { type: 'cognito-user-pools', userPools: [{ issuer: issuer.url }] });
  expect(await call(gateway, signed({ iss: issuer.url }))).toMatchObject({ status: 401, text: '{"message":"Unauthorized"}', error: { code: 'LOCAL_TOKEN_REFUSED' } });
});

test.each(['Customers', 'Shop/Customers', 'Shop/Customers.Arn', LOCAL_ID, LOCAL, 'Auth'])('--user-pool by %s: another issuer takes the place of the pool', async (name) => {
  const gateway = open({ given: { [name]: { issuer: issuer.url } } });
  expect((await call(gateway, issuer.token())).status).toBe(200);
  expect((await call(gateway, issuer.token({ iss: LOCAL }))).status).toBe(401);
});

test('--user-pool with a key set: the pool keeps its issuer', async () => {
  const gateway = open({ given: { Customers: { keys: { keys: keys.keys.map((key) => ({ ...key, kid: 'pool-key' })) } } } });
  expect((await call(gateway, signed({}, 'pool-key'))).status).toBe(200);
  expect((await call(gateway, signed({ iss: 'https://other.example.com' }, 'pool-key'))).status).toBe(401);
});

test('a JWT authorizer of a pool that only a deployment knows, with its client', async () => {
  const jwt = { type: 'jwt', issuer: 'https://cognito-idp.us-east-1.amazonaws.com/${token:Shop/Customers.Ref}', audience: ['${token:Shop/Client.Ref}'] };
  const gateway = open(local(), jwt);
  expect((await call(gateway, signed({ aud: 'ShopClient' }))).status).toBe(200);
  expect((await call(gateway, signed({ aud: 'other' }))).status).toBe(401);
  // with another issuer in place of the pool, only the client needs a value
  const withPool = openGateway({ authorizers: { Auth: jwt } as never, resources: petsWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth' }) }, {
    sources: { given: { Customers: { issuer: issuer.url } }, local: undefined }, values: { 'Shop/Client.Ref': 'web' },
  });
  opened.push(withPool);
  issuer.answer = (path) => (path.endsWith('openid-configuration') ? { text: JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` }) } : {});
  expect((await call(withPool, issuer.token({ aud: 'web' }))).status).toBe(200);
});
