import { GatewayError } from '../../../lib/errors';
import { openGateway, openIssuer, petsWith, type AuthorizedGateway, type TestIssuer } from '../../support/authorizers';

let issuer: TestIssuer;
let secondIssuer: TestIssuer;
let gateway: AuthorizedGateway;

beforeAll(async () => {
  [issuer, secondIssuer] = await Promise.all([openIssuer(), openIssuer()]);
  const authorizers = { Auth: { type: 'cognito-user-pools' as const, userPools: [{ issuer: issuer.url }, { issuer: secondIssuer.url }] } };
  const backend = (scopes: string[]) => petsWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth', scopes })['/pets'];
  gateway = openGateway({ authorizers, resources: { '/pets': backend([]), '/scoped': { ...backend(['pets/read', 'pets/write']), id: 'scoped' } } });
});
afterAll(() => Promise.all([gateway.close(), issuer.close(), secondIssuer.close()]));

const send = (token: string, path = '/prod/pets') => gateway.send({ path, headers: { Authorization: token } });

test('tokens of each pool are taken, and only with its own key', async () => {
  expect((await send(await issuer.token())).status).toBe(200);
  expect((await send(await secondIssuer.token())).status).toBe(200);
  expect((await send(await secondIssuer.token({ iss: issuer.url }))).status).toBe(401);
});

test('claims are texts: lists joined, times as the service writes them', async () => {
  const iat = Date.UTC(2025, 10, 20, 23, 5, 6) / 1000;
  const { event } = await send(await issuer.token({ iat, 'exp': iat + 7200, 'cognito:groups': ['a', 'b'], 'email_verified': true, 'n': 7, 'o': { a: 1 } }));
  expect(event?.requestContext.authorizer).toEqual({
    claims: {
      'iss': issuer.url, 'sub': 'user-1', 'aud': 'pets', 'token_use': 'id', 'cognito:groups': 'a,b', 'email_verified': 'true', 'n': '7', 'o': '{"a":1}',
      'iat': 'Thu Nov 20 23:05:06 UTC 2025', 'exp': 'Fri Nov 21 01:05:06 UTC 2025',
    },
  });
});

test.each([
  [[{ userId: '1', dateCreated: '1700000000000' }], '{"userId":"1","dateCreated":"1700000000000"}'],
  [[{ userId: '1' }, { userId: '2' }], '{"userId":"1"},{"userId":"2"}'],
  [['a', 7, true, ['b', { c: 1 }]], 'a,7,true,b,{"c":1}'],
  [[], ''],
])('a claim that is a list has no brackets: %j', async (identities, text) => {
  const { event } = await send(await issuer.token({ identities }));
  expect(event?.requestContext.authorizer?.claims).toMatchObject({ identities: text });
});

test('without scopes identity tokens are taken, access tokens are not', async () => {
  expect((await send(await issuer.token({ token_use: 'id' }))).status).toBe(200);
  expect(await send(await issuer.token({ token_use: 'access' }))).toMatchObject({ status: 401, error: { code: 'TOKEN_INVALID' } });
});

test.each(['/prod/pets', '/prod/scoped'])('a token that does not say what it is for is refused by %s', async (path) => {
  for (const token_use of [undefined, '', 'ID', ['id', 'access']]) {
    expect(await send(await issuer.token({ token_use, scope: 'pets/read' }), path)).toMatchObject({ status: 401, error: { code: 'TOKEN_INVALID' } });
  }
});

test.each([
  [{ token_use: 'access', scope: 'openid pets/read' }, 200, undefined],
  [{ token_use: 'access', scope: 'pets/write' }, 200, undefined],
  [{ token_use: 'access', scope: 'openid' }, 401, 'TOKEN_SCOPE_MISSING'],
  [{ token_use: 'access', scope: 'pets/readonly' }, 401, 'TOKEN_SCOPE_MISSING'],
  [{ token_use: 'access' }, 401, 'TOKEN_SCOPE_MISSING'],
  [{ token_use: 'id', scope: 'pets/read' }, 401, 'TOKEN_INVALID'],
])('with scopes %j is %i', async (claims, status, code) => {
  const answer = await send(await issuer.token(claims), '/prod/scoped');
  expect([answer.status, answer.error?.code]).toEqual([status, code]);
});

test('$context.authorizer.claims.x is a text in templates, and the claims as a whole print nothing', async () => {
  const responseTemplates = { 'application/json': '$context.authorizer.claims.sub [$context.authorizer.claims]' };
  const integration = { type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{ statusCode: '200', responseTemplates }] };
  const method = { authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Auth' }, methodResponses: { 200: {} }, integration } as never;
  const opened = openGateway({
    authorizers: { Auth: { type: 'cognito-user-pools', userPools: [{ issuer: issuer.url }] } }, resources: { '/pets': { id: 'pets', methods: { GET: method } } },
  });
  expect((await opened.send({ headers: { Authorization: await issuer.token() } })).text).toBe('user-1 []');
  await opened.close();
});

test('a token of the definition that becomes no user pool is refused at load', () => {
  const open = (value: string) => openGateway({
    authorizers: { Auth: { type: 'cognito-user-pools', userPools: [{ arn: '${token:Pool.Arn}' }] } }, resources: petsWith({ type: 'NONE' }),
  }, { values: { 'Pool.Arn': value } });
  const codeOf = (action: () => unknown) => {
    try {
      action();
    } catch (error) {
      if (GatewayError.isGatewayError(error)) return error.code;
    }
    return 'none';
  };
  expect(codeOf(() => open('arn:aws:s3:::bucket'))).toBe('SPEC_INVALID');
  expect(codeOf(() => open('arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc'))).toBe('none');
});
