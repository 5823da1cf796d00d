import { Duration, HttpLambdaAuthorizer, HttpLambdaResponseType } from '../../../../lib/constructs';
import { declareHttp, httpFindings, httpSpecOf } from '../../../support/http-declaration';

test('policies with format 1.0 and five minutes of cache are the default, as in the CDK', () => {
  const { api, pets, fn } = declareHttp();
  const guard = new HttpLambdaAuthorizer('Guard', fn);
  for (const path of ['/a', '/b']) api.addRoutes({ path, integration: pets, authorizer: guard });
  const { authorizers, resources } = httpSpecOf(api);
  expect(authorizers).toEqual({
    Guard: { type: 'request', function: 'Handler', identitySources: ['$request.header.Authorization'], payloadFormatVersion: '1.0', enableSimpleResponses: false, resultsCacheTtlSeconds: 300 },
  });
  expect(resources['/b'].methods.ANY?.authorization).toEqual({ type: 'CUSTOM', authorizer: 'Guard' });
});

test('simple answers take format 2.0', () => {
  const { api, pets, fn } = declareHttp();
  const guard = new HttpLambdaAuthorizer('Guard', fn, {
    authorizerName: 'keys', responseTypes: [HttpLambdaResponseType.IAM, HttpLambdaResponseType.SIMPLE], identitySource: [], resultsCacheTtl: Duration.seconds(0),
  });
  api.addRoutes({ path: '/a', integration: pets, authorizer: guard });
  expect(httpSpecOf(api).authorizers).toMatchObject({ keys: { payloadFormatVersion: '2.0', enableSimpleResponses: true, identitySources: [], resultsCacheTtlSeconds: 0 } });
});

test.each([Duration.hours(2), Duration.millis(1_500)])('refuses a cache of another length, at the authorizer', (resultsCacheTtl) => {
  const { api, pets, fn } = declareHttp();
  api.addRoutes({ path: '/a', integration: pets, authorizer: new HttpLambdaAuthorizer('Guard', fn, { resultsCacheTtl }) });
  expect(httpFindings(api)).toEqual(['AUTHORIZER_SETTING_INVALID Shop/Guard']);
});

test('refuses identity sources of REST APIs', () => {
  const { api, pets, fn } = declareHttp();
  api.addRoutes({ path: '/a', integration: pets, authorizer: new HttpLambdaAuthorizer('Guard', fn, { identitySource: ['method.request.header.a'] }) });
  expect(httpFindings(api)).toEqual(['IDENTITY_SOURCE_FORM Shop/Guard']);
});
