import { AuthorizationType, Cors, MappedIntegration } from '../../lib/constructs';
import { declare, findingsOf, specOf } from '../support/declaration';

test('a resource with CORS protects all its methods but OPTIONS', () => {
  const { api, fn } = declare();
  const pets = api.root.addResource('pets');
  pets.addCorsPreflight();
  pets.addMethod('POST', new MappedIntegration(fn));
  pets.addMethod('GET', new MappedIntegration(fn));
  expect(specOf(api).resources['/pets']?.cors).toMatchObject({ methods: ['GET', 'POST'], allowMethods: ['GET', 'POST', 'OPTIONS'] });
});

test('a method with CORS protects itself only', () => {
  const { api, fn } = declare();
  const pets = api.root.addResource('pets');
  pets.addMethod('GET', new MappedIntegration(fn));
  pets.addMethod('POST', new MappedIntegration(fn), { cors: { allowOrigins: ['https://a.test'] } });
  pets.addMethod('PUT', new MappedIntegration(fn)).addCors({ allowOrigins: ['https://a.test'] });
  expect(specOf(api).resources['/pets']?.cors).toMatchObject({ methods: ['POST', 'PUT'], allowOrigins: ['https://a.test'] });
});

test('the default goes to all resources below that have a method', () => {
  const { api, fn } = declare({ defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS } });
  const pets = api.root.addResource('pets');
  pets.addResource('{id}').addMethod('GET', new MappedIntegration(fn));
  const { resources } = specOf(api);
  expect(resources['/pets']?.cors).toBeUndefined();
  expect(resources['/pets/{id}']?.cors).toMatchObject({ methods: ['GET'] });
  expect(findingsOf(api)).toEqual([]);
});

test('a default of its own wins over the one above', () => {
  const { api, fn } = declare({ defaultCorsPreflightOptions: {} });
  const pets = api.root.addResource('pets', { defaultCorsPreflightOptions: { allowOrigins: ['https://a.test'] } });
  pets.addResource('{id}').addMethod('GET', new MappedIntegration(fn));
  expect(specOf(api).resources['/pets/{id}']?.cors?.allowOrigins).toEqual(['https://a.test']);
});

test('an OPTIONS method of its own wins over a default, and conflicts with CORS that was asked for', () => {
  const { api, fn } = declare({ defaultCorsPreflightOptions: {} });
  const own = api.root.addResource('own');
  own.addMethod('GET', new MappedIntegration(fn));
  own.addMethod('OPTIONS', new MappedIntegration(fn));
  expect(specOf(api).resources['/own']?.cors).toBeUndefined();
  own.addCorsPreflight();
  expect(findingsOf(api)).toEqual(['CORS_OPTIONS_CONFLICT Pets/Default/own']);
});

test('methods that ask for different things are refused', () => {
  const { api, fn } = declare({ defaultCorsPreflightOptions: {} });
  api.root.addMethod('GET', new MappedIntegration(fn));
  api.root.addMethod('PUT', new MappedIntegration(fn), { cors: { allowOrigins: ['https://a.test'] } });
  expect(findingsOf(api)).toEqual(['CORS_SETTINGS_DIFFER Pets/Default/PUT']);
});

test('CORS on a resource without methods is reported', () => {
  const { api } = declare();
  api.root.addResource('empty').addCorsPreflight();
  expect(findingsOf(api)).toEqual(['warning CORS_WITHOUT_METHOD Pets/Default/empty']);
  expect(specOf(api).resources['/empty']?.cors).toBeUndefined();
});

// aws/aws-cdk#8615
test('neither authorization nor key of ANY reaches the preflight', () => {
  const { api, fn } = declare({
    defaultMethodOptions: { authorizationType: AuthorizationType.IAM, apiKeyRequired: true }, defaultCorsPreflightOptions: {},
  });
  api.root.addResource('pets').addMethod('ANY', new MappedIntegration(fn));
  const pets = specOf(api).resources['/pets'];
  expect(Object.keys(pets?.methods ?? {})).toEqual(['ANY']);
  expect(pets?.cors?.allowMethods).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'OPTIONS']);
  expect(api.routeTable()).toMatchInlineSnapshot(`
"ANY      /pets  → mapped Handler      AWS_IAM, api key
OPTIONS  /pets  → cors preflight (*)"
`);
});

test('a root that is lent the methods of a proxy resource is protected as that one is', () => {
  const { api, fn } = declare();
  const proxy = api.root.addProxy({ defaultIntegration: new MappedIntegration(fn) });
  proxy.addCorsPreflight();
  expect(specOf(api).resources['/']?.cors?.methods).toEqual(['ANY']);
  api.root.addMethod('OPTIONS', new MappedIntegration(fn));
  expect(specOf(api).resources['/']?.cors).toBeUndefined();
});
