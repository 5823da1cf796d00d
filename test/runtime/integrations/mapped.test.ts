import { compileMapped } from '../../../lib/runtime/integrations/mapped';
import type { Validated } from '../../../lib/runtime/plan/exchange';
import type { InvocationOutcome } from '../../../lib/runtime/ports';
import type { MappedIntegrationSpec } from '../../../lib/spec';
import { received, stage, validated } from '../../support/exchange';
import { VERSION, answer, compileContext, integrationOf, integrationResponse } from '../../support/integrations';

interface Case {
  readonly spec?: Partial<MappedIntegrationSpec>;
  readonly request?: Partial<Validated>;
  readonly outcome?: InvocationOutcome;
}

async function send({ spec, request, outcome = { type: 'result', payload: '{"a":1}' } }: Case) {
  const context = compileContext({ outcome, run: () => Promise.resolve({ type: 'passed' }) });
  const complete = integrationOf('mapped', { responses: [integrationResponse()], ...spec });
  const reply = await answer(compileMapped(complete, context), validated(request));
  return { ...reply, calls: context.calls };
}

const body = (text: string) => ({ received: received({ method: 'POST', body: Buffer.from(text) }) });
const failed = (errorMessage: string): InvocationOutcome =>
  ({ type: 'function-error', errorMessage, payload: JSON.stringify({ errorMessage, errorType: 'Error', trace: [] }) });

describe('the event', () => {
  test('a body passes as it came; an empty one is {}', async () => {
    const passed = await send({ request: body('{"message": "hello"}') });
    expect(passed.calls[0]?.call.payload).toBe('{"message": "hello"}');
    const empty = await send({});
    expect(empty.calls[0]?.call.payload).toBe('{}');
  });

  test('a body that is not JSON is refused', async () => {
    await expect(send({ request: body('a=b') })).rejects.toMatchObject({ code: 'BODY_NOT_JSON' });
  });

  test('an event of 6 MB passes, one byte more does not', async () => {
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    expect((await send({ request: body(text(6_291_556)) })).calls).toHaveLength(1);
    await expect(send({ request: body(text(6_291_557)) })).rejects.toMatchObject({ code: 'REQUEST_TOO_LARGE' });
  });

  test('a template makes the event', async () => {
    const requestTemplates = { 'application/json': '{"q": "$input.params(\'q\')", "v": "$stageVariables.version", "none": "$stageVariables.none"}' };
    const { calls } = await send({ spec: { requestTemplates }, request: { queryParameters: { q: ['a b'] }, stage: stage({ variables: { version: '1.0' } }) } });
    expect(JSON.parse(calls[0]?.call.payload ?? '')).toEqual({ q: 'a b', v: '1.0', none: '' });
  });

  test('it carries request id and trace, and the integration\'s time limit; the function\'s own is the engine\'s', async () => {
    const { calls } = await send({ spec: { timeoutMs: 500 } });
    expect(calls[0]).toMatchObject({ how: 'sync', version: VERSION, call: { requestId: 'request-1', invocationId: 'call-1', traceId: 'Root=1-0-0', timeoutMs: 500 } });
    expect((await send({})).calls[0]?.call.timeoutMs).toBe(29_000);
  });

  test('the function\'s name may come from a stage variable; an unknown one fails each call', async () => {
    const context = compileContext();
    const variables = { name: 'fn' };
    const spec = integrationOf('mapped', { function: '${stageVariables.name}', responses: [integrationResponse()] });
    const named = { ...context, stage: { ...context.stage, variables } };
    await expect(answer(compileMapped(spec, named), validated())).resolves.toMatchObject({ status: 200 });
    await expect(answer(compileMapped(spec, context), validated())).rejects.toMatchObject({ code: 'FUNCTION_UNRESOLVED' });
  });
});

describe('asynchronous invocation', () => {
  const requestParameters = { 'integration.request.header.X-Amz-Invocation-Type': '\'Event\'' };

  test('the default response at once, with an empty body', async () => {
    const responses = [integrationResponse({ statusCode: '202' }), integrationResponse({ statusCode: '500', selectionPattern: '.+' })];
    const reply = await send({ spec: { requestParameters, responses }, request: body('{"a": 1}') });
    expect(reply).toMatchObject({ status: 202, body: '', headers: { 'Content-Type': 'application/json' } });
    expect(reply.calls).toEqual([expect.objectContaining({ how: 'async', call: expect.objectContaining({ payload: '{"a": 1}' }) as unknown })]);
  });

  test('a client may ask for it where the header is mapped', async () => {
    const mapped = { 'integration.request.header.X-Amz-Invocation-Type': 'method.request.header.Invocation' };
    const asEvent = { headers: [{ name: 'Invocation', value: 'Event' }] };
    expect((await send({ spec: { requestParameters: mapped }, request: asEvent })).calls[0]?.how).toBe('async');
    expect((await send({ spec: { requestParameters: mapped } })).calls[0]?.how).toBe('sync');
  });
});

describe('the result', () => {
  test('goes to the client as the JSON text that it is', async () => {
    await expect(send({ outcome: { type: 'result', payload: '"text"' } })).resolves.toMatchObject({ status: 200, body: '"text"', headers: { 'Content-Type': 'application/json' } });
  });

  test('a function\'s error selects by its message; the default entry gives 200 with the error object', async () => {
    const responses = [integrationResponse(), integrationResponse({ statusCode: '404', selectionPattern: 'NotFound.*' })];
    await expect(send({ spec: { responses }, outcome: failed('NotFound: x') })).resolves.toMatchObject({ status: 404 });
    const secondReply = await send({ spec: { responses }, outcome: failed('other') });
    expect(secondReply.status).toBe(200);
    expect(JSON.parse(secondReply.body)).toEqual({ errorMessage: 'other', errorType: 'Error', trace: [] });
  });

  test('a template and overrides shape the response', async () => {
    const template = '#if($input.path("$").toString().contains("customerror"))#set($context.responseOverride.status = 400)#end$input.json("$")';
    const spec = { responses: [integrationResponse({ responseTemplates: { 'application/json': template } })] };
    await expect(send({ spec, outcome: { type: 'result', payload: '{"body": "customerror"}' } })).resolves.toMatchObject({ status: 400, body: '{"body":"customerror"}' });
  });

  test.each<[InvocationOutcome, string]>([
    [{ type: 'timeout', timeoutMs: 5, limit: 'caller' }, 'INTEGRATION_TIMEOUT'],
    [{ type: 'failed', code: 'FUNCTION_CRASHED', reason: 'exit 1' }, 'FUNCTION_CRASHED'],
    [{ type: 'throttled' }, 'FUNCTION_THROTTLED'],
  ])('outcome %j is %s', async (outcome, code) => {
    await expect(send({ outcome })).rejects.toMatchObject({ code });
  });
});

test('an illegal header name in the mapping makes every call fail', async () => {
  await expect(send({ spec: { requestParameters: { 'integration.request.header.Authorization': '\'a\'' } } })).rejects.toMatchObject({ code: 'INTEGRATION_HEADER_ILLEGAL' });
});
