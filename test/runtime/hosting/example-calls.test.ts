import path from 'node:path';
import { createColors } from 'picocolors';
import { serveBanner } from '../../../lib/cli/serve-banner';
import { serve, type Serving } from '../../../lib/runtime';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { writeWebSocketApi } from '../../support/http-api';
import { newDirectory } from '../../support/temporary-directory';

const specWith = (key: object) => petsSpec({
  apiKeys: { 'Pets-Partner': key, 'Pets-Loose': {} },
  usagePlans: { Gold: { keys: ['Pets-Partner'], stages: { prod: {} } } },
  resources: {
    '/': { id: 'root', methods: {} },
    '/pets': { id: 'pets', methods: { GET: { apiKeyRequired: true, integration: { type: 'proxy', function: 'Pets' } } } },
  },
});
const source = writeAssembly(newDirectory(), [specWith({})]);
const servings: Serving[] = [];
afterAll(async () => {
  await Promise.all(servings.map((serving) => serving.close()));
});

async function serving(stateDirectory: string, options: object = {}): Promise<Serving> {
  const started = await serve({ source, stateDirectory, port: 0, watch: false, ...options });
  servings.push(started);
  return started;
}

/** Makes the first call that a gateway proposes. */
async function statusOfFirst(gateway: Serving): Promise<number | undefined> {
  const [call] = gateway.exampleCalls('Pets', 'prod').calls;
  if (call === undefined) return undefined;
  const headers = Object.fromEntries(call.headers.map(({ name, value }) => [name, value]));
  return (await fetch(`${gateway.apis[0]?.stages[0]?.url ?? ''}${call.path}`, { method: call.method, headers })).status;
}

test.each([1, 2])('the proposed call with a generated key works, with %d processes', async (processes) => {
  expect(await statusOfFirst(await serving(newDirectory(), { localApiKeys: true, processes }))).toBe(200);
});

test('the local value of a key stays the same after a restart, and has a short name', async () => {
  const state = newDirectory();
  const first = await serving(state, { localApiKeys: true });
  await first.close();
  const again = await serving(state, { localApiKeys: true });
  expect(again.apiKey('Partner')).toBe(first.apiKey('Pets-Partner'));
  expect(again.apiKey('Loose')).not.toBe(again.apiKey('Partner'));
});

test('a key that is given is not replaced by a local value', async () => {
  const gateway = await serving(newDirectory(), { localApiKeys: true, apiKeys: { 'Pets-Partner': 'given-key-0123456789' } });
  expect(gateway.apiKey('Partner')).toBe('given-key-0123456789');
});

/** Returns the banner that `serve` prints for a gateway with one key. */
async function bannerOf(key: object, options: object): Promise<string> {
  const gateway = await serving(newDirectory(), { source: writeAssembly(newDirectory(), [specWith(key)]), ...options });
  return serveBanner(gateway, [], createColors(false));
}

test.each([
  ['to the runtime', {}, { apiKeys: { 'Pets-Partner': 'given-key-0123456789' } }],
  ['as the value of a token', { value: '${token:Shop/PartnerKey.Value}' }, { tokenValues: { 'Shop/PartnerKey.Value': 'given-key-0123456789' } }],
])('a key that is given %s is not printed: the call to try names it', async (_, key, options) => {
  for (const localApiKeys of [false, true]) {
    const banner = await bannerOf(key, { localApiKeys, ...options });
    expect(banner).toContain("curl -H 'x-api-key: <value of Pets-Partner>' ");
    expect(banner).not.toContain('given-key');
  }
});

test('a key of the definition is printed', async () => {
  expect(await bannerOf({ value: 'stated-key-0123456789' }, { apiKeys: { 'Pets-Loose': 'given-key-0123456789' } }))
    .toContain("curl -H 'x-api-key: stated-key-0123456789' ");
});

test('a gateway that accepts no local keys rejects the generated key, and says so instead of proposing the call', async () => {
  const [accepting, other] = [await serving(newDirectory(), { localApiKeys: true }), await serving(newDirectory())];
  const url = `${other.apis[0]?.stages[0]?.url ?? ''}/pets`;
  expect((await fetch(url, { headers: { 'x-api-key': accepting.apiKey('Partner') } })).status).toBe(403);
  expect(() => other.apiKey('Partner')).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
  expect(other.exampleCalls('Pets', 'prod')).toEqual({
    calls: [], tokenAuthorizers: [],
    obstacles: [{ method: 'GET', path: '/pets', needs: 'an API key, and no key with a value is in a usage plan of the stage' }],
  });
});

test('a function that waits for a value is not proposed, but what it needs is said', async () => {
  const spec = petsSpec({}, { TABLE: '${token:Stage}' });
  const needing = writeAssembly(newDirectory(), [spec]);
  const without = await serving(newDirectory(), { source: needing });
  const { calls, obstacles } = without.exampleCalls('Pets', 'prod');
  expect(calls).toEqual([]);
  expect(obstacles.filter(({ method }) => method === 'GET').map(({ needs }) => needs)).toEqual(Array(2).fill('what does not run here: function Pets cannot run here: environment TABLE needs Stage, which has no value here'));
  const gateway = await serving(newDirectory(), { source: needing, tokenValues: { Stage: 'dev' } });
  expect(gateway.exampleCalls('Pets', 'prod').calls.map(({ path }) => path)).toEqual(['/pets', '/pets/1']);
});

test('the call of a WebSocket API is its handshake, with a key; an authorizer function is an obstacle', async () => {
  const route = (more: object = {}) => ({ integration: { type: 'proxy', function: 'Fn' }, ...more }) as const;
  const proposed = async (connect: object | undefined, more: object = {}) => {
    const source = path.join(newDirectory(), 'gateway.out');
    const routes = { ...(connect === undefined ? {} : { $connect: route(connect) }), $default: route() };
    writeWebSocketApi(source, { functions: { Fn: '() => ({ statusCode: 200 })' }, routes: routes as never, ...more });
    return (await serving(newDirectory(), { source, localApiKeys: true })).exampleCalls('Shop', 'prod');
  };
  const plans = { apiKeys: { Ann: { value: 'key-of-ann-0123456789' } }, usagePlans: { All: { keys: ['Ann'], stages: { prod: {} } } } };
  const handshake = { method: 'GET', path: '', headers: [], body: '' };
  expect(await proposed({ apiKeyRequired: true }, plans)).toMatchObject({ calls: [{ ...handshake, headers: [{ name: 'x-api-key', value: 'key-of-ann-0123456789' }] }] });
  expect(await proposed({})).toMatchObject({ calls: [handshake], obstacles: [] });
  expect(await proposed(undefined)).toMatchObject({ calls: [], obstacles: [] });
  const authorizers = { Guard: { type: 'request', function: 'Fn', identitySources: ['route.request.querystring.token'] } };
  expect(await proposed({ authorization: { type: 'CUSTOM', authorizer: 'Guard' } }, { authorizers }))
    .toMatchObject({ calls: [], obstacles: [{ needs: 'what authorizer Guard accepts in query token' }] });
});
