import { specInput, type MethodInput } from '../support/spec';
import { wholeGateway } from '../support/whole-gateway';

/* A function that cannot run here: whatever calls it is answered by name, and nothing is open that was guarded. */

const REASON = 'its runtime is python3.12; give a stand-in';
const TEMPLATE = { 'application/json': '{}' };
const mapped: MethodInput['integration'] = { type: 'mapped', function: 'Python', responses: [{ statusCode: '200' }], requestTemplates: TEMPLATE };
const METHODS: Readonly<Record<string, MethodInput>> = {
  proxy: { integration: { type: 'proxy', function: 'Python' } },
  streamed: { integration: { type: 'proxy', function: 'Python', responseTransferMode: 'STREAM' } },
  mapped: { integration: mapped, methodResponses: { 200: {} } },
  event: { integration: { ...mapped, requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': '\'Event\'' } }, methodResponses: { 200: {} } },
  named: { integration: { type: 'proxy', function: '${stageVariables.fn}' } },
};
const GUARDED: Readonly<Record<string, MethodInput>> = {
  token: { authorization: { type: 'CUSTOM', authorizer: 'Token' }, integration: { type: 'proxy', function: 'Fine' } },
  request: { authorization: { type: 'CUSTOM', authorizer: 'Request' }, integration: { type: 'proxy', function: 'Fine' } },
};

function gateway() {
  const calls: string[] = [];
  const served = wholeGateway(specInput({
    functions: {
      Python: { unavailable: REASON, runtime: 'python3.12', handler: 'app::main' },
      Fine: { code: 'fine', handler: 'index.handler', onFailure: { type: 'function', function: 'Python' } },
    },
    authorizers: {
      Token: { type: 'token', function: 'Python', resultsCacheTtlSeconds: 0 },
      Request: { type: 'request', function: 'Python', identitySources: [], resultsCacheTtlSeconds: 0 },
    },
    resources: Object.fromEntries(Object.entries({ ...METHODS, ...GUARDED, fine: { integration: { type: 'proxy', function: 'Fine' } } } satisfies Record<string, MethodInput>)
      .map(([name, method]) => [`/${name}`, { id: name, methods: { GET: method } }])),
    stages: { prod: { variables: { fn: 'Python' } } },
  }), {
    functions: ({ name }) => {
      calls.push(name);
      return Promise.resolve({ type: 'result', payload: '{"statusCode":200,"body":"fine"}' });
    },
  });
  return { ...served, calls };
}

test.each(Object.keys(METHODS))('%s: the answer is 501 and names the function, the log says why (FUNCTION_UNAVAILABLE)', async (name) => {
  const { send, log } = gateway();
  const { status, headers, body } = await send(`/prod/${name}`);
  expect([status, headers['x-amzn-errortype'], String(body)]).toEqual([501, 'InternalServerErrorException', '{"message": "Function Python cannot run here"}']);
  expect(JSON.stringify(log.find(({ code }) => code === 'FUNCTION_UNAVAILABLE'))).toContain(REASON);
});

test.each(Object.keys(GUARDED))('%s: an authorizer that it decides for refuses, and nothing is called', async (name) => {
  const { send, log, calls } = gateway();
  expect((await send(`/prod/${name}`, { headers: { Authorization: 'allow' } })).status).toBe(500);
  expect(calls).toEqual([]);
  expect(JSON.stringify(log)).toContain(`[FUNCTION_UNAVAILABLE] function Python cannot run here: ${REASON}`);
});

test('other functions are called as ever', async () => {
  const { send } = gateway();
  const { status, body } = await send('/prod/fine');
  expect([status, String(body)]).toEqual([200, 'fine']);
});
