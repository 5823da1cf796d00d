import { ResponseType } from '../../lib/constructs';
import { GATEWAY_RESPONSE_TYPES } from '../../lib/errors';
import { declare, findingsOf, specOf } from '../support/declaration';

test('is in the spec by its type', () => {
  const { api } = declare();
  api.addGatewayResponse('NotFound', {
    type: ResponseType.MISSING_AUTHENTICATION_TOKEN, statusCode: '404', responseHeaders: { 'X-Why': '\'no route\'' }, templates: { 'application/json': '{}' },
  });
  expect(specOf(api).gatewayResponses).toEqual({
    MISSING_AUTHENTICATION_TOKEN: { statusCode: '404', responseParameters: { 'gatewayresponse.header.X-Why': '\'no route\'' }, responseTemplates: { 'application/json': '{}' } },
  });
});

test('every type of the service has its member', () => {
  expect(Object.values(ResponseType).sort()).toEqual([...GATEWAY_RESPONSE_TYPES].sort());
});

test('two of one type are refused', () => {
  const { api } = declare();
  api.addGatewayResponse('One', { type: ResponseType.THROTTLED });
  api.addGatewayResponse('Two', { type: ResponseType.THROTTLED });
  expect(findingsOf(api)).toEqual(['DUPLICATE_NAME Pets/Two']);
});

test('CORS on gateway errors: both defaults carry the origin', () => {
  const { api } = declare({
    corsOnGatewayErrors: true, defaultCorsPreflightOptions: { allowOrigins: ['https://a.example'], allowCredentials: true, exposeHeaders: ['X-A', 'X-B'] },
  });
  const headers = {
    'gatewayresponse.header.Access-Control-Allow-Origin': '\'https://a.example\'',
    'gatewayresponse.header.Access-Control-Allow-Credentials': '\'true\'',
    'gatewayresponse.header.Access-Control-Expose-Headers': '\'X-A,X-B\'',
  };
  const response = { responseParameters: headers };
  expect(specOf(api).gatewayResponses).toMatchObject({ DEFAULT_4XX: response, DEFAULT_5XX: response });
});

test('CORS_ON_ERRORS_AMBIGUOUS: several origins', () => {
  const allowOrigins = ['https://a.example', 'https://b.example'];
  const { api } = declare({ corsOnGatewayErrors: true, defaultCorsPreflightOptions: { allowOrigins } });
  expect(findingsOf(api)).toEqual(['CORS_ON_ERRORS_AMBIGUOUS Pets']);
});
