import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { api as members } from '../../examples/apps/members/app';
import { api as ordersTable } from '../../examples/apps/orders-table/app';
import { startDynamoDb } from '../support/aws/dynamo-db';
import { portOf } from '../support/aws/service-server';

/* The apps of examples/apps, each whole: definition, function, and what it needs from AWS. */

test('every app has a README', () => {
  const root = path.resolve(__dirname, '../../examples/apps');
  for (const folder of readdirSync(root)) expect(readdirSync(path.join(root, folder))).toContain('README.md');
});

describe('orders-table', () => {
  let dynamoDb: Server;
  let gateway: TestGateway;
  beforeAll(async () => {
    dynamoDb = await startDynamoDb(['orders', 'id']);
    const environment = { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${portOf(dynamoDb)}`, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
    gateway = await createTestGateway(ordersTable, { tokenValues: { 'OrdersStack/Orders.Ref': 'orders' }, functionEnvironment: { '*': environment } });
  });
  afterAll(async () => {
    await gateway.close();
    dynamoDb.close();
  });

  const send = async (method: string, target: string, body?: object): Promise<[number, unknown]> => {
    const response = await gateway.fetch(target, { method, ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }) });
    return [response.status, await response.json()];
  };

  test('an order is made, listed, changed and deleted', async () => {
    const [status, made] = await send('POST', 'orders', { item: 'tea', count: 2 });
    const order = made as { readonly id: string }; // checked in the next line
    expect([status, order]).toEqual([201, { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, item: 'tea', count: 2 }]);
    expect(await send('GET', 'orders')).toEqual([200, [order]]);
    expect(await send('PUT', `orders/${order.id}`, { item: 'tea', count: 3 })).toEqual([200, { ...order, count: 3 }]);
    expect(await send('DELETE', `orders/${order.id}`)).toEqual([200, { ...order, count: 3 }]);
    expect(await send('GET', `orders/${order.id}`)).toEqual([404, { message: 'Not Found' }]);
  });

  test('what the model does not allow never reaches the function', async () => {
    expect(await send('POST', 'orders', { item: 'tea', count: 0 })).toEqual([400, { message: 'Invalid request body' }]);
  });
});

describe('members', () => {
  let gateway: TestGateway;
  beforeAll(async () => { gateway = await createTestGateway(members); });
  afterAll(() => gateway.close());

  const get = async (target: string, token?: string): Promise<[number, unknown]> => {
    const response = await gateway.fetch(target, { headers: token === undefined ? {} : { Authorization: token } });
    return [response.status, await response.json()];
  };

  test('a user is known by the claims of the token, and nobody without one', async () => {
    expect(await get('me')).toEqual([401, { message: 'Unauthorized' }]);
    expect(await get('me', await gateway.token({ claims: { sub: 'alice' } }))).toEqual([200, { sub: 'alice', groups: [] }]);
  });

  test('a group opens a method in the function, a scope in the gateway', async () => {
    expect(await get('admin', await gateway.token())).toEqual([403, { message: 'for administrators' }]);
    expect(await get('admin', await gateway.token({ claims: { sub: 'bea' }, groups: ['admin'] }))).toEqual([200, { sub: 'bea', groups: ['admin'] }]);
    expect((await get('orders', await gateway.token()))[0]).toBe(401);
    expect((await get('orders', await gateway.token({ scopes: ['orders/read'] })))[0]).toBe(200);
  });

  test('browsers of the members\' site may call it', async () => {
    const preflight = await gateway.fetch('me', { method: 'OPTIONS', headers: { 'Origin': 'https://members.example.com', 'Access-Control-Request-Method': 'GET' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, 'https://members.example.com']);
  });
});
