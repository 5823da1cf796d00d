import type { GatewaySpecInput } from '../../../lib/spec';
import { apiGatewaySecurity } from '../../../lib/openapi/api-gateway/security-schemes';
import { valuesOfAccount } from '../../../lib/openapi';
import { complete, MOCK, specInput, type MethodInput } from '../../support/spec';

const values = valuesOfAccount({ region: 'eu-west-1', accountId: '123456789012', partition: 'aws' });
const uri = 'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:Check/invocations';
const POOL = 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc';

function securityOf(authorizers: NonNullable<GatewaySpecInput['authorizers']>, method: Partial<MethodInput> = {}) {
  const spec = complete(specInput({
    authorizers,
    functions: { Check: { code: 'check', handler: 'index.handler' } },
    resources: { '/': { id: 'root', methods: { GET: { ...MOCK, ...method } } } },
  }));
  const { schemes, requirementsOf, losses } = apiGatewaySecurity(spec, values);
  return { schemes, losses, required: requirementsOf(spec.resources['/']!.methods.GET!) };
}

test('an open method asks for nothing', () => {
  expect(securityOf({})).toEqual({ schemes: {}, losses: [], required: undefined });
});

test('a token authorizer', () => {
  const authorizer = { type: 'token', function: 'Check', identitySource: 'method.request.header.X-Token', identityValidationExpression: 'a+', resultsCacheTtlSeconds: 0 } as const;
  expect(securityOf({ ByToken: authorizer }, { authorization: { type: 'CUSTOM', authorizer: 'ByToken' } })).toEqual({
    schemes: {
      ByToken: {
        type: 'apiKey', name: 'X-Token', in: 'header', 'x-amazon-apigateway-authtype': 'custom',
        'x-amazon-apigateway-authorizer': { type: 'token', authorizerUri: uri, identityValidationExpression: 'a+', authorizerResultTtlInSeconds: 0 },
      },
    },
    required: [{ ByToken: [] }],
    losses: [],
  });
});

test('a request authorizer', () => {
  const identitySources = ['method.request.header.A', 'method.request.querystring.b', 'context.identity.sourceIp'];
  const { schemes } = securityOf({ ByRequest: { type: 'request', function: 'Check', identitySources } });
  expect(schemes.ByRequest).toEqual({
    type: 'apiKey', name: 'Unused', in: 'header', 'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      type: 'request', authorizerUri: uri, authorizerResultTtlInSeconds: 300,
      identitySource: 'method.request.header.A, method.request.querystring.b, context.identity.sourceIp',
    },
  });
});

test('user pools with scopes', () => {
  const userPools = [{ arn: POOL }, { issuer: 'https://issuer.test' }];
  const { schemes, required } = securityOf({ Pools: { type: 'cognito-user-pools', userPools } }, { authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Pools', scopes: ['pets/read'] } });
  expect(schemes.Pools).toEqual({
    type: 'apiKey', name: 'Authorization', in: 'header', 'x-amazon-apigateway-authtype': 'cognito_user_pools',
    'x-amazon-apigateway-authorizer': { type: 'cognito_user_pools', providerARNs: [POOL], authorizerResultTtlInSeconds: 300 },
  });
  expect(required).toEqual([{ Pools: ['pets/read'] }]);
});

test('signed requests and API keys, both asked for', () => {
  expect(securityOf({}, { authorization: { type: 'AWS_IAM' }, apiKeyRequired: true })).toEqual({
    schemes: {
      sigv4: { type: 'apiKey', name: 'Authorization', in: 'header', 'x-amazon-apigateway-authtype': 'awsSigv4' },
      api_key: { type: 'apiKey', name: 'x-api-key', in: 'header' },
    },
    required: [{ sigv4: [] }, { api_key: [] }],
    losses: [],
  });
});

test('an authorizer may have the name of a scheme', () => {
  const { schemes, required } = securityOf({ api_key: { type: 'token', function: 'Check' } }, { apiKeyRequired: true });
  expect(Object.keys(schemes).sort()).toEqual(['api_key', 'api_key_']);
  expect(required).toEqual([{ api_key_: [] }]);
});

const OTHERS: readonly [string, NonNullable<GatewaySpecInput['authorizers']>[string]][] = [
  ['jwt', { type: 'jwt', issuer: 'https://issuer.test', audience: ['pets'] }],
  ['a pool without an ARN', { type: 'cognito-user-pools', userPools: [{ issuer: 'https://issuer.test' }] }],
];

test.each(OTHERS)('OPENAPI_AUTHORIZER_CLOSED: what API Gateway does not have closes the method: %s', (_, authorizer) => {
  const { schemes, required, losses } = securityOf({ Other: authorizer }, { authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Other' } });
  expect(Object.keys(schemes)).toEqual(['sigv4']);
  expect(required).toEqual([{ sigv4: [] }]);
  expect(losses).toMatchObject([{ code: 'OPENAPI_AUTHORIZER_CLOSED', severity: 'loss', location: 'Pets/authorizer Other' }]);
});
