import { GATEWAY_RESPONSE_TYPES } from '../../lib/errors';
import { GATEWAY_RESPONSE_DEFAULTS } from '../../lib/spec';
import { specInput, findingsIn } from '../support/spec';

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
const DOCUMENTED = {
  MISSING_AUTHENTICATION_TOKEN: 403, RESOURCE_NOT_FOUND: 404, INVALID_API_KEY: 403, THROTTLED: 429, QUOTA_EXCEEDED: 429, UNAUTHORIZED: 401,
  ACCESS_DENIED: 403, AUTHORIZER_FAILURE: 500, AUTHORIZER_CONFIGURATION_ERROR: 500, EXPIRED_TOKEN: 403, INVALID_SIGNATURE: 403,
  BAD_REQUEST_PARAMETERS: 400, BAD_REQUEST_BODY: 400, UNSUPPORTED_MEDIA_TYPE: 415, REQUEST_TOO_LARGE: 413, WAF_FILTERED: 403,
  API_CONFIGURATION_ERROR: 500, INTEGRATION_FAILURE: 504, INTEGRATION_TIMEOUT: 504,
} as const;

describe('gateway response types', () => {
  test.each(Object.entries(DOCUMENTED))('%s is %i', (type, status) => {
    expect(GATEWAY_RESPONSE_DEFAULTS[type as keyof typeof DOCUMENTED].statusCode).toBe(status);
  });

  test('there are 21: these, DEFAULT_4XX and DEFAULT_5XX', () => {
    expect([...GATEWAY_RESPONSE_TYPES].sort()).toEqual([...Object.keys(DOCUMENTED), 'DEFAULT_4XX', 'DEFAULT_5XX'].sort());
  });

  test.each(GATEWAY_RESPONSE_TYPES)('%s can be customized', (type) => {
    const response = {
      statusCode: '418',
      responseParameters: {
        'gatewayresponse.header.A': '\'a\'', 'gatewayresponse.header.B': 'context.requestId', 'gatewayresponse.header.C': 'stageVariables.v',
        'gatewayresponse.header.D': 'method.request.querystring.q',
      },
      responseTemplates: { 'application/json': '{"message":$context.error.messageString}' },
    };
    expect(findingsIn(specInput({ gatewayResponses: { [type]: response } }))).toEqual([]);
  });

  test.each([
    [{ NO_SUCH_TYPE: {} }],
    [{ DEFAULT_4XX: { statusCode: '600' } }],
    [{ DEFAULT_4XX: { responseParameters: { 'method.response.header.A': '\'a\'' } } }],
    [{ DEFAULT_4XX: { responseParameters: { 'gatewayresponse.header.A': 'no quotes' } } }],
    [{ DEFAULT_4XX: { responseParameters: { 'gatewayresponse.header.A': '\'a\r\nB: c\'' } } }],
  ])('%j is refused', (gatewayResponses) => {
    expect(findingsIn({ ...specInput(), gatewayResponses })).not.toEqual([]);
  });
});
