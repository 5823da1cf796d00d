import type { GatewaySpec } from '../../../lib/spec';
import { lowerJwt } from '../../../lib/aws/lower/jwt';
import { complete, specInput } from '../../support/spec';

const JWT = { type: 'jwt', issuer: 'https://id.example.com', audience: ['pets'] };
const POOL = { type: 'cognito-user-pools', userPools: [{ arn: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_a' }] };
const methodWith = (authorizer: string, integration: object, scopes: string[] = []) =>
  ({ authorization: { type: 'COGNITO_USER_POOLS', authorizer, scopes }, methodResponses: { 200: {} }, integration });
const mock = (text: string) => ({ type: 'mock', requestTemplates: { 'application/json': text }, responses: [{ statusCode: '200' }] });

function specOf(methods: object, authorizers: object = { Jwt: JWT }, rest: object = {}): GatewaySpec {
  return complete(specInput({
    functions: { Fn: { code: 'fn', handler: 'index.handler' } }, authorizers, resources: { '/': { id: 'root', methods } }, ...rest,
  } as never));
}

test('an API without such an authorizer stays as it is', () => {
  const spec = specOf({ GET: methodWith('Pool', mock('x')) }, { Pool: POOL });
  expect(lowerJwt(spec)).toEqual({ spec, losses: [] });
});

test('becomes a function that is asked about every request, with its settings and the scopes of its methods', () => {
  const spec = specOf({ GET: methodWith('Jwt', mock('x'), ['a', 'b']), ANY: methodWith('Jwt', mock('x')), PUT: methodWith('Pool', mock('x')) }, { Jwt: JWT, Pool: POOL });
  const { spec: lowered, shipped } = lowerJwt(spec);
  expect(lowered.authorizers).toEqual({
    Jwt: { type: 'request', function: 'synthgate-jwt-Jwt', identitySources: ['method.request.header.Authorization'], resultsCacheTtlSeconds: 0 },
    Pool: spec.authorizers.Pool,
  });
  expect(lowered.resources['/'].methods).toMatchObject({
    GET: { authorization: { type: 'CUSTOM', authorizer: 'Jwt' } }, ANY: { authorization: { type: 'CUSTOM', authorizer: 'Jwt' } },
    PUT: { authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Pool' } },
  });
  expect(shipped).toMatchObject([{ name: 'synthgate-jwt-Jwt', authorizer: 'Jwt', methods: { 'GET /': ['a', 'b'], 'ANY /': [] } }]);
  expect(JSON.parse(lowered.functions['synthgate-jwt-Jwt'].environment.SYNTHGATE_JWT)).toEqual({
    name: 'Jwt', issuer: 'https://id.example.com', audience: ['pets'], identitySource: 'method.request.header.Authorization',
  });
});

test('what its methods map of claims is renamed, and what other methods map is not', () => {
  const text = '$context.authorizer.claims.sub ${context.authorizer.claims.sub} $context.authorizer.claims["a"] $context.authorizer.claimsX';
  const { spec, losses } = lowerJwt(specOf({ GET: methodWith('Jwt', mock(text)), PUT: methodWith('Pool', mock(text)) }, { Jwt: JWT, Pool: POOL }));
  expect(spec.resources['/'].methods).toMatchObject({
    GET: { integration: mock('$context.authorizer.sub ${context.authorizer.sub} $context.authorizer["a"] $context.authorizer.claimsX') },
    PUT: { integration: mock(text) },
  });
  expect(losses).toEqual([]);
});

test.each<[string, object, object, object]>([
  ['functions that read claims', { GET: methodWith('Jwt', { type: 'proxy', function: 'Fn' }) }, {}, { code: 'AWS_JWT_CLAIMS' }],
  ['access logs with claims', { GET: methodWith('Jwt', mock('x')) },
    { stages: { prod: { accessLog: { format: '$context.requestId $context.authorizer.claims.sub', destination: 'stdout' } } } }, { code: 'AWS_JWT_CLAIMS' }],
])('%s are a loss', (_, methods, rest, loss) => {
  expect(lowerJwt(specOf(methods, { Jwt: JWT }, rest)).losses).toMatchObject([{ ...loss, severity: 'loss', location: 'Pets/authorizer Jwt' }]);
});

test('an issuer on this machine is a loss: it is another machine there', () => {
  const methods = { GET: methodWith('Jwt', mock('x')) };
  expect(lowerJwt(specOf(methods, { Jwt: { ...JWT, issuer: 'http://localhost:9000' } })).losses).toMatchObject([{ code: 'AWS_BACKEND_LOCAL' }]);
});
