import { GatewayError } from '../../../../lib/errors';
import { gatewayResponse } from '../../../../lib/runtime/pipeline/steps/gateway-response';
import { progress } from '../../../support/exchange';

describe('gateway response', () => {
  test.each([
    ['ROUTE_UNKNOWN', 403, '{"message":"Missing Authentication Token"}', 'MissingAuthenticationTokenException'],
    ['STAGE_UNKNOWN', 403, '{"message":"Forbidden"}', 'ForbiddenException'],
    ['API_KEY_REFUSED', 403, '{"message":"Forbidden"}', 'ForbiddenException'],
    ['RESULT_MALFORMED', 502, '{"message": "Internal server error"}', 'InternalServerErrorException'],
    ['FUNCTION_ERROR', 502, '{"message": "Internal server error"}', 'InternalServerErrorException'],
    ['FUNCTION_TIMEOUT', 502, '{"message": "Internal server error"}', 'InternalServerErrorException'],
    ['INTEGRATION_TIMEOUT', 504, '{"message": "Endpoint request timed out"}', 'InternalServerErrorException'],
    ['FUNCTION_UNRESOLVED', 500, '{"message": "Internal server error"}', 'InternalServerErrorException'],
    ['FUNCTION_THROTTLED', 500, '{"message": "Internal server error"}', 'InternalServerErrorException'],
    ['INTEGRATION_METHOD_NOT_POST', 500, '{"message": "Internal server error"}', 'InternalServerErrorException'],
    ['AUTHORIZER_CALL_FAILED', 500, '{"message":null}', 'AuthorizerConfigurationException'],
    ['KEY_SET_UNREACHABLE', 500, '{"message":null}', 'AuthorizerFailureException'],
    ['AUTHORIZER_UNAUTHORIZED', 401, '{"message":"Unauthorized"}', 'UnauthorizedException'],
    ['TOKEN_EXPIRED', 401, '{"message":"The incoming token has expired"}', 'UnauthorizedException'],
    ['AUTHORIZER_NOT_ALLOWED', 403, '{"Message":"User is not authorized to access this resource because no identity-based policy allows the execute-api:Invoke action"}', 'AccessDeniedException'],
    ['AUTHORIZER_DENIED', 403, '{"Message":"User is not authorized to access this resource with an explicit deny in an identity-based policy"}', 'AccessDeniedException'],
    ['SIGNATURE_MISSING', 403, '{"message":"Missing Authentication Token"}', 'MissingAuthenticationTokenException'],
    ['CREDENTIAL_UNKNOWN', 403, '{"message":"The security token included in the request is invalid."}', 'UnrecognizedClientException'],
    ['CREDENTIAL_EXPIRED', 403, '{"message":"The security token included in the request is expired"}', 'ExpiredTokenException'],
    ['METHOD_ARN_TOO_LONG', 414, '{"message":"Request URI too long"}', 'BadRequestException'],
    ['MEDIA_TYPE_UNSUPPORTED', 415, '{"message": "Unsupported Media Type"}', 'BadRequestException'],
    ['PARAMETER_BODY_NOT_JSON', 400, '{"message": "Invalid JSON in request body"}', 'BadRequestException'],
    ['RESPONSE_BODY_NOT_JSON', 500, '{"message": "Internal server error"}', 'InternalFailureException'],
    ['REQUEST_TOO_LARGE', 413, '{"message":"Request Too Long"}', 'RequestTooLargeException'],
    ['REQUEST_ABORTED', 400, '{"message":"Bad Request"}', 'BadRequestException'],
  ] as const)('%s is %i %s', (code, status, body, errorType) => {
    const reply = gatewayResponse(new GatewayError(code), progress());
    expect([reply.status, reply.body.toString()]).toEqual([status, body]);
    expect(reply.headers).toContainEqual({ name: 'x-amzn-ErrorType', value: errorType });
  });

  test.each([
    ['PAYLOAD_TOO_LARGE', { max: 10_485_760 }, 'HTTP content length exceeded 10485760 bytes.'],
    ['HEADERS_TOO_LARGE', { given: 10_241, max: 10_240 }, 'HTTP header is larger than 10240 bytes.'],
  ] as const)('%s is 413 in plain text, as the service answers before it knows the API', (code, details, text) => {
    const reply = gatewayResponse(new GatewayError(code, details), progress());
    expect([reply.status, reply.body.toString()]).toEqual([413, text]);
    expect(reply.headers).toEqual([{ name: 'Content-Type', value: 'text/plain' }]);
  });

  test('INTERNAL: an unknown error is 500 and reveals nothing to the client', () => {
    const reply = gatewayResponse(new TypeError('secret'), progress());
    expect(reply.status).toBe(500);
    expect(reply.body.toString()).toBe('{"message": "Internal server error"}');
    expect(reply.error?.code).toBe('INTERNAL');
  });
});
