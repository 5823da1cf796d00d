import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const script = path.resolve(__dirname, '..', '..', '..', 'scripts', 'suite.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-runner-'));
afterAll(() => rmSync(folder, { recursive: true }));

const setup = {
  resources: {
    '/function': { POST: { authorization: 'NONE', integration: { type: 'AWS_PROXY', function: 'fn', httpMethod: 'POST' } } },
    '/store/{key}': {
      ANY: {
        authorization: 'NONE',
        requestParameters: { 'method.request.path.key': true },
        methodResponses: { 200: {} },
        integration: {
          type: 'HTTP', uri: '{backend.store}/{key}', httpMethod: 'ANY',
          requestParameters: { 'integration.request.path.key': 'method.request.path.key' },
          responses: [{ statusCode: '200' }],
        },
      },
    },
  },
  stage: { name: 'dev' },
  functions: {
    fn: {
      handler: 'js',
      code: `(event) => ({
        statusCode: 201,
        headers: { 'X-oNE': 'first', 'X-Two': 'second' },
        body: JSON.stringify({ a: 'text', list: [1, { deep: true }], inside: event.body, same: 'text', NAME: 1, nothing: null }),
      })`,
    },
  },
  backends: { store: { kind: 'object-store', objects: {} } },
};

const request = { method: 'POST', path: '/dev/function', query: '', headers: { 'Content-Type': 'application/json' }, body: '{"b":[1]}' };
const put = { method: 'PUT', path: '/dev/store/k', query: '', headers: { 'Content-Type': 'text/plain' }, body: 'kept' };
const BODY = '{"a":"text","list":[1,{"deep":true}],"inside":"{\\"b\\":[1]}","same":"text","NAME":1,"nothing":null}';

/** Each operator with a right and a wrong expectation. */
const BODY_OPERATORS: Readonly<Record<string, readonly [right: unknown, wrong: unknown]>> = {
  exact: [BODY, `${BODY} `],
  base64: [Buffer.from(BODY).toString('base64'), 'e30='],
  regex: ['"deep":true', '"deep":false'],
  json: [JSON.parse(BODY), { a: 'text' }],
  jsonSubset: [{ a: 'text', list: [1, { deep: true }], nothing: null }, { list: [1] }],
  jsonSubsetCI: [{ A: 'text', name: 1 }, { A: 'other' }],
  jsonKeys: [{ '': ['a', 'list', 'inside', 'same', 'NAME', 'nothing'] }, { '': ['a'] }],
  jsonPresent: [['a', 'nothing'], ['missing']],
  jsonAbsent: [['missing', 'a.b'], ['nothing']],
  jsonPresentCI: [['name'], ['missing']],
  jsonAbsentCI: [['missing'], ['name']],
  jsonAbsentKeysIn: [{ '': ['missing'] }, { '': ['a'] }],
  jsonRegex: [{ a: '^te' }, { a: '^xt' }],
  jsonTypes: [{ 'a': 'string', 'list': 'array', 'list.0': 'integer', 'nothing': 'null' }, { nothing: 'object' }],
  jsonEqualPaths: [[['a', 'same']], [['a', 'inside']]],
  jsonPrefixOf: [[['a', 'same']], [['a', 'inside']]],
  jsonStringIsJson: [{ inside: { b: [1] } }, { inside: { b: [1, 2] } }],
  jsonStringIsJsonSubset: [{ inside: {} }, { inside: { c: 1 } }],
  jsonStringHasKeys: [{ inside: ['b'] }, { inside: ['c'] }],
  unheardOf: [undefined, 1],
};

const HEADER_OPERATORS: Readonly<Record<string, readonly [right: unknown, wrong: unknown]>> = {
  equal: [{ 'x-one': 'first' }, { 'x-one': 'second' }],
  equalJoined: [{ 'X-Two': 'second' }, { 'X-Two': 'second, third' }],
  regex: [{ 'X-Two': '^sec' }, { 'X-Two': '^first' }],
  present: [['X-ONE'], ['X-Three']],
  absent: [['X-Three'], ['x-one']],
  nameCase: [['X-oNE'], ['X-One']],
  exactly: [undefined, { 'x-one': 'first' }],
  names: [undefined, ['x-one']],
};

const expectations = [
  { id: 'status', right: { status: 201 }, wrong: { status: 200 } },
  ...Object.entries(BODY_OPERATORS).map(([name, [right, wrong]]) => ({ id: `body-${name}`, right: { body: { [name]: right } }, wrong: { body: { [name]: wrong } } })),
  ...Object.entries(HEADER_OPERATORS).map(([name, [right, wrong]]) => ({ id: `header-${name}`, right: { headers: { [name]: right } }, wrong: { headers: { [name]: wrong } } })),
];

const backend = [
  { id: 'backend', right: { method: 'PUT', path: '/k', body: 'kept', headersPresent: ['Content-Type'], headersAbsent: ['X-Own'] }, wrong: { method: 'GET' } },
  { id: 'backend-body', right: { body: 'kept', bodyBase64: 'a2VwdA==' }, wrong: { body: 'lost' } },
  { id: 'backend-bytes', right: { bodyBase64: 'a2VwdA==' }, wrong: { bodyBase64: 'bG9zdA==' } },
  { id: 'backend-header', right: { headersEqual: { 'content-type': 'text/plain' } }, wrong: { headersAbsent: ['Content-Type'] } },
];

const stored = { right: { key: 'k', bodyBase64: 'a2VwdA==', contentType: 'text/plain' }, wrong: { key: 'k', bodyBase64: 'bG9zdA==' } };

function casesOf(side: 'right' | 'wrong') {
  const caseOf = (id: string, expect: object, sent: object = request) => ({ id, feature: side, kind: 'invoke', setup, request: sent, expect });
  return [
    ...expectations.filter((one) => !JSON.stringify(one[side]).endsWith('{}}')).map((one) => caseOf(one.id, one[side])),
    ...backend.map((one) => caseOf(one.id, { backend: one[side] }, put)),
    caseOf('stored', { backendStored: stored[side] }, put),
  ];
}

/** The lines that the suite prints, and its exit code. */
function play(cases: readonly object[], ...options: string[]) {
  const file = path.join(folder, 'cases.json');
  writeFileSync(file, JSON.stringify(cases));
  const { stdout, status } = spawnSync(process.execPath, [script, 'recorded', file, ...options], { encoding: 'utf8' });
  return { lines: stdout.trimEnd().split('\n'), status };
}

test('a case passes when every expectation is met', () => {
  const cases = casesOf('right');
  const { lines, status } = play(cases);
  expect(lines).toEqual([`${cases.length} passed, 0 failed`]);
  expect(status).toBe(0);
});

test('each operator fails a case, with what was expected and seen', () => {
  const cases = casesOf('wrong');
  const { lines, status } = play(cases);
  expect(lines.filter((line) => line.startsWith('FAILED')).map((line) => line.split(' ')[2])).toEqual(cases.map(({ id }) => id));
  expect(lines).toContain('    status: expected 200, seen 201');
  expect(lines.at(-1)).toBe(`0 passed, ${cases.length} failed`);
  expect(status).toBe(1);
});

test('what the product cannot do yet fails with a reason and is never skipped', () => {
  const [one] = casesOf('right');
  const resources = { '/': { GET: { authorization: 'CUSTOM', integration: { type: 'MOCK', responses: [] } } } };
  const { lines } = play([{ ...one, kind: 'unheard-of' }, { ...one, id: 'custom', setup: { ...setup, resources } }]);
  expect(lines.filter((line) => line.startsWith('FAILED'))).toHaveLength(2);
  expect(lines.at(-1)).toBe('0 passed, 2 failed');
});

test('a backend answers with bytes, and with a certificate it has TLS', () => {
  const through = (backend: object) => ({
    ...setup, binaryMediaTypes: ['*/*'], backends: { files: { kind: 'capture-200', responseBodyBase64: '//4=', ...backend } },
    resources: { '/': { GET: { integration: { type: 'HTTP_PROXY', httpMethod: 'GET', uri: '{backend.files}/' } } } },
  });
  const get = { method: 'GET', path: '/dev' };
  const bytesCase = { id: 'bytes', feature: 'right', kind: 'invoke', request: get };
  const { lines } = play([
    { ...bytesCase, setup: through({}), expect: { status: 200, body: { base64: '//4=' } } },
    { ...bytesCase, id: 'tls', setup: through({ certificate: 'self-signed' }), expect: { status: 500 } },
  ]);
  expect(lines).toEqual(['2 passed, 0 failed']);
});

test('a case with a member that nobody reads, or without an expectation, fails', () => {
  const [one] = casesOf('right');
  const strange = [
    { ...one, id: 'expectation', expect: { status: 201, statusText: 'Created' } },
    { ...one, id: 'nothing', expect: {} },
    { ...one, id: 'empty', expect: { headers: {} } },
    { ...one, id: 'setup', setup: { ...setup, disableExecuteApiEndpoint: true } },
    { ...one, id: 'stage', setup: { ...setup, stage: { name: 'dev', tracingEnabled: true } } },
    { ...one, id: 'request', request: { ...request, header: {} } },
  ];
  const { lines } = play(strange);
  expect(lines.filter((line) => line.startsWith('    '))).toEqual(expect.arrayContaining([
    '    unknown expectation statusText', '    nothing is expected', '    unknown setup member disableExecuteApiEndpoint', '    unknown stage member tracingEnabled',
    '    unknown request header',
  ]));
  expect(lines.at(-1)).toBe(`0 passed, ${strange.length} failed`);
});

const caseOf = (given: object) => ({ id: 'one', feature: 'right', kind: 'invoke', ...given });
const mock = { authorization: 'NONE', integration: { type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } };

test('a setup declares authorizers and a resource policy', () => {
  const guarded = {
    authorizers: { Auth: { type: 'REQUEST', function: 'refuse', identitySource: 'method.request.header.A, method.request.header.B', authorizerResultTtlInSeconds: 60 } },
    functions: { refuse: { handler: 'js', code: '() => { throw new Error("Unauthorized"); }' } },
    policy: { Statement: [{ Effect: 'Deny', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/dev/GET/denied' }] },
    resources: { '/guarded': { GET: { ...mock, authorization: 'CUSTOM', authorizer: 'Auth' } }, '/denied': { GET: { ...mock, authorization: 'CUSTOM', authorizer: 'Auth' } } },
    stage: { name: 'dev' },
  };
  const { lines } = play([['/dev/guarded', 401], ['/dev/denied', 403]].map(([at, status]) =>
    caseOf({ setup: guarded, request: { method: 'GET', path: at, headers: { A: '1', B: '2' } }, expect: { status } })));
  expect(lines).toEqual(['2 passed, 0 failed']);
});

test.each(['python', 'go'])('functions that echo are in %s on demand, and other cases are not played', (language) => {
  const echo = { ...setup, functions: { fn: { handler: 'proxy-echo' } } };
  const cases = [caseOf({ setup: echo, request, expect: { status: 200, body: { jsonSubset: { body: request.body } } } }), ...casesOf('right')];
  expect(play(cases, '--functions', language).lines).toEqual(['1 passed, 0 failed']);
});

test('a request is signed with a credential of the setup', () => {
  const signed = {
    credentials: [{ accessKeyId: 'AKID', secretAccessKey: 'secret' }], resources: { '/a': { POST: { ...mock, authorization: 'AWS_IAM' } } }, stage: { name: 'dev' },
  };
  const post = { method: 'POST', path: '/dev/a', query: 'q=1', headers: { 'Content-Type': 'application/json' }, body: '{}' };
  const cases = [caseOf({ setup: signed, request: { ...post, signWith: 'AKID' }, expect: { status: 200 } }), caseOf({ setup: signed, request: post, expect: { status: 403 } })];
  expect(play(cases).lines).toEqual(['2 passed, 0 failed']);
});

test('long texts are repeated ones', () => {
  const bodies = caseOf({ setup, request: { ...request, body: { repeat: '12', count: 3 } }, expect: { body: { jsonSubset: { inside: '121212' } } } });
  expect(play([bodies]).lines).toEqual(['1 passed, 0 failed']);
});

test('the logs of a request are checked as bodies and logs of test invocations are', () => {
  const stage = { name: 'dev', methodSettings: { '*/*': { loggingLevel: 'INFO' } }, accessLog: { format: '{ "status": "$context.status", "id": "$context.requestId" }' } };
  const logged = caseOf({ setup: { resources: { '/a': { GET: mock } }, stage }, request: { method: 'GET', path: '/dev/a' } });
  const right = { executionLog: { linesStartWithInOrder: ['', ''] }, accessLog: { jsonSubset: { status: '200' } } };
  const wrong = { executionLog: { linesStartWithInOrder: ['no such line'] }, accessLog: { jsonSubset: { status: '201' } } };
  expect(play([{ ...logged, expect: right }]).lines).toEqual(['1 passed, 0 failed']);
  const { lines } = play([{ ...logged, expect: wrong }]);
  expect(lines[1]).toContain('execution log: no line starts with "no such line" there');
  expect(lines[2]).toContain('access log body jsonSubset: expected at least {"status":"201"}');
});

test('requests before the one of a case are sent first, and only the last response is checked', () => {
  const counting = { ...setup, functions: { fn: { handler: 'js', code: '((calls) => () => ({ statusCode: 200, body: String(++calls) }))(0)' } } };
  const [one] = casesOf('right');
  const { lines } = play([{ ...one, setup: counting, before: [request, request], expect: { body: { exact: '3' } } }]);
  expect(lines).toEqual(['1 passed, 0 failed']);
});

test('features and ids choose cases; none at all is a failure', () => {
  const cases = [...casesOf('right'), ...casesOf('wrong')];
  expect(play(cases, '--features', 'right', '--id', 'status', '--verbose').lines).toEqual(['ok     right status', '1 passed, 0 failed']);
  expect(play(cases, '--features', 'other').status).toBe(1);
});
