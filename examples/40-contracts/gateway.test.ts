import { Api, App } from 'synthgate';
import { addContract, contract, createClient, GatewayError, verifyContracts } from 'synthgate/contract';
import { diffSpecs } from 'synthgate/diff';
import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { api } from './app';
import { createOrder, getOrder, listOrders, type OrdersApi } from './contracts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway(api);
});
afterAll(() => gateway.close());

test('what the contracts promise is so, for requests that nobody thought of', async () => {
  expect(await verifyContracts(gateway, [createOrder, getOrder, listOrders])).toHaveLength(3);
}, 30_000);

test('a client has the types of the contracts', async () => {
  const call = createClient<OrdersApi>({ baseUrl: gateway.url('prod') });
  const order = await call('GET /orders/{orderId}', { params: { orderId: '8' } });
  if (order instanceof GatewayError || order.status !== 404) throw new Error('expected 404');
  expect(order.body.detail).toBe('there is no order 8');

  const refused = await call('POST /orders', { body: { items: [] } });
  expect(refused).toMatchObject({ status: 400, message: 'Invalid request body' });
});

test('a contract that asks for more than before is a breaking change', () => {
  const changed = contract('POST /orders', { ...createOrder.definition, body: createOrder.definition.body.extend({ email: z.email() }) });
  const app = new App();
  const next = new Api(app, 'OrdersApi');
  addContract(next, changed, { entry: `${__dirname}/handlers/create-order.ts` });
  const { findings } = diffSpecs(JSON.parse(api.toJson()), JSON.parse(next.toJson()));
  expect(findings).toContainEqual(expect.objectContaining({ rule: 'request-property-required', level: 'breaking', location: expect.stringContaining('POST /orders') }));
});
