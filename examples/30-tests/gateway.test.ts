import { createTestGateway, FunctionFault, GatewayAssertions, Match, type TestGateway } from 'synthgate/testing';
import 'synthgate/testing/vitest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { api } from './app';

describe('the definition', () => {
  test('is as it was', () => {
    expect(api).toMatchGatewaySnapshot();
  });

  test('lets nobody write without a key, and waits for nobody longer than its limit', () => {
    GatewayAssertions.fromApi(api)
      .hasMethod('PUT', '/orders/{orderId}', { apiKeyRequired: true, integration: { type: 'proxy', function: 'Orders' } })
      .hasFunction('Orders', { timeoutMs: 5_000, environment: Match.objectLike({ CURRENCY: 'EUR' }) })
      .hasNoMethod('DELETE', '/orders/{orderId}');
  });
});

describe('the gateway, with a stub in place of the function', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await createTestGateway(api, { stage: 'live', functions: { Orders: { statusCode: 200, body: 'stub' } } });
  });
  afterEach(() => gateway.reset());
  afterAll(() => gateway.close());

  const put = async () => (await gateway.fetch('orders/7', { method: 'PUT', headers: { 'X-Api-Key': 'partner-key-0123456789' } })).status;

  test('hands on what was asked', async () => {
    expect(await (await gateway.fetch('orders/7?detail=full')).text()).toBe('stub');
    expect(gateway.invocations('Orders').map(({ event }) => [event.pathParameters, event.queryStringParameters]))
      .toEqual([[{ orderId: '7' }, { detail: 'full' }]]);
  });

  test('takes two orders a day of a partner, and the third on the next', async () => {
    expect([await put(), await put()]).toEqual([200, 200]);
    gateway.clock.advance('1m');
    expect(await put()).toBe(429);
    gateway.clock.advance('1d');
    expect(await put()).toBe(200);
  });

  test('says 502 when the function hangs, and logs why', async () => {
    gateway.stub('Orders', FunctionFault.timeout());
    expect((await gateway.fetch('orders/7')).status).toBe(502);
    expect(gateway.logs.map(({ code }) => code)).toContain('FUNCTION_TIMEOUT');
  });
});

test('the function itself, in its own process', async () => {
  const gateway = await createTestGateway(api);
  try {
    expect(await (await gateway.fetch('orders/7')).json()).toEqual({ id: '7', currency: 'EUR' });
  } finally {
    await gateway.close();
  }
});
