import { GatewayError } from '../../../lib/errors';
import { compileGatewayResponses } from '../../../lib/runtime/gateway-responses/compile';
import { gatewayResponse } from '../../../lib/runtime/pipeline/steps/gateway-response';
import { gatewaySchema, type GatewaySpecInput } from '../../../lib/spec';
import { plan, progress, received, routed, stage } from '../../support/exchange';

function answer(responses: NonNullable<GatewaySpecInput['gatewayResponses']>, error = new GatewayError('ROUTE_UNKNOWN'), accept = '*/*') {
  const { gatewayResponses } = gatewaySchema.parse({ format: 'synthgate/1', api: { id: 'a', name: 'A' }, gatewayResponses: responses });
  const served = stage({ variables: { v: 'variable' }, gatewayResponses: compileGatewayResponses(gatewayResponses) });
  const request = received({ headers: [{ name: 'Accept', value: accept }, { name: 'X-Sent', value: 'sent\tit' }] });
  const path = { stageName: 'prod', path: '/x', routePath: '/x', fullPath: '/prod/x', query: 'q=1&q=2' };
  const failing = progress({ received: request, path });
  failing.enterStage(served);
  const reply = gatewayResponse(error, failing);
  const headers = Object.fromEntries(reply.headers.map(({ name, value }) => [name, value]));
  return { status: reply.status, body: reply.body.toString(), headers };
}

const CONTEXT = '{"t":"$context.error.responseType","m":$context.error.messageString,"p":"$context.path","i":"$context.identity.sourceIp","v":"$stageVariables.v","q":"$method.request.querystring.q","none":"$context.nothing.at.all"}';

describe('gateway responses', () => {
  test('a customized type changes status, headers and body', () => {
    const { status, body, headers } = answer({
      MISSING_AUTHENTICATION_TOKEN: {
        statusCode: '404',
        responseParameters: {
          'gatewayresponse.header.X-Constant': '\'a, b\'', 'gatewayresponse.header.X-Id': 'context.requestId', 'gatewayresponse.header.X-None': 'method.request.header.X-Nothing',
          'gatewayresponse.header.X-Sent': 'method.request.header.x-sent', 'gatewayresponse.header.X-Variable': 'stageVariables.v', 'gatewayresponse.header.X-All': 'method.request.multivaluequerystring.q',
        },
        responseTemplates: { 'application/json': CONTEXT },
      },
    });
    expect(status).toBe(404);
    expect(JSON.parse(body)).toEqual({ t: 'MISSING_AUTHENTICATION_TOKEN', m: 'Missing Authentication Token', p: '/prod/x', i: '192.0.2.1', v: 'variable', q: '2', none: '' });
    expect(headers).toEqual({
      'Content-Type': 'application/json', 'x-amzn-ErrorType': 'MissingAuthenticationTokenException', 'X-Constant': 'a, b', 'X-Id': 'request-1', 'X-Sent': 'sent\tit', 'X-Variable': 'variable', 'X-All': '1,2',
    });
  });

  test.each([
    ['{"message":$context.error.messageString}', '{"message":"Missing Authentication Token"}'],
    ['{"a":{"m":$context.error.messageString},"c":1}', '{"a":{"m":"Missing Authentication Token"},"c":1}'],
    ['{"p":"${context.path}","v":"${stageVariables.v}s"}', '{"p":"/prod/x","v":"variables"}'],
    ['{"p":"${context.path","m":$}', '{"p":"${context.path","m":$}'],
  ])('template %s: only variables are replaced, and every other brace stays', (template, body) => {
    expect(answer({ DEFAULT_4XX: { responseTemplates: { 'application/json': template } } }).body).toBe(body);
  });

  test('DEFAULT_4XX stands for the types that are not customized, and keeps their status when it has none', () => {
    const responses = { DEFAULT_4XX: { responseParameters: { 'gatewayresponse.header.Access-Control-Allow-Origin': '\'*\'' } } };
    const { status, headers, body } = answer(responses);
    expect([status, body, headers['Access-Control-Allow-Origin']]).toEqual([403, '{"message":"Missing Authentication Token"}', '*']);
    expect(answer(responses, new GatewayError('RESULT_MALFORMED')).headers).not.toHaveProperty('Access-Control-Allow-Origin');
  });

  test('DEFAULT_5XX takes the function errors, which have no type of their own', () => {
    expect(answer({ DEFAULT_5XX: { statusCode: '418' } }, new GatewayError('FUNCTION_ERROR')).status).toBe(418);
  });

  test('a customized type takes nothing from DEFAULT_4XX', () => {
    const responses = { DEFAULT_4XX: { statusCode: '499', responseParameters: { 'gatewayresponse.header.X': '\'x\'' } }, MISSING_AUTHENTICATION_TOKEN: {} };
    expect(answer(responses)).toMatchObject({ status: 403, headers: expect.not.objectContaining({ X: 'x' }) as object });
  });

  test('413 cannot be customized', () => {
    for (const code of ['REQUEST_TOO_LARGE', 'PAYLOAD_TOO_LARGE', 'HEADERS_TOO_LARGE'] as const) {
      expect(answer({ DEFAULT_4XX: { statusCode: '499' } }, new GatewayError(code)).status).toBe(413);
    }
  });

  test('the template follows Accept, else JSON, else the first', () => {
    const responseTemplates = { 'text/plain': 'plain $context.error.message', 'application/json': '{}' };
    expect(answer({ DEFAULT_4XX: { responseTemplates } }, undefined, 'text/plain')).toMatchObject({ body: 'plain Missing Authentication Token', headers: { 'Content-Type': 'text/plain' } });
    expect(answer({ DEFAULT_4XX: { responseTemplates } }).body).toBe('{}');
    expect(answer({ DEFAULT_4XX: { responseTemplates: { 'a/b': 'first' } } }).body).toBe('first');
  });

  test('a mapped content type wins over that of the template', () => {
    const responses = { DEFAULT_4XX: { responseParameters: { 'gatewayresponse.header.content-type': '\'x/y\'' }, responseTemplates: { 'text/plain': '' } } };
    expect(answer(responses).headers).toEqual({ 'x-amzn-ErrorType': 'MissingAuthenticationTokenException', 'content-type': 'x/y' });
  });

  test('$context.error.validationErrorString says what did not fit', () => {
    const responses = { BAD_REQUEST_BODY: { responseTemplates: { 'application/json': '"$context.error.validationErrorString"' } } };
    expect(answer(responses, new GatewayError('REQUEST_BODY_INVALID', { model: 'M', reason: 'it is long' })).body).toBe('"[it is long]"');
  });

  test('templates evaluate nothing', () => {
    expect(answer({ DEFAULT_4XX: { responseTemplates: { 'application/json': '#set($x = 1)$x ${context.stage} $util.parseJson("1")' } } }).body).toBe('#set($x = 1)$x prod $util.parseJson("1")');
  });

  test('the context of a routed request has its resource', () => {
    const { gatewayResponses } = gatewaySchema.parse({ format: 'synthgate/1', api: { id: 'a', name: 'A' }, gatewayResponses: { DEFAULT_5XX: { responseTemplates: { 'application/json': '$context.resourcePath $method.request.path.proxy' } } } });
    const served = stage({ gatewayResponses: compileGatewayResponses(gatewayResponses) });
    const failing = routed({ plan: plan(), pathParameters: { proxy: 'a' }, stage: served });
    expect(gatewayResponse(new GatewayError('FUNCTION_ERROR'), failing).body.toString()).toBe('/{proxy+} a');
  });
});
