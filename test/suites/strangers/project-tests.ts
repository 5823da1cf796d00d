/** The number of tests in `TESTS`. */
export const TEST_COUNT = 6;

export const TEST_HEADS = {
  vitest: "import { afterAll, beforeAll, test } from 'vitest';\n",
  jest: '',
} as const;

export const NODE_TEST_HEAD = "import { after as afterAll, before as beforeAll, test } from 'node:test';\n";

/** The tests of every project, with an authorizer, a key and a model. */
export const TESTS = `import { deepEqual, equal } from 'node:assert/strict';
import { createTestGateway, type TestGateway } from 'synthgate/testing';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway(api);
});
afterAll(() => gateway.close());

const post = async (headers: Record<string, string>, body: object): Promise<number> => {
  const response = await gateway.fetch('pets', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  return response.status;
};
const allowed = (): Record<string, string> => ({ 'authorization': 'allow', 'x-api-key': gateway.apiKey('Key') });

test('the function answers', async () => {
  const response = await gateway.fetch('pets');
  deepEqual([response.status, await response.text()], [200, 'second /pets']);
});
test('a request that fits gets 200', async () => equal(await post(allowed(), { name: 'Tom' }), 200));
test('without a token, 401', async () => equal(await post({ 'x-api-key': gateway.apiKey('Key') }, { name: 'Tom' }), 401));
test('with a token that is denied, 403', async () => equal(await post({ ...allowed(), authorization: 'deny' }, { name: 'Tom' }), 403));
test('without a key, 403', async () => equal(await post({ authorization: 'allow' }, { name: 'Tom' }), 403));
test('with a body that does not fit its model, 400', async () => equal(await post(allowed(), {}), 400));
`;
