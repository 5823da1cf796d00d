import { Cors, Duration, MappedIntegration } from '../../lib/constructs';
import { corsSpecOf } from '../../lib/constructs/cors';
import { declare, findingsOf, specOf } from '../support/declaration';

test('defaults are those of the base specification', () => {
  const { api, fn } = declare();
  const pets = api.root.addResource('pets');
  pets.addMethod('POST', new MappedIntegration(fn));
  pets.addCorsPreflight();
  expect(specOf(api).resources['/pets']?.cors).toEqual({
    methods: ['POST'],
    allowOrigins: ['*'],
    allowMethods: ['POST', 'OPTIONS'],
    allowHeaders: ['Content-Type', 'X-Amz-Date', 'Authorization', 'X-Api-Key', 'Cache-Control', 'X-Requested-With'],
    allowCredentials: false,
    exposeHeaders: [],
    statusCode: 200,
  });
  expect(Cors.DEFAULT_HEADERS).toEqual(specOf(api).resources['/pets']?.cors?.allowHeaders);
});

test('default headers carry the word of the vendor', () => {
  const { api, fn } = declare({ vendor: { shortPrefix: 'acme' }, defaultCorsPreflightOptions: {} });
  api.root.addMethod('GET', fn);
  expect(specOf(api).resources['/']?.cors?.allowHeaders).toContain('X-Acme-Date');
});

test('every setting is in the spec', () => {
  const options = {
    allowOrigins: ['https://a.test', 'https://b.test'], allowHeaders: ['X-A'], allowMethods: ['GET', 'PUT'], allowCredentials: true,
    maxAge: Duration.minutes(1), exposeHeaders: ['X-B'], statusCode: 204,
  };
  expect(corsSpecOf(options, ['GET'], 'amz')).toEqual({
    methods: ['GET'], allowOrigins: ['https://a.test', 'https://b.test'], allowHeaders: ['X-A'], allowMethods: ['GET', 'PUT'],
    allowCredentials: true, maxAgeSeconds: 60, exposeHeaders: ['X-B'], statusCode: 204,
  });
  expect(corsSpecOf({ disableCache: true }, ['GET'], 'amz').maxAgeSeconds).toBe(-1);
});

test.each([
  [{ allowCredentials: true }, 'CORS_CREDENTIALS_WITH_ANY_ORIGIN Pets/Default'],
  [{ allowOrigins: ['*', 'https://a.test'] }, 'CORS_ORIGINS_AMBIGUOUS Pets/Default'],
  [{ maxAge: Duration.seconds(1), disableCache: true }, 'CORS_CACHE_AMBIGUOUS Pets/Default'],
  [{ allowOrigins: ['a.test'] }, 'SPEC_INVALID Pets/Default#/cors/allowOrigins/0'],
  [{ maxAge: Duration.millis(1_500) }, 'SPEC_INVALID Pets/Default#/cors/maxAgeSeconds'],
])('refuses %j', (options, expected) => {
  const { api, fn } = declare();
  api.root.addMethod('GET', new MappedIntegration(fn));
  api.root.addCorsPreflight(options);
  expect(findingsOf(api)).toEqual([expected]);
});
