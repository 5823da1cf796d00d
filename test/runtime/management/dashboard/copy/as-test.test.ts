import type { GatewaySpecInput } from '../../../../../lib/spec';
import type { TestRunner } from '../../../../../lib/runtime';
import { dashboardGateway, type DashboardGateway, type Stub } from '../../../../support/dashboard';
import { runPastedTest as run } from '../../../../support/pasted-test';

/* A request is copied as a test; the test is run as if it had been pasted. */

const KEY = 'student-key-0123456789';
const SPEC: GatewaySpecInput = {
  format: 'synthgate/1',
  api: { id: 'shop', name: 'Shop' },
  functions: { Pets: { code: 'pets', handler: 'index.handler' }, Auth: { code: 'auth', handler: 'index.handler' } },
  authorizers: { Auth: { type: 'token', function: 'Auth', resultsCacheTtlSeconds: 0 } },
  resources: {
    '/': { id: 'root', methods: {} },
    '/pets': { id: 'pets', methods: { ANY: { integration: { type: 'proxy', function: 'Pets' } } } },
    '/mine': { id: 'mine', methods: { GET: { authorization: { type: 'CUSTOM', authorizer: 'Auth' }, integration: { type: 'proxy', function: 'Pets' } } } },
    '/keyed': { id: 'keyed', methods: { GET: { apiKeyRequired: true, integration: { type: 'proxy', function: 'Pets' } } } },
    '/mapped': {
      id: 'mapped',
      methods: {
        POST: {
          integration: {
            type: 'mapped', function: 'Pets', requestTemplates: { 'application/json': '{"pet": $input.json("$.pet")}' },
            responses: [{ statusCode: '201' }, { statusCode: '422', selectionPattern: 'no .*', responseTemplates: { 'application/json': '{"why": $input.json("$.errorMessage")}' } }],
          },
          methodResponses: { 201: {}, 422: {} },
        },
      },
    },
  },
  stages: { prod: {} },
  apiKeys: { Student: { value: KEY } },
  usagePlans: { Free: { keys: ['Student'], quota: { limit: 2, period: 'DAY' }, stages: { prod: {} } } },
};

const policy = (Effect: 'Allow' | 'Deny') => JSON.stringify({ principalId: 'me', policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: '*' }] } });
const answer = (value: unknown): string => JSON.stringify(value);
const thrown = (errorMessage: string): ReturnType<Stub> => ({ type: 'function-error', errorMessage, payload: answer({ errorType: 'NoPet', errorMessage, trace: [] }) });

let stub: Stub = () => 'null';
let gateway: DashboardGateway;
beforeAll(async () => { gateway = await dashboardGateway(SPEC, (...given) => stub(...given)); });
afterAll(async () => {
  await gateway.close();
});

const POST = (body: unknown): RequestInit => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: answer(body) });
const KEYED: RequestInit = { headers: { 'x-api-key': KEY } };
const TOKEN: RequestInit = { headers: { authorization: 'Bearer abcdefghijklmnop' } };

test.each<readonly [string, Stub, string, RequestInit, number]>([
  ['an answer', () => answer({ statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: '{"a":[1,"x"]}' }), '/prod/pets?q=%20', {}, 200],
  ['a text with quotes', () => answer({ statusCode: 404, body: 'it\'s "none"\n${x}`' }), '/prod/pets', POST({ it: "isn't" }), 404],
  ['bytes', () => answer({ statusCode: 200, body: 'AP8=', isBase64Encoded: true }), '/prod/pets', {}, 200],
  ['a mapped answer', () => answer({ made: true }), '/prod/mapped', POST({ pet: 'cat' }), 201],
  ['a mapped error', () => thrown('no cats'), '/prod/mapped', POST({ pet: 'cat' }), 422],
  ['a function that throws', () => thrown('broken'), '/prod/pets', {}, 502],
  ['a malformed result', () => answer({ statusCode: 'x' }), '/prod/pets', {}, 502],
  ['a function that ends', () => ({ type: 'failed', code: 'FUNCTION_CRASHED', reason: 'exit 1' }), '/prod/pets', {}, 502],
  ['a timeout', () => ({ type: 'timeout', timeoutMs: 3_000, limit: 'function' }), '/prod/pets', {}, 502],
  ['a busy function', () => ({ type: 'throttled' }), '/prod/pets', {}, 500],
  ['an unknown path', () => 'null', '/prod/pest', {}, 403],
  ['an allowed caller', (name) => (name === 'Auth' ? policy('Allow') : answer({ statusCode: 200, body: 'mine' })), '/prod/mine', TOKEN, 200],
  ['a denied caller', () => policy('Deny'), '/prod/mine', TOKEN, 403],
  ['an unauthorized caller', () => thrown('Unauthorized'), '/prod/mine', TOKEN, 401],
  ['no token', () => 'null', '/prod/mine', {}, 401],
  ['a key', () => answer({ statusCode: 200, body: 'k' }), '/prod/keyed', KEYED, 200],
  ['a used quota', () => answer({ statusCode: 200, body: 'k' }), '/prod/keyed', KEYED, 429],
])('the test of %s passes', async (_, given, target, init, status) => {
  stub = given;
  let response = await fetch(`${gateway.url}${target}`, init);
  while (status === 429 && response.status !== status) response = await fetch(`${gateway.url}${target}`, init);
  expect(response.status).toBe(status);
  const { text } = await gateway.api(`/api/requests/${response.headers.get('x-amzn-requestid') ?? ''}/as?format=test&secrets=1`);
  expect(await run(text)).toBeGreaterThan(0);
});

test('a test fails where the answer is another', async () => {
  stub = () => answer({ statusCode: 200, body: 'one' });
  const response = await fetch(`${gateway.url}/prod/pets`);
  const { text } = await gateway.api(`/api/requests/${response.headers.get('x-amzn-requestid') ?? ''}/as?format=test`);
  await expect(run(text.replace('"body": "one"', '"body": "two"'))).rejects.toThrow('one');
});

test.each<readonly [TestRunner, string]>([
  ['vitest', "import { expect, test } from 'vitest';\nimport { createTestGateway } from 'synthgate/testing';\n\ntest("],
  ['@jest/globals', "import { expect, test } from '@jest/globals';\nimport { createTestGateway } from 'synthgate/testing';\n\ntest("],
  ['jest', "import { createTestGateway } from 'synthgate/testing';\n\ntest("],
  ['node:test', "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { createTestGateway } from 'synthgate/testing';\n\ntest("],
])('a test for %s imports what it needs, and passes', async (runner, beginning) => {
  stub = () => answer({ statusCode: 201, headers: { 'Content-Type': 'application/json' }, body: '{"a":[1,{"b":null}]}' });
  const secondGateway = await dashboardGateway(SPEC, (...given) => stub(...given), { project: { runner } });
  for (const target of ['/prod/pets', '/prod/pest']) {
    const response = await fetch(`${secondGateway.url}${target}`);
    const { text } = await secondGateway.api(`/api/requests/${response.headers.get('x-amzn-requestid') ?? ''}/as?format=test`);
    expect(text.startsWith(beginning)).toBe(true);
    expect(await run(text)).toBe(3);
  }
  await secondGateway.close();
});

test('a test imports what the app exports, by another name if it has that one itself', async () => {
  stub = () => answer({ statusCode: 200, body: 'one' });
  const copiedWith = async (name: string): Promise<string> => {
    const secondGateway = await dashboardGateway(SPEC, (...given) => stub(...given), { project: { exported: { module: './app', name } } });
    const response = await fetch(`${secondGateway.url}/prod/pets`);
    const { text } = await secondGateway.api(`/api/requests/${response.headers.get('x-amzn-requestid') ?? ''}/as?format=test`);
    await secondGateway.close();
    return text;
  };
  const text = await copiedWith('api');
  expect(text).toContain("import { api } from './app';\n");
  expect(await run(text, gateway.directory)).toBe(3);
  expect(await copiedWith('gateway')).toMatch(/import \{ gateway as definition \} from '.\/app';\n(?:.*\n)*.* = await createTestGateway\(definition, \{/);
});

test('commands have the request, and hidden secrets come from the environment', async () => {
  stub = () => answer({ statusCode: 200 });
  const response = await fetch(`${gateway.url}/prod/pets?q=1`, { method: 'POST', headers: { 'x-api-key': KEY, 'x-note': "it's" }, body: "it's" });
  const as = async (query: string) => (await gateway.api(`/api/requests/${response.headers.get('x-amzn-requestid') ?? ''}/as?${query}`)).text;
  const curl = await as('format=curl');
  expect(curl).toContain(`curl -i -g -X POST '${gateway.url}/prod/pets?q=1'`);
  expect(curl).toContain('-H "x-api-key: $X_API_KEY"');
  expect(curl).toContain('-H \'x-note: it\'\\\'\'s\'');
  expect(curl).toContain('--data-raw \'it\'\\\'\'s\'');
  expect(await as('format=curl&secrets=1')).toContain(`-H 'x-api-key: ${KEY}'`);
  expect(await as('format=fetch')).toContain('["x-api-key", process.env.X_API_KEY ?? \'\'],');
  expect(await as('format=http')).toMatch(/^POST http:.*\/prod\/pets\?q=1\n(?:.*\n)*x-api-key: \{\{X_API_KEY\}\}\n/);
  expect(await as('format=perl')).toContain('format is one of curl, fetch, http, test');
});
