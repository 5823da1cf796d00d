import { GatewayError } from '../../../lib/errors';
import { gatewayResponse } from '../../../lib/runtime/steps/gateway-response';
import { validate } from '../../../lib/runtime/steps/validate';
import { codeOf } from '../../support/error-code';
import { plan, received, scene, SILENT_INTEGRATION, validated } from '../../support/exchange';

describe('validate (base specification, Endpoints, rule 6)', () => {
  const post = (body: string, contentType = 'application/json', requiresJsonBody = true, method = 'POST') => () =>
    validate(validated({
      received: received({ method, body: Buffer.from(body) }),
      headers: [{ name: 'Content-Type', value: contentType }],
      plan: plan({ integration: { ...SILENT_INTEGRATION, requiresJsonBody } }),
    }));

  test.each([['a form', 'a=1&b=2'], ['text behind', '{"a":1}x'], ['NaN', '{"a":NaN}'], ['a bare word', 'hello']])('BODY_NOT_JSON: %s', (_, body) => {
    expect(codeOf(post(body))).toBe('BODY_NOT_JSON');
  });

  test('the type is compared without case and parameters', () => {
    expect(codeOf(post('x', 'Application/JSON; Charset=UTF-8'))).toBe('BODY_NOT_JSON');
  });

  test.each([
    ['JSON', post('{"a":[1]}')],
    ['an empty body', post('')],
    ['another content type', post('a=1', 'application/x-www-form-urlencoded')],
    ['another method', post('a=1', 'application/json', true, 'PUT')],
    ['an integration that is no function', post('a=1', 'application/json', false)],
  ])('%s passes', (_, action) => {
    expect(codeOf(action)).toBe('passed');
  });

  test('the client reads the words of API Gateway', () => {
    const reply = gatewayResponse(new GatewayError('BODY_NOT_JSON', { reason: 'Unrecognized token \'a\': was expecting (\'true\', \'false\' or \'null\')' }), scene());
    expect(reply.status).toBe(400);
    expect(reply.body.toString()).toBe('{"message":"Could not parse request body into json: Unrecognized token \'a\': was expecting (\'true\', \'false\' or \'null\')"}');
    expect(reply.headers.map((field) => field.name)).not.toContain('Access-Control-Allow-Origin');
  });
});
