import { createTestGateway, GatewayAssertions, type TestGateway } from 'synthgate/testing';
import 'synthgate/testing/vitest';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { api } from './app';

let gateway: TestGateway;
beforeAll(async () => { gateway = await createTestGateway(api); });
afterEach(() => gateway.reset());
afterAll(() => gateway.close());

const enter = (name: string) => gateway.connect(`/prod?name=${name}`);

test('the definition is as it was, and nobody connects without a name', () => {
  expect(api).toMatchGatewaySnapshot();
  GatewayAssertions.fromApi(api).hasMethod('ANY', '/$connect', { authorization: { type: 'CUSTOM', authorizer: 'ByName' } });
});

test('what one client says reaches all, and who is there is told to one', async () => {
  const ann = await enter('ann');
  const bob = await enter('bob');
  expect(JSON.parse(String(await ann.next()))).toEqual({ from: 'bob', text: 'is here' });
  bob.send({ action: 'say', text: 'hello' });
  for (const client of [ann, bob]) expect(JSON.parse(String(await client.next()))).toEqual({ from: 'bob', text: 'hello' });
  ann.send({ action: 'who' });
  expect(JSON.parse(String(await ann.next()))).toEqual({ present: ['ann', 'bob'] });
  bob.close();
  expect(JSON.parse(String(await ann.next()))).toEqual({ from: 'bob', text: 'has left' });
});

test('a message without a text is refused, and a name of other letters opens no connection', async () => {
  const ann = await enter('ann');
  ann.send({ action: 'say' });
  expect(await ann.next()).toContain('Bad request body');
  await expect(enter('Ann%20B')).rejects.toThrow('403');
});
