import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { api } from '../app';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await createTestGateway(api);
});
afterEach(() => gateway.reset());
afterAll(() => gateway.close());

test('finds a pet', async () => {
  const response = await gateway.fetch('pets/7');
  expect(await response.json()).toEqual({ id: '7', stage: 'prod' });
});

test('allows two requests at once, then one a second', async () => {
  const status = async () => (await gateway.fetch('pets/7')).status;
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  gateway.clock.advance('1s');
  expect(await status()).toBe(200);
});
