import { explainCors, explainHeader } from '../../../lib/runtime/steps/explain';
import type { Answered, Reply } from '../../../lib/runtime/exchange';
import type { CorsSpec } from '../../../lib/spec';
import { plan, received, scene, validated } from '../../support/exchange';

const CORS: CorsSpec = {
  methods: ['GET'], allowOrigins: ['*'], allowHeaders: [], allowMethods: ['GET'], allowCredentials: false, exposeHeaders: [], statusCode: 200,
};
const REPLY: Reply = { status: 200, headers: [], body: Buffer.alloc(0) };

function answered({ mapsResponses = false, origin = true }: { mapsResponses?: boolean; origin?: boolean }): Answered {
  const headers = origin ? [{ name: 'Origin', value: 'https://a.example' }] : [];
  const request = validated({ received: received({ headers }), plan: plan({ cors: CORS, mapsResponses }) });
  return { ...request, request: undefined, response: undefined };
}

describe('explain', () => {
  test('says when a function behind CORS sent no Access-Control-Allow-Origin (rule 5)', () => {
    expect(explainCors(answered({}), REPLY)).toContain('the function sent no Access-Control-Allow-Origin');
  });

  test.each([
    ['the function sent it', answered({}), { ...REPLY, headers: [{ name: 'access-control-allow-origin', value: '*' }] }],
    ['the gateway maps the response', answered({ mapsResponses: true }), REPLY],
    ['no browser asks', answered({ origin: false }), REPLY],
  ])('says nothing when %s', (_, exchange, reply) => {
    expect(explainCors(exchange, reply)).toBeUndefined();
  });

  test('answers only clients that ask, and only where the gateway may explain', () => {
    const reply = { ...REPLY, explain: 'no PUT on /pets;\r\ndefined: GÉT' };
    const asking = received({ headers: [{ name: 'X-Synthgate-Explain', value: '1' }] });
    expect(explainHeader(reply, scene({ received: asking, explains: true }))).toEqual([{ name: 'x-synthgate-explain', value: 'no PUT on /pets; defined: G T' }]);
    expect(explainHeader(reply, scene({ received: asking }))).toEqual([]);
    expect(explainHeader(reply, scene({ explains: true }))).toEqual([]);
    expect(explainHeader(REPLY, scene({ received: asking, explains: true }))).toEqual([]);
  });
});
