import { AuthorizationType, Cors, MockIntegration } from '../../lib/constructs';
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
  api.root.addMethod('PUT', fn, { authorizer, authorizationType: AuthorizationType.NONE });
  api.root.addMethod('POST', fn, { authorizer, authorizationScopes: ['read'] });
  const { GET, PUT, POST } = specOf(api).resources['/']?.methods ?? {};
  expect([GET, PUT, POST].map((method) => method?.authorization)).toEqual([
    { type: 'AWS_IAM' }, { type: 'NONE' }, { type: 'COGNITO_USER_POOLS', authorizer: 'Pets-jwt', scopes: ['read'] },
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
  api.root.addMethod('PUT', fn, { authorizer: { authorizerId: 'elsewhere' } });
  api.root.addMethod('POST', fn, { authorizer, authorizationType: AuthorizationType.CUSTOM });
  expect(findingsOf(api).sort()).toEqual([
    'AUTHORIZER_KIND_MISMATCH Pets/Default/POST', 'AUTHORIZER_MISSING Pets/Default/GET', 'REFERENCE_UNRESOLVED Pets/Default/PUT',
  ]);
});

// aws/aws-cdk#8615: the authorizer of ANY and of defaultMethodOptions stood on OPTIONS too, and browsers' preflights got 401.
test('never stands on a preflight', () => {
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
