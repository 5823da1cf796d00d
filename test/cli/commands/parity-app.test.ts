import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve, type Serving } from 'synthgate/runtime';

jest.setTimeout(180_000);

const root = path.resolve(__dirname, '..', '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-parity-'));
const app = path.join(folder, 'parity-app');
let serving: Serving | undefined;
afterAll(async () => {
  await serving?.close();
  rmSync(folder, { recursive: true });
});

const mock = { authorization: 'NONE', integration: { type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } };
const caseOf = (id: string, setup: object, request: object, expected: object) =>
  ({ id, feature: 'f', kind: 'invoke', setup: { ...setup, stage: { name: 'dev' } }, request, expect: expected });
const guarded = {
  authorizers: { Auth: { type: 'TOKEN', function: 'decide', authorizerResultTtlInSeconds: 0 } },
  functions: { decide: { handler: 'js', code: '() => { throw new Error("Unauthorized"); }' } },
  resources: { '/guarded': { GET: { ...mock, authorization: 'CUSTOM', authorizer: 'Auth' } } },
};
const proxied = { functions: { fn: { handler: 'proxy-echo' } }, resources: { '/{proxy+}': { ANY: { authorization: 'NONE', integration: { type: 'AWS_PROXY', function: 'fn' } } } } };
const mapped = {
  functions: { fn: { handler: 'echo' } },
  models: { Pet: { contentType: 'application/json', schema: { type: 'object', required: ['name'] } } },
  requestValidators: { v: { validateRequestBody: true, validateRequestParameters: false } },
  resources: {
    '/pets/{id}': {
      POST: {
        requestModels: { 'application/json': 'Pet' }, requestValidator: 'v', methodResponses: { 200: {} },
        integration: { type: 'AWS', function: 'fn', requestTemplates: { 'application/json': '{"id":"$input.params(\'id\')"}' }, responses: [{ statusCode: '200' }] },
      },
    },
  },
};
const json = { 'Content-Type': 'application/json' };
const cases = [
  caseOf('mocked', { resources: { '/': { GET: mock } } }, { method: 'GET', path: '/dev' }, { status: 200 }),
  caseOf('refused', guarded, { method: 'GET', path: '/dev/guarded', headers: { Authorization: 'x' } }, { status: 401 }),
  caseOf('proxied', proxied, { method: 'PUT', path: '/dev/a/b', query: 'q=1' }, {
    status: 200, body: { jsonSubset: { path: '/a/b', resource: '/{proxy+}', pathParameters: { proxy: 'a/b' }, requestContext: { path: '/dev/a/b', stage: 'dev' } } },
  }),
  caseOf('mapped', mapped, { method: 'POST', path: '/dev/pets/7', headers: json, body: '{"name":"Bo"}' }, { status: 200, body: { json: { id: '7' } } }),
  caseOf('invalid', mapped, { method: 'POST', path: '/dev/pets/7', headers: json, body: '{}' }, { status: 400, body: { json: { message: 'Invalid request body' } } }),
  caseOf('other', { resources: { '/': { GET: mock } } }, { method: 'GET', path: '/dev/none' }, { status: 404 }),
];

/** The app beside the packages that `npm install` would bring. */
function writeApp() {
  mkdirSync(path.join(folder, 'node_modules'));
  const { resolve } = createRequire(path.join(root, 'package.json'));
  symlinkSync(root, path.join(folder, 'node_modules', 'synthgate'));
  for (const name of ['aws-cdk-lib', 'constructs']) symlinkSync(path.dirname(resolve(`${name}/package.json`)), path.join(folder, 'node_modules', name));
  writeFileSync(path.join(folder, 'cases.json'), JSON.stringify([...cases, { ...cases[0], id: 'left-out', kind: 'test-invoke' }]));
  return spawnSync(process.execPath, [path.join(root, 'bin', 'synthgate'), 'parity-app', 'cases.json'], { cwd: folder, encoding: 'utf8' });
}

test('writes a CDK app; its API, served here, answers the cases, and a difference is printed as a table', async () => {
  expect(writeApp().stdout).toBe('parity-app: an app for 6 cases; 1 are left out (parity.json says why)\n');
  expect(JSON.parse(readFileSync(path.join(app, 'parity.json'), 'utf8'))).toMatchObject({ leftOut: [{ id: 'left-out', reason: 'it is of kind test-invoke' }] });
  const source = path.join(folder, 'gateway.out');
  const synthesis = spawnSync(process.execPath, ['app.js'], {
    cwd: app, encoding: 'utf8', env: { ...process.env, CDK_OUTDIR: path.join(folder, 'cdk.out'), SYNTHGATE_OUTDIR: source },
  });
  expect([synthesis.status, synthesis.stderr]).toEqual([0, expect.not.stringContaining('Error')]);
  serving = await serve({ source, port: 0, watch: false, log: () => undefined });
  const url = `${serving.apis[0]?.url}/parity`;
  const suite = [path.join(root, 'scripts', 'suite.mjs'), 'parity', '--app', app, '--url', url];
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, suite, (_, text) => resolve(text)); // not in one turn: the gateway is in this process
  });
  expect(stdout.split('\n').slice(0, 3)).toEqual(['| case | difference |', '|---|---|', '| f other | status: expected 404, seen 403 |']);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('5 passed, 1 failed');
});

test('OPTION_INVALID: a file that is not a list of cases', () => {
  writeFileSync(path.join(folder, 'other.json'), '{}');
  const { stderr, status } = spawnSync(process.execPath, [path.join(root, 'bin', 'synthgate'), 'parity-app', 'other.json'], { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([3, expect.stringContaining('[OPTION_INVALID]')]);
});
