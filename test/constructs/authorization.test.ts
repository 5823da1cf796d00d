import { AuthorizationType, Cors, MockIntegration, TokenAuthorizer } from '../../lib/constructs';
import { declare, findingsOf, specOf } from '../support/declaration';

const JWT = { issuer: 'https://issuer.example/', audience: ['pets'] };

test('is NONE without a word', () => {
  const { api, fn } = declare();
  api.root.addMethod('GET', fn);
  expect(specOf(api).resources['/']?.methods.GET?.authorization).toEqual({ type: 'NONE' });
});

test('is what the method says, or what its authorizer is of', () => {
  const { api, fn } = declare();
  const authorizer = api.addJwtAuthorizer('jwt', JWT);
  api.root.addMethod('GET', fn, { authorizationType: AuthorizationType.IAM });
  api.root.addMethod('POST', fn, { authorizer, authorizationScopes: ['read'] });
  const { GET, POST } = specOf(api).resources['/']?.methods ?? {};
  expect([GET, POST].map((method) => method?.authorization)).toEqual([
    { type: 'AWS_IAM' }, { type: 'COGNITO_USER_POOLS', authorizer: 'Pets-jwt', scopes: ['read'] },
  ]);
});

test('of a method wins over the default, and an authorizer brings its kind along', () => {
  const { api, fn } = declare({ defaultMethodOptions: { authorizationType: AuthorizationType.IAM, apiKeyRequired: true } });
  const authorizer = api.addJwtAuthorizer('jwt', JWT);
  api.root.addMethod('GET', fn);
  api.root.addMethod('POST', fn, { authorizer, authorizationType: undefined, apiKeyRequired: undefined });
  api.root.addMethod('PUT', fn, { authorizationType: AuthorizationType.NONE });
  const { GET, POST, PUT } = specOf(api).resources['/']?.methods ?? {};
  expect([GET, POST, PUT].map((method) => method?.authorization.type)).toEqual(['AWS_IAM', 'COGNITO_USER_POOLS', 'NONE']);
  expect(POST?.apiKeyRequired).toBe(true);
});

test('is reported when it names no authorizer, one that is not there, or one of another kind', () => {
  const { api, fn } = declare();
  const authorizer = api.addJwtAuthorizer('jwt', JWT);
  api.root.addMethod('GET', fn, { authorizationType: AuthorizationType.CUSTOM });
  api.root.addMethod('PUT', fn, { authorizer: { authorizerId: 'elsewhere', authorizationType: AuthorizationType.CUSTOM } });
  api.root.addMethod('POST', fn, { authorizer, authorizationType: AuthorizationType.CUSTOM });
  expect(findingsOf(api).sort()).toEqual([
    'AUTHORIZER_KIND_MISMATCH Pets/Default/POST', 'AUTHORIZER_MISSING Pets/Default/GET', 'REFERENCE_UNRESOLVED Pets/Default/PUT',
  ]);
});

test('AUTHORIZER_UNUSED: NONE or IAM beside an authorizer, in a method or in defaults', () => {
  const { api, fn } = declare();
  const authorizer = api.addJwtAuthorizer('jwt', JWT);
  api.root.addMethod('GET', fn, { authorizer, authorizationType: AuthorizationType.NONE });
  api.root.addMethod('PUT', fn, { authorizer, authorizationType: AuthorizationType.IAM });
  api.root.addResource('a', { defaultMethodOptions: { authorizer, authorizationType: AuthorizationType.NONE } });
  expect(findingsOf(api)).toEqual(['AUTHORIZER_UNUSED Pets/Default/GET', 'AUTHORIZER_UNUSED Pets/Default/PUT', 'AUTHORIZER_UNUSED Pets/Default/a']);
  const open = declare({ defaultMethodOptions: { authorizer, authorizationType: AuthorizationType.NONE } });
  expect(findingsOf(open.api)).toEqual(['AUTHORIZER_UNUSED Pets/Default']);
});

test('NONE of a method or of the defaults of a resource wins over an inherited authorizer', () => {
  const { api, fn } = declare();
  const authorizer = api.addJwtAuthorizer('jwt', JWT);
  const pets = api.root.addResource('pets', { defaultMethodOptions: { authorizer, authorizationScopes: ['read'] } });
  pets.addMethod('GET', fn, { authorizationType: AuthorizationType.NONE });
  pets.addResource('open', { defaultMethodOptions: { authorizationType: AuthorizationType.NONE } }).addMethod('GET', fn);
  const { resources } = specOf(api);
  expect(['/pets', '/pets/open'].map((path) => resources[path]?.methods.GET?.authorization)).toEqual([{ type: 'NONE' }, { type: 'NONE' }]);
});

test('AUTHORIZATION_SCOPES_UNUSED: scopes that the authorization of their method does not check', () => {
  const { api, fn } = declare();
  const authorizationScopes = ['read'];
  const authorizer = new TokenAuthorizer(api, 'Token', { handler: fn });
  api.root.addMethod('GET', fn, { authorizationScopes });
  api.root.addMethod('PUT', fn, { authorizationScopes, authorizationType: AuthorizationType.IAM });
  api.root.addMethod('POST', fn, { authorizationScopes, authorizer });
  expect(findingsOf(api)).toEqual(['GET', 'PUT', 'POST'].map((method) => `AUTHORIZATION_SCOPES_UNUSED Pets/Default/${method}`));
});

// aws/aws-cdk#8615: the authorizer of ANY and of defaultMethodOptions applied to OPTIONS too, and browsers' preflights got 401.
test('never applies to a preflight', () => {
  const { api, fn } = declare({ defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS } });
  const authorizer = api.addJwtAuthorizer('jwt', JWT);
  const pets = api.root.addResource('pets', { defaultMethodOptions: { authorizer } });
  pets.addMethod('ANY', fn);
  pets.addResource('{id}').addMethod('GET', fn);
  expect(api.routeTable().split('\n').filter((line) => line.startsWith('OPTIONS')).join('\n')).not.toMatch(/COGNITO|CUSTOM|IAM/);
  expect(Object.values(specOf(api).resources).map(({ cors }) => cors?.methods)).toEqual([['ANY'], ['GET']]);
});

test('of an OPTIONS method of one\'s own is what its options say', () => {
  const { api, fn } = declare();
  const authorizer = api.addJwtAuthorizer('jwt', JWT);
  const pets = api.root.addResource('pets', { defaultMethodOptions: { authorizer } });
  pets.addMethod('ANY', fn);
  pets.addMethod('OPTIONS', new MockIntegration(), { authorizationType: AuthorizationType.NONE });
  expect(specOf(api).resources['/pets']?.methods.OPTIONS?.authorization).toEqual({ type: 'NONE' });
});
