import { explainCors, explainHeader } from '../../../../lib/runtime/pipeline/steps/explain';
import { planGatewayHeaders } from '../../../../lib/runtime/pipeline/steps/gateway-headers';
import type { CorsSpec } from '../../../../lib/spec';
import { progress, received, replied, routed, run, SILENT_INTEGRATION, stage } from '../../../support/exchange';
import type { Reply } from '../../../../lib/runtime/http/reply';

const CORS: CorsSpec = {
  methods: ['GET'], allowOrigins: ['*'], allowHeaders: [], allowMethods: ['GET'], allowCredentials: false, exposeHeaders: [], statusCode: 200,
};
const REPLY: Reply = { status: 200, headers: [], body: Buffer.alloc(0) };

interface ExplainCase {
  readonly mapsResponses?: boolean;
  readonly origin?: boolean;
}

/** Returns the explanation in the response of a method with CORS. */
async function explained({ mapsResponses = false, origin = true }: ExplainCase, reply: Reply): Promise<string | undefined> {
  const headers = origin ? [{ name: 'Origin', value: 'https://a.example' }] : [];
  const request = routed({ received: received({ headers }) });
  request.replied(reply);
  await run(request, planGatewayHeaders({ cors: CORS, stage: stage() }, { ...SILENT_INTEGRATION, mapsResponses }));
  return replied(request).explain;
}

describe('explain', () => {
  test('says when a function behind CORS sent no Access-Control-Allow-Origin (rule 5)', async () => {
    expect(await explained({}, REPLY)).toContain('the function sent no Access-Control-Allow-Origin');
    expect(explainCors({ received: received({ headers: [{ name: 'Origin', value: 'x' }] }) }, REPLY)).toContain('the function sent no');
  });

  test.each([
    ['the function sent it', {}, { ...REPLY, headers: [{ name: 'access-control-allow-origin', value: '*' }] }],
    ['the gateway maps the response', { mapsResponses: true }, REPLY],
    ['no browser asks', { origin: false }, REPLY],
  ])('says nothing when %s', async (_, given, reply) => {
    expect(await explained(given, reply)).toBeUndefined();
  });

  test('answers only clients that ask, and only where the gateway may explain', () => {
    const reply = { ...REPLY, explain: 'no PUT on /pets;\r\ndefined: GÉT' };
    const withHeader = received({ headers: [{ name: 'X-Synthgate-Explain', value: '1' }] });
    expect(explainHeader(reply, progress({ received: withHeader, explains: true }))).toEqual([{ name: 'x-synthgate-explain', value: 'no PUT on /pets; defined: G T' }]);
    expect(explainHeader(reply, progress({ received: withHeader }))).toEqual([]);
    expect(explainHeader(reply, progress({ explains: true }))).toEqual([]);
    expect(explainHeader(REPLY, progress({ received: withHeader, explains: true }))).toEqual([]);
  });

  test('answers every client where it always explains itself', () => {
    const reply = { ...REPLY, explain: 'no PUT on /pets' };
    expect(explainHeader(reply, progress({ explains: 'always' }))).toEqual([{ name: 'x-synthgate-explain', value: 'no PUT on /pets' }]);
    expect(explainHeader(REPLY, progress({ explains: 'always' }))).toEqual([]);
  });
});

test('the header is ASCII: dots and dashes are spelled', () => {
  const [header] = explainHeader({ explain: 'pass --parameter Stage=… – or a file' }, { explains: 'always', received: received({}) });
  expect(header?.value).toBe('pass --parameter Stage=... - or a file');
});
