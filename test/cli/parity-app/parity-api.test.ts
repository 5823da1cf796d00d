import { readFileSync } from 'node:fs';
import path from 'node:path';
import { caseFileSchema } from '../../../lib/cli/parity-app/case-file';
import { parityApi, functionCode } from '../../../lib/cli/parity-app/parity-api';

const mock = { integration: { type: 'MOCK' } };
const call = { authorization: 'CUSTOM', authorizer: 'Auth', integration: { type: 'AWS_PROXY', function: 'fn' } };
const setup = {
  resources: { '/': { GET: mock }, '/pets': { POST: { ...call, requestValidator: 'v', requestModels: { 'application/json': 'Pet' } } } },
  functions: { fn: { handler: 'echo' }, same: { handler: 'echo' }, decide: { handler: 'js', code: '() => ({})' } },
  authorizers: { Auth: { type: 'TOKEN', function: 'decide' } },
  models: { Pet: { contentType: 'application/json', schema: {} } },
  requestValidators: { v: { validateRequestBody: true } },
  stage: { name: 'dev' },
};
const playedCase = { id: 'one', kind: 'invoke', setup, request: { method: 'GET', path: '/dev' }, expect: {} };
const apiOf = (...cases: readonly object[]) => parityApi(caseFileSchema.parse(cases));

test('a setup is below a path part of its own, with names of its own; functions with the same code are one', () => {
  const { setup: { resources, authorizers, models, requestValidators }, functions, cases } = apiOf(playedCase);
  const [{ prefix = '' } = {}] = cases;
  expect(Object.keys(resources)).toEqual([`/${prefix}`, `/${prefix}/pets`]);
  expect(Object.keys(functions)).toHaveLength(2);
  const [echo] = Object.keys(functions);
  expect(resources[`/${prefix}/pets`]?.POST).toMatchObject({
    authorizer: `${prefix}Auth`, requestValidator: `${prefix}v`, requestModels: { 'application/json': `${prefix}Pet` }, integration: { type: 'AWS_PROXY', function: echo },
  });
  expect([Object.keys(authorizers), Object.keys(models), Object.keys(requestValidators)]).toEqual([[`${prefix}Auth`], [`${prefix}Pet`], [`${prefix}v`]]);
  expect(functions[String(authorizers[`${prefix}Auth`]?.function)]?.code).toContain('() => ({})');
});

test('functions with the same code and different runtimes are two', () => {
  const fn = { handler: 'module', code: 'exports.handler = async () => 1;' };
  const { functions } = apiOf({ ...playedCase, setup: { ...setup, functions: { ...setup.functions, fn, same: { ...fn, runtime: 'nodejs20.x' } } } });
  expect(Object.values(functions)).toEqual(expect.arrayContaining([{ code: fn.code }, { code: fn.code, runtime: 'nodejs20.x' }]));
});

test('equal setups are one, other setups are beside it, and the same cases give the same API', () => {
  const secondCase = { ...playedCase, id: 'other', setup: { resources: { '/': { GET: mock } } } };
  const api = apiOf(playedCase, { ...playedCase, id: 'two' }, secondCase);
  expect(new Set(api.cases.map(({ prefix }) => prefix)).size).toBe(2);
  expect(Object.keys(api.setup.resources)).toHaveLength(3);
  expect(apiOf(playedCase, { ...playedCase, id: 'two' }, secondCase)).toEqual(api);
});

test.each([
  ['AWS is known to answer it otherwise', { differs: 'on purpose' }],
  ['it is of kind test-invoke', { kind: 'test-invoke' }],
  ['its setup has backends', { setup: { ...setup, backends: {} } }],
  ['its stage has variables', { setup: { ...setup, stage: { name: 'dev', variables: {} } } }],
  ['its endpoint is REGIONAL', { setup: { ...setup, endpointType: 'REGIONAL' } }],
  ['it needs a caller or a log of the account', { expect: { accessLog: {} } }],
  ['its models refer to each other', { setup: { ...setup, models: { Pet: { schema: { $ref: 'x' } } } } }],
  ['its function reads the path', { setup: { ...setup, functions: { ...setup.functions, fn: { handler: 'module', code: 'exports.handler = async (event) => event.path;' } } } }],
  ['its function has reserved concurrency', { setup: { ...setup, functions: { ...setup.functions, fn: { handler: 'echo', reservedConcurrentExecutions: 1 } } } }],
  ['its function has a time limit of its own', { setup: { ...setup, functions: { ...setup.functions, fn: { handler: 'echo', timeout: 1 } } } }],
  ['a method has a time limit of its own', { setup: { ...setup, resources: { '/': { GET: { integration: { type: 'MOCK', timeoutInMillis: 50 } } } } } }],
  ['it asks for another stage', { request: { method: 'GET', path: '/other' } }],
  ['the length of its URL counts', { request: { method: 'GET', path: '/dev', query: { repeat: 'a', count: 9 } } }],
  ['a proxy integration has settings that constructs do not have', {
    setup: { ...setup, resources: { '/': { GET: { integration: { type: 'AWS_PROXY', function: 'fn', httpMethod: 'GET' } } } } },
  }],
  ['a method has authorization AWS_IAM', { setup: { ...setup, resources: { '/': { GET: { ...mock, authorization: 'AWS_IAM' } } } } }],
  ['a method needs an API key', { setup: { ...setup, resources: { '/': { GET: { ...mock, apiKeyRequired: true } } } } }],
  ['a method calls a backend', { setup: { ...setup, resources: { '/': { GET: { integration: { type: 'HTTP', uri: 'http://b/' } } } } } }],
  ['there is no code for function none', { setup: { ...setup, resources: { '/': { GET: { integration: { type: 'AWS', function: 'none' } } } } } }],
])('a case is left out with its reason: %s', (reason, given) => {
  const api = apiOf({ ...playedCase, ...given });
  expect(api.leftOut).toEqual([{ id: 'one', reason }]);
  expect(api.cases).toEqual([]);
});

test('every case of the repository is played or left out with a reason', () => {
  const files = ['recorded.json', 'documented.json'].map((name) => path.resolve(__dirname, '..', '..', 'cases', name));
  const cases = caseFileSchema.parse(files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as unknown[]));
  const { cases: played, leftOut } = parityApi(cases);
  expect(played.length + leftOut.length).toBe(cases.length);
  expect(played.length).toBeGreaterThan(130);
});

/** Returns the result of a function's module for an event. */
async function returned(fn: Parameters<typeof functionCode>[0], event: unknown): Promise<unknown> {
  const module = { exports: {} as { handler?: (event: unknown) => unknown } };
  new Function('exports', functionCode(fn) ?? '')(module.exports);
  return module.exports.handler?.(event);
}

test.each([
  [{ handler: 'proxy-echo' }, { a: 1 }, { statusCode: 200, body: '{"a":1}', isBase64Encoded: false }],
  [{ handler: 'echo' }, { a: 1 }, { a: 1 }],
  [{ handler: 'return-parsed-body' }, { body: '[1]' }, [1]],
  [{ handler: 'return', value: 'x' }, {}, 'x'],
  [{ handler: 'js', code: '({ a }) => a + 1' }, { a: 1 }, 2],
])('%j is a module with a handler', async (fn, event, result) => {
  expect(await returned(fn, event)).toEqual(result);
});

test('a function gets the event of its method without the path part of the setup', async () => {
  const event = {
    resource: '/parity0123456789', path: '/parity0123456789/', methodArn: 'arn:x/parity0123456789/', other: 1,
    requestContext: { path: '/dev/parity0123456789/a', resourcePath: '/parity0123456789/{p}', stage: 'dev' },
  };
  expect(await returned({ handler: 'js', code: '(event) => event' }, event)).toEqual({
    ...event, resource: '/', path: '/', requestContext: { path: '/dev/a', resourcePath: '/{p}', stage: 'dev' },
  });
  expect(await returned({ handler: 'js', code: '(event) => event' }, { path: '/parity0123456789' })).toEqual({ path: '/parity0123456789' });
});

test('a module is the code of its case', () => {
  expect(functionCode({ handler: 'module', code: 'exports.handler = 1;' })).toBe('exports.handler = 1;');
});

test('a handler that the vocabulary does not have has no code', () => {
  expect(functionCode({ handler: 'other' })).toBeUndefined();
});
