import { Duration, HttpLambdaIntegration, HttpUrlIntegration, MappingValue, ParameterMapping, PayloadFormatVersion } from '../../../../lib/constructs';
import { declareHttp, httpFindings, httpSpecOf } from '../../../support/http-declaration';

test('format, mapping and time limit are those of the route', () => {
  const { api, fn } = declareHttp();
  const mapping = ParameterMapping.fromObject({ 'append:header.x-a': MappingValue.requestHeader('b'), 'overwrite:querystring.c': MappingValue.NONE });
  const integration = new HttpLambdaIntegration('Old', fn, { payloadFormatVersion: PayloadFormatVersion.VERSION_1_0, parameterMapping: mapping, timeout: Duration.seconds(30) });
  api.addRoutes({ path: '/a', integration });
  expect(httpSpecOf(api).resources['/a'].methods.ANY?.integration).toMatchObject({
    type: 'proxy', payloadFormatVersion: '1.0', timeoutMs: 30_000, requestMappings: { 'append:header.x-a': '$request.header.b', 'overwrite:querystring.c': '' },
  });
});

test.each([Duration.millis(49), Duration.millis(30_001), Duration.millis(60.5)])('refuses a time limit that HTTP APIs do not have, at each route', (timeout) => {
  const { api, fn } = declareHttp();
  api.addRoutes({ path: '/a', integration: new HttpLambdaIntegration('A', fn, { timeout }) });
  api.addRoutes({ path: '/b', integration: new HttpUrlIntegration('B', 'https://b.example.com', { timeout }) });
  expect(httpFindings(api)).toEqual(['INTEGRATION_TIMEOUT_INVALID Shop/ANY--a', 'INTEGRATION_TIMEOUT_INVALID Shop/ANY--b']);
});

test('refuses headers that belong to the service, and what is no URL', () => {
  const { api, fn } = declareHttp();
  api.addRoutes({ path: '/a', integration: new HttpLambdaIntegration('A', fn, { parameterMapping: new ParameterMapping().overwriteHeader('Authorization', MappingValue.custom('x')) }) });
  api.addRoutes({ path: '/b', integration: new HttpUrlIntegration('B', 'b.example.com') });
  expect(httpFindings(api)).toEqual([expect.stringContaining('SPEC_INVALID Shop/ANY--a'), expect.stringContaining('SPEC_INVALID Shop/ANY--b')]);
});
