import type { GatewaySpecInput } from '../../../lib/spec';
import { standardSecurity } from '../../../lib/openapi/standard/security-schemes';
import { complete, MOCK, specInput, type MethodInput } from '../../support/spec';

type Authorizers = NonNullable<GatewaySpecInput['authorizers']>;

function securityOf(authorizers: Authorizers, method: Partial<MethodInput> = {}, api: Partial<GatewaySpecInput['api']> = {}) {
  const spec = complete(specInput({
    api: { id: 'pets', name: 'Pets', ...api },
    authorizers,
    functions: { Check: { code: 'check', handler: 'index.handler' } },
    resources: { '/': { id: 'root', methods: { GET: { ...MOCK, ...method } } } },
  }));
  const { schemes, requirementsOf, losses } = standardSecurity(spec);
  return { schemes, losses, required: requirementsOf(spec.resources['/']!.methods.GET!) };
}

const custom = (authorizer: string): MethodInput['authorization'] => ({ type: 'CUSTOM', authorizer });
const pools = (authorizer: string, scopes: string[] = []): MethodInput['authorization'] => ({ type: 'COGNITO_USER_POOLS', authorizer, scopes });

test('an open method asks for nothing', () => {
  expect(securityOf({})).toEqual({ schemes: {}, losses: [], required: undefined });
});

test('a token in a header', () => {
  const { schemes, required } = securityOf({ Auth: { type: 'token', function: 'Check', identitySource: 'method.request.header.X-Token' } }, { authorization: custom('Auth') });
  expect(schemes).toEqual({ Auth: { type: 'apiKey', name: 'X-Token', in: 'header' } });
  expect(required).toEqual([{ Auth: [] }]);
});

test('a request by several parameters needs all of them, and the key', () => {
  const identitySources = ['method.request.header.X-Tenant', 'method.request.querystring.plan[]', 'context.identity.sourceIp'];
  const { schemes, required } = securityOf({ Auth: { type: 'request', function: 'Check', identitySources } }, { authorization: custom('Auth'), apiKeyRequired: true });
  expect(schemes).toEqual({
    'Auth-X-Tenant': { type: 'apiKey', name: 'X-Tenant', in: 'header' },
    'Auth-plan__': { type: 'apiKey', name: 'plan[]', in: 'query' },
    'api_key': { type: 'apiKey', name: 'X-Api-Key', in: 'header' },
  });
  expect(required).toEqual([{ 'Auth-X-Tenant': [], 'Auth-plan__': [], 'api_key': [] }]);
});

test('OPENAPI_SECURITY_NOT_EXPRESSIBLE: what clients do not send by name has no scheme', () => {
  const authorizer = { type: 'request', function: 'Check', identitySources: ['context.identity.sourceIp'] } as const;
  const { schemes, required, losses } = securityOf({ Auth: { ...authorizer, identitySources: [...authorizer.identitySources] } }, { authorization: custom('Auth') });
  expect([schemes, required]).toEqual([{}, undefined]);
  expect(losses).toMatchObject([{ code: 'OPENAPI_SECURITY_NOT_EXPRESSIBLE', severity: 'loss', location: 'Pets/authorizer Auth' }]);
});

test('tokens of user pools, any of them, with scopes', () => {
  const userPools = [{ arn: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc' }, { issuer: 'https://issuer.test/' }];
  const { schemes, required } = securityOf({ Pools: { type: 'cognito-user-pools', userPools } }, { authorization: pools('Pools', ['pets/read']) });
  expect(schemes).toEqual({
    'Pools-1': { type: 'openIdConnect', openIdConnectUrl: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc/.well-known/openid-configuration' },
    'Pools-2': { type: 'openIdConnect', openIdConnectUrl: 'https://issuer.test/.well-known/openid-configuration' },
  });
  expect(required).toEqual([{ 'Pools-1': ['pets/read'] }, { 'Pools-2': ['pets/read'] }]);
});

test('tokens of an issuer that is not known yet are bearer tokens', () => {
  const { schemes } = securityOf({ Jwt: { type: 'jwt', issuer: '${token:Issuer}', audience: ['pets'] } });
  expect(schemes).toEqual({ Jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } });
});

test('tokens in another header are what OpenAPI calls an API key, which has no scopes', () => {
  const jwt = { type: 'jwt', issuer: 'https://issuer.test', audience: ['pets'], identitySource: 'method.request.header.X-Token' } as const;
  const { schemes, required } = securityOf({ Jwt: { ...jwt, audience: ['pets'] } }, { authorization: pools('Jwt', ['pets/read']) });
  expect(schemes).toEqual({ Jwt: { type: 'apiKey', name: 'X-Token', in: 'header' } });
  expect(required).toEqual([{ Jwt: [] }]);
});

test('signed requests', () => {
  const { schemes, required } = securityOf({}, { authorization: { type: 'AWS_IAM' } });
  expect(schemes).toMatchObject({ sigv4: { type: 'apiKey', name: 'Authorization', in: 'header' } });
  expect(required).toEqual([{ sigv4: [] }]);
});

test('a key that the authorizer brings is not asked of the client', () => {
  const { schemes, required } = securityOf({}, { apiKeyRequired: true }, { apiKeySource: 'AUTHORIZER' });
  expect([schemes, required]).toEqual([{}, undefined]);
});
