import { createTestGateway, GatewayAssertions, type TestGateway } from 'synthgate/testing';
import 'synthgate/testing/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from './app';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway(api, { functions: { MineFunction: async (event) => ({ statusCode: 200, body: event.headers['x-user'] ?? '' }) } });
});
afterAll(() => gateway.close());

test('the definition is as it was, and nobody deletes without a key', () => {
  expect(api).toMatchGatewaySnapshot();
  GatewayAssertions.fromApi(api).hasMethod('DELETE', '/notes/{id}', { authorization: { type: 'CUSTOM', authorizer: 'ByKey' } });
});

test('a token with the scope is let through, and its subject reaches the function', async () => {
  const mine = async (scope: string) => {
    const token = await gateway.token({ claims: { sub: 'anna' }, scopes: [scope] });
    return gateway.fetch('mine', { headers: { Authorization: `Bearer ${token}` } });
  };
  expect((await mine('notes/write')).status).toBe(403);
  expect(await (await mine('notes/read')).text()).toBe('anna');
});
