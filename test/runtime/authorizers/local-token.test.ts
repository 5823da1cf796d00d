import { localClaims } from '../../../lib/runtime/authorizers/local-token';

const issuer = { issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Abc', audience: ['web'] };
const claimsOf = (request: Parameters<typeof localClaims>[1]) => {
  let id = 0;
  return localClaims(issuer, request, { now: () => 1_700_000_000_999, newId: () => `id-${++id}` });
};

test('an ID token has the claims of Cognito', () => {
  expect(claimsOf({ claims: { 'sub': 'alice', 'custom:tier': 'gold' }, groups: ['admin'] })).toEqual({
    'sub': 'alice', 'cognito:groups': ['admin'], 'iss': issuer.issuer, 'aud': 'web', 'cognito:username': 'alice', 'token_use': 'id', 'custom:tier': 'gold',
    'origin_jti': 'id-1', 'event_id': 'id-2', 'jti': 'id-3', 'auth_time': 1_700_000_000, 'iat': 1_700_000_000, 'exp': 1_700_003_600,
  });
});

test('an access token has a client, a user name and scopes, and no audience', () => {
  expect(claimsOf({ claims: { sub: 'alice' }, scopes: ['pets/read', 'openid'], expiresInSeconds: 60 })).toMatchObject({
    client_id: 'web', username: 'alice', scope: 'pets/read openid', token_use: 'access', exp: 1_700_000_060,
  });
  const { scope, aud } = claimsOf({ use: 'access' });
  expect([scope, aud]).toEqual(['aws.cognito.signin.user.admin', undefined]);
});

test('a user without a name is a new one; given claims win', () => {
  expect(claimsOf({})).toMatchObject({ 'sub': 'id-1', 'cognito:username': 'id-1' });
  expect(claimsOf({ clientId: 'app', claims: { 'sub': 'alice', 'cognito:username': 'Alice', 'exp': 7 } })).toMatchObject({ 'aud': 'app', 'cognito:username': 'Alice', 'exp': 7 });
});
