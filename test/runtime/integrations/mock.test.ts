import { compileMock } from '../../../lib/runtime/integrations/mock';
import type { Validated } from '../../../lib/runtime/plan/exchange';
import type { MockIntegrationSpec } from '../../../lib/spec';
import { received, stage, validated } from '../../support/exchange';
import { answer, compileContext, integrationOf, integrationResponse } from '../../support/integrations';

const OK = { requestTemplates: { 'application/json': '{"statusCode": 200}' } };

function send(spec: Partial<MockIntegrationSpec>, request: Partial<Validated> = {}) {
  const complete = integrationOf('mock', { responses: [integrationResponse()], ...spec });
  return answer(compileMock(complete, compileContext()), validated(request));
}

describe('a mock integration', () => {
  test('without a response template: empty body, application/json', async () => {
    await expect(send(OK)).resolves.toEqual({ status: 200, headers: { 'Content-Type': 'application/json' }, body: '' });
  });

  test('the status selects the response like an HTTP status', async () => {
    const responses = [integrationResponse(), integrationResponse({ statusCode: '404', selectionPattern: '4\\d{2}' })];
    const requestTemplates = { 'application/json': '{statusCode: $input.params(\'code\')}' };
    await expect(send({ requestTemplates, responses }, { queryParameters: { code: ['418'] } })).resolves.toMatchObject({ status: 404 });
  });

  test('METHOD_RESPONSE_UNDECLARED: a response whose status the method does not declare cannot be sent', async () => {
    const complete = integrationOf('mock', { ...OK, responses: [integrationResponse()] });
    const compiled = compileMock(complete, compileContext({ methodResponses: { 201: { responseModels: {}, responseParameters: {} } } }));
    await expect(answer(compiled, validated())).rejects.toMatchObject({ code: 'METHOD_RESPONSE_UNDECLARED' });
  });

  test('parameters work in the response template; the client\'s body does not', async () => {
    const responses = [integrationResponse({ responseTemplates: { 'application/json': '$input.params(\'data\') $input.body $input.json(\'$\')' } })];
    const request = { pathParameters: { data: 'foobar' }, received: received({ body: Buffer.from('{"a": 1}') }) };
    await expect(send({ ...OK, responses }, request)).resolves.toMatchObject({ body: 'foobar {} {}' });
  });

  test.each(['{"statusCode": "200"}', '{}', ''])('a request template that prints %j is a configuration error', async (template) => {
    await expect(send({ requestTemplates: { 'application/json': template } })).rejects.toMatchObject({ code: 'MOCK_STATUS_MISSING' });
  });

  test('no template at all is a configuration error', async () => {
    await expect(send({})).rejects.toMatchObject({ code: 'MOCK_STATUS_MISSING' });
  });

  test('with all media types binary a template reads the body as text only', async () => {
    const request = { stage: stage({ binaryMediaTypes: ['*/*'] }), headers: [{ name: 'Content-Type', value: 'application/json' }] };
    await expect(send(OK, request)).rejects.toMatchObject({ code: 'PAYLOAD_BINARY' });
    await expect(send({ ...OK, contentHandling: 'CONVERT_TO_TEXT' }, request)).resolves.toMatchObject({ status: 200 });
  });

  test.each(['Content-Length', 'transfer-encoding'])('a header that may not be mapped fails every call: %s', async (name) => {
    const requestParameters = { [`integration.request.header.${name}`]: '\'1\'' };
    await expect(send({ ...OK, requestParameters })).rejects.toMatchObject({ code: 'INTEGRATION_HEADER_ILLEGAL' });
    await expect(send({ ...OK, requestParameters: { 'integration.request.header.X': '\'1\'' } })).resolves.toMatchObject({ status: 200 });
  });

  test('it carries no trace header', () => {
    expect(compileMock(integrationOf('mock', OK), compileContext()).tracesResponses).toBe(false);
  });
});

describe('headers and templates of its response', () => {
  test('headers are mapped, renamed, and replace the content type', async () => {
    const responses = [integrationResponse({
      responseParameters: { 'method.response.header.Server': '\'a\'', 'method.response.header.Content-Type': '\'text/css\'' },
      responseTemplates: { 'application/json': 'x' },
    })];
    await expect(send({ ...OK, responses })).resolves.toEqual({ status: 200, headers: { 'x-amzn-Remapped-Server': 'a', 'Content-Type': 'text/css' }, body: 'x' });
  });

  test('the content type is that of the chosen template', async () => {
    const responses = [integrationResponse({ responseTemplates: { 'application/json': 'j', 'text/xml': 'x' } })];
    await expect(send({ ...OK, responses }, { headers: [{ name: 'Accept', value: 'text/xml;q=1, */*' }] })).resolves
      .toEqual({ status: 200, headers: { 'Content-Type': 'text/xml' }, body: 'x' });
  });

  test('an override of the request template applies to the response and beats mappings', async () => {
    const requestTemplates = { 'application/json': '#set($context.responseOverride.status = 444)#set($context.responseOverride.header.x-b = "over"){"statusCode": 200}' };
    const responses = [integrationResponse({ responseParameters: { 'method.response.header.X-A': '\'a\'', 'method.response.header.X-B': '\'b\'' } })];
    await expect(send({ requestTemplates, responses })).resolves.toMatchObject({ status: 444, headers: { 'X-A': 'a', 'x-b': 'over' } });
  });

  test('415 without a template for the type', async () => {
    const request = { headers: [{ name: 'Content-Type', value: 'text/plain; charset=utf-8' }] };
    await expect(send({ ...OK, passthroughBehavior: 'NEVER' }, request)).rejects.toMatchObject({ code: 'MEDIA_TYPE_UNSUPPORTED', details: { given: 'text/plain' } });
  });
});

test('a request template on a binary payload is a configuration error', async () => {
  const request = { headers: [{ name: 'Content-Type', value: 'image/png' }], stage: stage({ binaryMediaTypes: ['image/*'] }) };
  await expect(send({ requestTemplates: { 'image/png': '{statusCode: 200}' } }, request)).rejects.toMatchObject({ code: 'PAYLOAD_BINARY' });
});

test('an invalid template is rejected when the method is compiled', () => {
  expect(() => compileMock(integrationOf('mock', { requestTemplates: { 'application/json': '#set(' } }), compileContext()))
    .toThrow(expect.objectContaining({ code: 'TEMPLATE_FAILED' }));
});
