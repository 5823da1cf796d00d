import { GatewayError } from '../../../../lib/errors';
import type { ResourcePolicy } from '../../../../lib/runtime/authorizers';
import { replyOf, type Reply } from '../../../../lib/runtime/http/reply';
import { runSteps } from '../../../../lib/runtime/pipeline/run-steps';
import { corsResponseHeaders, planPreflight } from '../../../../lib/runtime/pipeline/steps/preflight';
import { defaultAllowHeaders, defaultAllowMethods, type CorsSpec } from '../../../../lib/spec';
import { progress, received, stage } from '../../../support/exchange';

function answered(cors: CorsSpec, origin: string, resourcePolicy?: ResourcePolicy): Promise<Reply> {
  const request = progress({ received: received({ method: 'OPTIONS', headers: [{ name: 'Origin', value: origin }] }) });
  request.enterStage(stage());
  return new Promise((resolve, reject) => {
    runSteps(planPreflight(cors, resourcePolicy), request, { replied: (reply) => resolve(replyOf(reply)), failed: reject });
  });
}

describe('preflight', () => {
  const cors = (given: Partial<CorsSpec> = {}): CorsSpec => ({
    methods: ['POST'], allowOrigins: ['*'], allowHeaders: defaultAllowHeaders('amz'), allowMethods: defaultAllowMethods(['POST']), allowCredentials: false, exposeHeaders: [], statusCode: 200, ...given,
  });
  const preflight = async (given: Partial<CorsSpec>, origin = 'https://a.example') => {
    const reply = await answered(cors(given), origin);
    return { status: reply.status, body: reply.body.length, ...Object.fromEntries(reply.headers.map(({ name, value }) => [name, value])) };
  };

  test('answers 200 with the defaults and no body', async () => {
    expect(await preflight({})).toEqual({
      'status': 200, 'body': 0, 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': 'POST,OPTIONS',
      'Access-Control-Allow-Headers': 'Content-Type,X-Amz-Date,Authorization,X-Api-Key,Cache-Control,X-Requested-With',
    });
  });

  test('a single origin is always sent; of several, the one that matches the request, with Vary', async () => {
    expect(await preflight({ allowOrigins: ['https://b.example'] })).toMatchObject({ 'Access-Control-Allow-Origin': 'https://b.example' });
    const several = { allowOrigins: ['https://b.example', 'https://a.example'] };
    expect(await preflight(several)).toMatchObject({ 'Access-Control-Allow-Origin': 'https://a.example', 'Vary': 'Origin' });
    expect(await preflight(several, 'https://a.example.evil')).toMatchObject({ 'Access-Control-Allow-Origin': 'https://b.example', 'Vary': 'Origin' });
  });

  test('credentials, age and exposed headers', async () => {
    expect(await preflight({ allowOrigins: ['https://b.example'], allowCredentials: true, maxAgeSeconds: 60 })).toMatchObject({ 'Access-Control-Allow-Credentials': 'true', 'Access-Control-Max-Age': '60' });
    expect(corsResponseHeaders(cors({ exposeHeaders: ['X-A'] }), []).map(({ name }) => name)).toEqual(['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers']);
  });

  test.each(['deny', 'none'] as const)('a resource policy that says %s refuses a preflight', async (verdict) => {
    const refused = answered(cors(), 'https://a.example', () => verdict);
    await expect(refused).rejects.toBeInstanceOf(GatewayError);
    await expect(refused).rejects.toMatchObject({ code: verdict === 'deny' ? 'POLICY_DENIED' : 'POLICY_NOT_ALLOWED' });
    expect((await answered(cors(), 'https://a.example', () => 'allow')).status).toBe(200);
  });

  test('ANY stands for the methods that it serves', () => {
    expect(defaultAllowMethods(['ANY']).join(',')).toBe('DELETE,GET,HEAD,PATCH,POST,PUT,OPTIONS');
  });
});
