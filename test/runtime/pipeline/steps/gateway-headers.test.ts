import { isText, type GatewayReply } from '../../../../lib/runtime/http/reply';
import { planGatewayHeaders } from '../../../../lib/runtime/pipeline/steps/gateway-headers';
import { defaultAllowHeaders, defaultAllowMethods, type CorsSpec } from '../../../../lib/spec';
import { IDS, received, routed, run, stage } from '../../../support/exchange';

const ORIGIN = 'https://shop.example';
const cors: CorsSpec = {
  methods: ['GET'], allowOrigins: [ORIGIN], allowHeaders: defaultAllowHeaders('amz'), allowMethods: defaultAllowMethods(['GET']),
  allowCredentials: false, exposeHeaders: [], statusCode: 200,
};
const LISTED: GatewayReply = { status: 200, headers: [{ name: 'A', value: '1' }], body: Buffer.from('ok') };
const TRACE = { name: 'X-Amzn-Trace-Id', value: IDS.trace.text };

const plan = (given: CorsSpec | undefined, tracesResponses: boolean, mapsResponses: boolean) =>
  planGatewayHeaders({ cors: given, stage: stage() }, { tracesResponses, mapsResponses });

/** The reply of the integration when the step has seen it. */
async function changed(planned: ReturnType<typeof plan>, reply: GatewayReply): Promise<GatewayReply | undefined> {
  const headers = [{ name: 'Origin', value: ORIGIN }];
  const request = routed({ received: received({ headers }), headers });
  request.replied(reply);
  await run(request, planned);
  return request.reply;
}

async function headersOf(planned: ReturnType<typeof plan>, reply: GatewayReply): Promise<unknown> {
  const headers = await changed(planned, reply);
  return headers === undefined || isText(headers) ? undefined : headers.headers;
}

test('the trace is in the answer of a kind that carries it, whether it is a text or a list', async () => {
  const traced = plan(undefined, true, false);
  expect(await headersOf(traced, LISTED)).toEqual([{ name: 'A', value: '1' }, TRACE]);
  expect(await changed(traced, { status: 200, head: 'A: 1\r\n', text: 'ok' }))
    .toEqual({ status: 200, head: `A: 1\r\nX-Amzn-Trace-Id: ${IDS.trace.text}\r\n`, text: 'ok' });
});

test('a trace that the integration has sent stays', async () => {
  const own = [{ name: 'x-amzn-trace-id', value: 'own' }];
  expect(await headersOf(plan(undefined, true, false), { ...LISTED, headers: own })).toEqual(own);
});

test('a mapped answer of a resource with CORS gets its headers; one of a proxy does not', async () => {
  expect(await headersOf(plan(cors, false, true), LISTED)).toContainEqual({ name: 'Access-Control-Allow-Origin', value: ORIGIN });
  expect(await headersOf(plan(cors, true, false), LISTED)).toEqual([{ name: 'A', value: '1' }, TRACE]);
});

test('a method with neither CORS nor trace has no such step; all others without CORS have the same', () => {
  expect(plan(undefined, false, true).step).toBeUndefined();
  expect(plan(undefined, true, false).step).toBe(plan(undefined, true, true).step);
});
