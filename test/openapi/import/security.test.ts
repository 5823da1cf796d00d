import { CALL, findingsOf, methodOf, PROXY, specOf } from '../../support/openapi/imported';

const AUTHORIZER = 'x-amazon-apigateway-authorizer';
const AUTH_TYPE = 'x-amazon-apigateway-authtype';
const POOL = 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc';
const header = { type: 'apiKey', name: 'X-Token', in: 'header' };

const SCHEMES = {
  token: { ...header, [AUTH_TYPE]: 'custom', [AUTHORIZER]: { type: 'token', authorizerUri: CALL } },
  request: { ...header, [AUTHORIZER]: { type: 'REQUEST', authorizerUri: CALL, identitySource: 'method.request.header.A, context.stage', authorizerResultTtlInSeconds: '60' } },
  pool: { ...header, [AUTH_TYPE]: 'cognito_user_pools', [AUTHORIZER]: { type: 'cognito_user_pools', providerARNs: [POOL] } },
  sigv4: { ...header, [AUTH_TYPE]: 'awsSigv4' },
  key: { type: 'apiKey', name: 'x-API-key', in: 'header' },
  queryKey: { type: 'apiKey', name: 'x-api-key', in: 'query' },
  otherKey: { type: 'apiKey', name: 'api_key', in: 'header' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: { type: 'oauth2', flows: {} },
  openid: { type: 'openIdConnect', openIdConnectUrl: 'https://id.test' },
  jwt: { type: 'oauth2', [AUTHORIZER]: { type: 'jwt', jwtConfiguration: { issuer: 'https://id.test', audience: ['a'] } } },
  simple: { ...header, [AUTHORIZER]: { type: 'request', authorizerUri: CALL, enableSimpleResponses: true } },
  query: { ...header, in: 'query', [AUTHORIZER]: { type: 'token', authorizerUri: CALL } },
};

/** `CUSTOM token`, with `key` where one is required, and `501` where every call is answered so. */
function outcomeOf(security: unknown, nodes: object = {}): string {
  const operation = { ...PROXY, ...(security === undefined ? {} : { security }) };
  const { authorization, apiKeyRequired, integration } = methodOf(operation, { components: { securitySchemes: SCHEMES }, ...nodes });
  const name = 'authorizer' in authorization ? ` ${authorization.authorizer}` : '';
  const scopes = 'scopes' in authorization && authorization.scopes.length > 0 ? ` [${authorization.scopes.join(' ')}]` : '';
  return `${authorization.type}${name}${scopes}${apiKeyRequired ? ' key' : ''}${integration.type === 'unavailable' ? ' 501' : ''}`;
}

test.each([
  [undefined, 'NONE'],
  [[], 'NONE'],
  [[{}], 'NONE'],
  [[{ token: [] }], 'CUSTOM token'],
  [[{ request: [] }], 'CUSTOM request'],
  [[{ pool: [] }], 'COGNITO_USER_POOLS pool'],
  [[{ pool: ['read', 'write'] }], 'COGNITO_USER_POOLS pool [read write]'],
  [[{ sigv4: [] }], 'AWS_IAM'],
  [[{ key: [] }], 'NONE key'],
])('security %j: %s', (security, outcome) => {
  expect(outcomeOf(security)).toBe(outcome);
});

test.each([
  // as AWS SAM writes an authorizer and a key: API Gateway asks for both
  [[{ token: [] }, { key: [] }], 'CUSTOM token key'],
  [[{ key: [] }, { pool: ['a'] }], 'COGNITO_USER_POOLS pool [a] key'],
  [[{ token: [], key: [] }], 'CUSTOM token key'],
  [[{ sigv4: [], key: [] }], 'AWS_IAM key'],
  // of alternatives the first authorizer is taken: who satisfies it is let in by the document
  [[{ token: [] }, { pool: [] }], 'CUSTOM token'],
  [[{ oauth: [] }, { token: [] }], 'CUSTOM token'],
  [[{}, { token: [] }], 'CUSTOM token'],
  // together they ask for more than a method can
  [[{ token: [], pool: [] }], 'CUSTOM token 501'],
  [[{ token: [], oauth: [] }], 'CUSTOM token 501'],
  [[{ key: [], bearer: [] }], 'NONE key 501'],
])('several schemes %j: %s', (security, outcome) => {
  expect(outcomeOf(security)).toBe(outcome);
});

test.each([
  // as AWS SAM exempts a method from the default authorizer
  [[{ NONE: [] }], 'NONE'],
  [[{ NONE: [] }, { key: [] }], 'NONE key'],
  [[{ NONE: [] }, { token: [] }], 'CUSTOM token'],
  [[{ NONE: [], oauth: [] }], 'NONE 501'],
])('an exemption takes nothing away %j: %s', (security, outcome) => {
  expect(outcomeOf(security)).toBe(outcome);
});

test.each(['queryKey', 'otherKey', 'bearer', 'oauth', 'openid', 'jwt', 'simple', 'query', 'missing'])('a scheme that cannot be carried is never open: %s', (name) => {
  expect(outcomeOf([{ [name]: [] }])).toBe('NONE 501');
  expect(outcomeOf(undefined, { security: [{ [name]: [] }] })).toBe('NONE 501');
});

test.each([['token'], [{ token: [] }], [17], [true]])('security that is not a list is never open: %j', (security) => {
  expect(outcomeOf(security)).toBe('NONE 501');
});

test('a method that is not carried names its function, for route tables', () => {
  expect(methodOf({ ...PROXY, security: 'token' }).integration).toMatchObject({ type: 'unavailable', awsType: 'AWS_PROXY', declared: { function: 'Pets' } });
});

test.each([
  [['token']], [[null]], [[17]], [[[]]], [[{ $ref: '#/missing' }]], [[{ token: [] }, null]], [[JSON.parse('{"__proto__": []}')]],
])('a requirement that cannot be read is never open: %j', (security) => {
  expect(outcomeOf(security)).toBe('NONE 501');
  expect(outcomeOf(undefined, { security })).toBe('NONE 501');
});

test.each([
  'AWS_IAM', null, {}, { type: null }, { type: ['AWS_IAM'] }, { Type: 'AWS_IAM' }, { $ref: '#/missing' },
])('an x-amazon-apigateway-auth that is not understood is never open: %j', (auth) => {
  expect(methodOf({ ...PROXY, 'x-amazon-apigateway-auth': auth }).integration.type).toBe('unavailable');
});

test.each([[[{ missing: [] }, {}]], [[{}, { bearer: [] }]]])('an anonymous alternative takes nothing away: %j', (security) => {
  expect(outcomeOf(security)).toBe('NONE 501');
});

describe('the security of the document', () => {
  test('of null is never open', () => {
    expect(outcomeOf(undefined, { security: null })).toBe('NONE 501');
    expect(outcomeOf(null)).toBe('NONE 501');
  });

  const security = [{ token: [] }];

  test('applies to operations without their own', () => {
    expect(outcomeOf(undefined, { security })).toBe('CUSTOM token');
    expect(outcomeOf(null, { security })).toBe('CUSTOM token');
  });

  test('is replaced by that of the operation, also by an empty one', () => {
    expect(outcomeOf([], { security })).toBe('NONE');
    expect(outcomeOf([{ key: [] }], { security })).toBe('NONE key');
  });
});

describe('x-amazon-apigateway-auth', () => {
  const withAuth = (type: string, security?: unknown, nodes = {}) => {
    const { authorization, integration } = methodOf(
      { ...PROXY, 'x-amazon-apigateway-auth': { type }, ...(security === undefined ? {} : { security }) }, { components: { securitySchemes: SCHEMES }, ...nodes },
    );
    return `${authorization.type}${integration.type === 'unavailable' ? ' 501' : ''}`;
  };

  test('asks for signed requests', () => {
    expect(withAuth('aws_iam')).toBe('AWS_IAM');
    expect(withAuth('AWS_IAM', [{ sigv4: [] }])).toBe('AWS_IAM');
    expect(withAuth('AWS_IAM', [{ token: [] }])).toBe('AWS_IAM 501');
  });

  test('opens nothing that a scheme protects', () => {
    expect(withAuth('NONE')).toBe('NONE');
    expect(withAuth('NONE', [{ token: [] }])).toBe('CUSTOM');
    expect(withAuth('NONE', undefined, { security: [{ token: [] }] })).toBe('CUSTOM');
    expect(withAuth('CUSTOM')).toBe('NONE 501');
  });
});

describe('authorizers', () => {
  const authorizerOf = (scheme: object) => specOf({ swagger: '2.0', openapi: undefined, securityDefinitions: { 'my.auth': scheme } }).authorizers.my_auth;

  test('a token is in the header of its scheme', () => {
    expect(authorizerOf(SCHEMES.token)).toEqual({ type: 'token', function: 'Pets', identitySource: 'method.request.header.X-Token', resultsCacheTtlSeconds: 300 });
    expect(authorizerOf({ ...SCHEMES.token, [AUTHORIZER]: { type: 'token', authorizerUri: CALL, identityValidationExpression: '^x-[a-z]+', authorizerResultTtlInSeconds: 0 } }))
      .toMatchObject({ identityValidationExpression: '^x-[a-z]+', resultsCacheTtlSeconds: 0 });
  });

  test('a request authorizer lists its sources, or takes the header of its scheme', () => {
    expect(authorizerOf(SCHEMES.request)).toEqual({ type: 'request', function: 'Pets', identitySources: ['method.request.header.A', 'context.stage'], resultsCacheTtlSeconds: 60 });
    expect(authorizerOf({ ...header, [AUTHORIZER]: { type: 'request', authorizerUri: CALL } })).toMatchObject({ identitySources: ['method.request.header.X-Token'] });
    expect(authorizerOf({ ...header, [AUTHORIZER]: { type: 'request', authorizerUri: CALL, authorizerResultTtlInSeconds: 0 } })).toMatchObject({ identitySources: [] });
  });

  test('user pools that are not known let nobody in', () => {
    const unknown = { ...header, [AUTHORIZER]: { type: 'cognito_user_pools', providerARNs: [{ 'Fn::GetAtt': ['Pool', 'Arn'] }] } };
    expect(authorizerOf(unknown)).toMatchObject({ type: 'cognito-user-pools', userPools: [{ issuer: 'https://user-pool.invalid' }] });
    expect(findingsOf({ components: { securitySchemes: { unknown } } })).toEqual([expect.stringMatching(/^OPENAPI_USER_POOL_UNKNOWN .*\$\{Pool\.Arn\}/)]);
  });

  test('a function that nobody has refuses: it is unavailable', () => {
    const { functions, authorizers } = specOf({ components: { securitySchemes: { auth: { ...header, [AUTHORIZER]: { type: 'token' } } } } });
    expect(authorizers).toMatchObject({ auth: { function: 'auth' } });
    expect(functions).toMatchObject({ auth: { unavailable: 'the authorizer has no authorizerUri' } });
  });

  test('one that the spec refuses closes its methods', () => {
    const securitySchemes = { auth: { ...header, [AUTHORIZER]: { type: 'token', authorizerUri: CALL, identityValidationExpression: '(' } } };
    expect(outcomeOf([{ auth: [] }], { components: { securitySchemes } })).toBe('NONE 501');
  });

  test('a cache time that is not one caches nothing', () => {
    expect(authorizerOf({ ...header, [AUTHORIZER]: { type: 'token', authorizerUri: CALL, authorizerResultTtlInSeconds: 9_999 } })).toMatchObject({ resultsCacheTtlSeconds: 0 });
  });
});
