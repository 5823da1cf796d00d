import { GatewayError } from '../../../../lib/errors';
import { gatewayResponse } from '../../../../lib/runtime/pipeline/steps/gateway-response';
import { planValidate } from '../../../../lib/runtime/pipeline/steps/validate';
import { compileValidators } from '../../../../lib/runtime/validation/compile';
import { deployedSpec, type ApiSpec, type HttpMethodSpec } from '../../../../lib/spec';
import { codeOfPromise } from '../../../support/error-code';
import { methodSpec, progress, received, routed, run } from '../../../support/exchange';
import { complete, specInput } from '../../../support/spec';
import { noSandbox } from '../../../support/sandbox';

const NO_VALIDATORS = compileValidators(deployedSpec(complete(specInput())), noSandbox);
const planFor = (httpMethod: HttpMethodSpec, requiresJsonBody: boolean, jsonBodyValidation: ApiSpec['jsonBodyValidation'] = 'always') =>
  planValidate(
    { spec: methodSpec(), validators: NO_VALIDATORS, httpMethod, run: noSandbox, stage: { jsonBodyValidation } }, { requiresJsonBody },
  );

describe('validate', () => {
  const post = (body: string, contentType = 'application/json', requiresJsonBody = true, method = 'POST') => () =>
    codeOfPromise(run(routed({
      received: received({ method, body: Buffer.from(body), headers: [{ name: 'Content-Type', value: contentType }] }),
    }), planFor('ANY', requiresJsonBody)));

  test.each([['a form', 'a=1&b=2'], ['text behind', '{"a":1}x'], ['NaN', '{"a":NaN}'], ['a bare word', 'hello']])('BODY_NOT_JSON: %s', async (_, body) => {
    expect(await post(body)()).toBe('BODY_NOT_JSON');
  });

  test('the type is compared without case and parameters', async () => {
    expect(await post('x', 'Application/JSON; Charset=UTF-8')()).toBe('BODY_NOT_JSON');
  });

  test.each([
    ['JSON', post('{"a":[1]}')],
    ['an empty body', post('')],
    ['another content type', post('a=1', 'application/x-www-form-urlencoded')],
    ['another method', post('a=1', 'application/json', true, 'PUT')],
    ['an integration that is not a function', post('a=1', 'application/json', false)],
  ])('%s passes', async (_, action) => {
    expect(await action()).toBe('passed');
  });

  test.each([['always', 'BODY_NOT_JSON'], ['aws', 'passed']] as const)('jsonBodyValidation %s: %s', async (validation, outcome) => {
    const form = received({ method: 'POST', body: Buffer.from('a=1'), headers: [{ name: 'Content-Type', value: 'application/json' }] });
    expect(await codeOfPromise(run(routed({ received: form }), planFor('POST', true, validation)))).toBe(outcome);
  });

  test('the raw bytes are validated where available, with the same explanation', async () => {
    const sent = async (body: string, raw?: string) => {
      const headers = [{ name: 'Content-Type', value: 'application/json' }];
      const request = received({ method: 'POST', headers, body: Buffer.from(body), ...(raw === undefined ? {} : { raw: { head: '', body: raw } }) });
      return run(routed({ received: request }), planFor('POST', true)).then(() => 'passed', String);
    };
    for (const body of ['{"a":1}', '{"a":', '{"a":"\u00e4"}', '"\u20ac', '\u00e4', '', ' ']) expect(await sent(body, Buffer.from(body).toString('latin1'))).toBe(await sent(body));
  });

  test.each([['GET', true], ['PUT', true], ['POST', false]] as const)('a method %s without a validator has no step where JSON is required: %s', (method, requires) => {
    expect(planFor(method, requires).step).toBeUndefined();
  });

  test('the client reads the words of API Gateway', () => {
    const reply = gatewayResponse(new GatewayError('BODY_NOT_JSON', { reason: 'Unrecognized token \'a\': was expecting (\'true\', \'false\' or \'null\')' }), progress());
    expect(reply.status).toBe(400);
    expect(reply.body.toString()).toBe('{"message":"Could not parse request body into json: Unrecognized token \'a\': was expecting (\'true\', \'false\' or \'null\')"}');
    expect(reply.headers.map((field) => field.name)).not.toContain('Access-Control-Allow-Origin');
  });
});
