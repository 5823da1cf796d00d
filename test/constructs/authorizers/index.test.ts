import { RootConstruct } from 'constructs';
import {
  Api, Authorizer, CognitoUserPoolsAuthorizer, Duration, IdentitySource, JwtAuthorizer, MockIntegration, RequestAuthorizer, TokenAuthorizer,
  UserPool,
} from '../../../lib/constructs';
import { declare, findingsOf, newFunction, specOf } from '../../support/declaration';

test('each kind is in the spec with its defaults', () => {
  const { api, fn } = declare();
  new TokenAuthorizer(api, 'Token', { handler: fn });
  new RequestAuthorizer(api, 'Request', { handler: fn, identitySources: [IdentitySource.header('X-Tenant'), IdentitySource.queryString('q')] });
  new CognitoUserPoolsAuthorizer(api, 'Pools', { cognitoUserPools: [UserPool.fromUserPoolArn('arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc')] });
  new JwtAuthorizer(api, 'Jwt', { issuer: 'https://issuer.example/', audience: ['pets'] });
  const header = 'method.request.header.Authorization';
  expect(specOf(api).authorizers).toEqual({
    'Pets-Token': { type: 'token', function: 'Handler', identitySource: header, resultsCacheTtlSeconds: 300 },
    'Pets-Request': {
      type: 'request', function: 'Handler', resultsCacheTtlSeconds: 300,
      identitySources: ['method.request.header.X-Tenant', 'method.request.querystring.q'],
    },
    'Pets-Pools': {
      type: 'cognito-user-pools', identitySource: header, resultsCacheTtlSeconds: 300,
      userPools: [{ arn: 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_abc' }],
    },
    'Pets-Jwt': { type: 'jwt', issuer: 'https://issuer.example/', audience: ['pets'], identitySource: header },
  });
});

test('each kind takes its settings', () => {
  const { api, fn } = declare();
  const identitySource = IdentitySource.header('X-Token');
  new TokenAuthorizer(api, 'Token', { authorizerName: 'token', handler: fn, identitySource, validationRegex: '\\w+', resultsCacheTtl: Duration.seconds(0) });
  new RequestAuthorizer(api, 'Request', { authorizerName: 'request', handler: fn, identitySources: [], resultsCacheTtl: Duration.seconds(0) });
  new CognitoUserPoolsAuthorizer(api, 'Pools', { authorizerName: 'pools', cognitoUserPools: [UserPool.fromIssuer('http://localhost:9000')], identitySource, resultsCacheTtl: Duration.minutes(60) });
  new JwtAuthorizer(api, 'Jwt', { authorizerName: 'jwt', issuer: 'https://i.example', audience: ['a'], jwksUri: 'https://i.example/keys', identitySource });
  expect(specOf(api).authorizers).toMatchObject({
    token: { identitySource, identityValidationExpression: '\\w+', resultsCacheTtlSeconds: 0 },
    request: { identitySources: [], resultsCacheTtlSeconds: 0 },
    pools: { userPools: [{ issuer: 'http://localhost:9000' }], identitySource, resultsCacheTtlSeconds: 3600 },
    jwt: { jwksUri: 'https://i.example/keys', identitySource },
  });
});

test('identity sources are texts', () => {
  expect([IdentitySource.header('A'), IdentitySource.queryString('b'), IdentitySource.stageVariable('c'), IdentitySource.context('identity.sourceIp')])
    .toEqual(['method.request.header.A', 'method.request.querystring.b', 'stageVariables.c', 'context.identity.sourceIp']);
});

test('one outside the API belongs to the APIs whose methods name it, with its function', () => {
  const root = new RootConstruct();
  const decide = newFunction(root, 'Decide');
  const authorizer = new TokenAuthorizer(root, 'Auth', { handler: decide });
  const [one, other] = [new Api(root, 'One'), new Api(root, 'Other')];
  one.root.addMethod('GET', new MockIntegration(), { authorizer });
  other.root.addMethod('GET', new MockIntegration());
  expect(Object.keys(specOf(one).authorizers)).toEqual(['Auth']);
  expect(Object.keys(specOf(one).functions)).toEqual(['Decide']);
  expect(specOf(other)).toMatchObject({ authorizers: {}, functions: {} });
  expect(one._collect().functions).toEqual([decide]);
});

test('is told apart by its mark', () => {
  const { api, fn } = declare();
  expect(Authorizer.isAuthorizer(new TokenAuthorizer(api, 'A', { handler: fn }))).toBe(true);
  expect([api, undefined, null, {}].map(Authorizer.isAuthorizer)).toEqual([false, false, false, false]);
});

test('what is wrong is found at the authorizer', () => {
  const { api, fn } = declare();
  new RequestAuthorizer(api, 'Request', { handler: fn, identitySources: [] });
  new TokenAuthorizer(api, 'Token', { handler: fn, validationRegex: '(' });
  new JwtAuthorizer(api, 'Jwt', { issuer: 'http://issuer.example', audience: ['pets'] });
  const findings = findingsOf(api);
  expect(findings).toEqual(expect.arrayContaining(['IDENTITY_SOURCES_EMPTY Pets/Request', 'VALIDATION_EXPRESSION_INVALID Pets/Token']));
  expect(findings.join('\n')).toContain('SPEC_INVALID Pets/Jwt#/issuer');
});

test('TOO_MANY_AUTHORIZERS: the eleventh, or as many as AWS allowed', () => {
  const { api } = declare();
  const add = (count: number) => Array.from({ length: count }, (_, index) => api.addJwtAuthorizer(`Jwt${count}-${index}`, { issuer: 'https://i.example', audience: ['a'] }));
  add(10);
  expect(findingsOf(api)).toEqual([]);
  add(1);
  expect(findingsOf(api)).toEqual(['TOO_MANY_AUTHORIZERS Pets']);
  const raised = declare({ quotas: { authorizers: 11 } }).api;
  for (let count = 0; count < 11; count += 1) raised.addJwtAuthorizer(`Jwt${count}`, { issuer: 'https://i.example', audience: ['a'] });
  expect(findingsOf(raised)).toEqual([]);
});

test.each([Duration.millis(500), Duration.seconds(3601)])('AUTHORIZER_SETTING_INVALID: results cannot be remembered that long', (resultsCacheTtl) => {
  const { api, fn } = declare();
  new TokenAuthorizer(api, 'A', { handler: fn, resultsCacheTtl });
  expect(findingsOf(api)).toEqual(['AUTHORIZER_SETTING_INVALID Pets/A']);
});

test('AUTHORIZER_SETTING_INVALID: a user pool that nothing is known of', () => {
  const { api } = declare();
  new CognitoUserPoolsAuthorizer(api, 'A', { cognitoUserPools: [{}] });
  expect(findingsOf(api)).toEqual(['AUTHORIZER_SETTING_INVALID Pets/A']);
});
