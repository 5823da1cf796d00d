import { planGatewayHeaders } from '../../../../lib/runtime/pipeline/steps/gateway-headers';
import { planIntegrate, planIntegrationRequest, planIntegrationResponse } from '../../../../lib/runtime/pipeline/steps/integrate';
import type { Reply } from '../../../../lib/runtime/http/reply';
import type { CompiledIntegration } from '../../../../lib/runtime/plan/integration';
import type { Recorder } from '../../../../lib/runtime/plan/recorder';
import type { CorsSpec } from '../../../../lib/spec';
import { IDS, replied, routed, run, SILENT_INTEGRATION, stage, validated } from '../../../support/exchange';

const CORS: CorsSpec = {
  methods: ['GET'],
  allowOrigins: ['*'],
  allowHeaders: [],
  allowMethods: ['GET'],
  allowCredentials: false,
  exposeHeaders: ['X-A'],
  statusCode: 200,
};
const REPLY = { status: 200, headers: [{ name: 'access-control-allow-origin', value: 'https://own' }], body: Buffer.alloc(0) };

/** Runs the three steps of an integration. */
const integrated = async (integration: CompiledIntegration, request = validated()): Promise<Reply> => {
  await run(request, planIntegrationRequest(integration), planIntegrate(integration), planIntegrationResponse(integration));
  return replied(request);
};

/** An integration whose response tells what it was made from. */
function recordedIntegration(given: Partial<CompiledIntegration<string, string>> = {}): CompiledIntegration {
  const integration: CompiledIntegration<string, string> = {
    ...SILENT_INTEGRATION,
    endpoint: undefined,
    request: () => 'asked',
    call: (request) => Promise.resolve(`${request} answered`),
    response: (response, request) => ({ ...REPLY, body: Buffer.from(`${request}, ${response}`) }),
    ...given,
  };
  return integration as CompiledIntegration; // its own steps call it
}

describe('integrate', () => {
  test('request, call and response of the kind follow each other', async () => {
    expect(String((await integrated(recordedIntegration())).body)).toBe('asked, asked answered');
  });

  test('a kind may take its time for each of them', async () => {
    const slow = recordedIntegration({
      request: () => Promise.resolve('asked'),
      response: (response, request) => Promise.resolve({ ...REPLY, body: Buffer.from(`${request}, ${response}`) }),
    });
    expect(String((await integrated(slow)).body)).toBe('asked, asked answered');
    await expect(integrated(recordedIntegration({ response: () => Promise.reject(new Error('not mapped')) }))).rejects.toThrow('not mapped');
  });

  test.each<[string, CompiledIntegration<string, string>['call']]>([
    ['before it returns', (request, _, { answered }) => { answered(`${request} answered`); return undefined; }],
    ['later, without a promise', (request, _, { answered }) => { setImmediate(() => answered(`${request} answered`)); return undefined; }],
  ])('a call may answer %s', async (_, call) => {
    expect(String((await integrated(recordedIntegration({ call }))).body)).toBe('asked, asked answered');
  });

  test.each<[string, CompiledIntegration<string, string>['call']]>([
    ['throws', () => { throw new Error('no backend'); }],
    ['rejects', () => Promise.reject(new Error('no backend'))],
    ['fails without a promise', (_, __, { failed }) => { failed(new Error('no backend')); return undefined; }],
  ])('a call that %s ends the request', async (_, call) => {
    await expect(integrated(recordedIntegration({ call }))).rejects.toThrow('no backend');
  });

  test('a recorder receives the request and the response; an error it throws ends the request', async () => {
    const recorded: unknown[] = [];
    const recorder: Recorder = { endpointRequest: (request) => recorded.push(request), endpointAnswer: (answer) => recorded.push(answer) };
    const endpoint = { request: (request: string) => request, answer: (answer: string) => answer } as never; // texts stand for the records
    await integrated(recordedIntegration({ endpoint }), validated({ recorder }));
    expect(recorded).toEqual(['asked', 'asked answered']);
    const broken = { request: () => ({}), answer: () => { throw new Error('not recorded'); } } as never;
    const call: CompiledIntegration<string, string>['call'] = (_, __, { answered }) => { answered('x'); return undefined; };
    await expect(integrated(recordedIntegration({ endpoint: broken, call }), validated({ recorder }))).rejects.toThrow('not recorded');
  });

  test('a request that is answered from the cache calls nothing', async () => {
    const request = validated();
    request.replied(REPLY);
    expect(await integrated(recordedIntegration({ request: () => { throw new Error('called'); } }), request)).toBe(REPLY);
  });
});

describe('the headers of the gateway', () => {
  const withGatewayHeaders = async (reply: Reply, { mapsResponses = true } = {}): Promise<Reply> => {
    const request = routed();
    request.replied(reply);
    return replied(await run(request, planGatewayHeaders({ cors: CORS, stage: stage() }, { ...SILENT_INTEGRATION, mapsResponses })));
  };

  test('a mapped response gets CORS headers and the trace, unless it maps them itself', async () => {
    expect((await withGatewayHeaders(REPLY)).headers).toEqual([
      { name: 'access-control-allow-origin', value: 'https://own' },
      { name: 'Access-Control-Expose-Headers', value: 'X-A' },
      { name: 'X-Amzn-Trace-Id', value: IDS.trace.text },
    ]);
  });

  test('a proxy response gets no CORS headers', async () => {
    const { headers } = await withGatewayHeaders({ ...REPLY, headers: [] }, { mapsResponses: false });
    expect(headers.map(({ name }) => name)).toEqual(['X-Amzn-Trace-Id']);
  });

  test('a response that is text stays text', async () => {
    const request = routed();
    request.replied({ status: 200, head: 'X-A: b\r\n', text: 'text' });
    await run(request, planGatewayHeaders({ cors: undefined, stage: stage() }, SILENT_INTEGRATION));
    expect(request.reply).toEqual({ status: 200, head: `X-A: b\r\nX-Amzn-Trace-Id: ${IDS.trace.text}\r\n`, text: 'text' });
  });

  test('a kind that carries no trace on a resource without CORS has no step', () => {
    expect(planGatewayHeaders({ cors: undefined, stage: stage() }, { tracesResponses: false, mapsResponses: true }).step).toBeUndefined();
  });
});
