import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve, type Serving } from 'synthgate/runtime';

const root = path.resolve(__dirname, '..', '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-parity-'));
const app = path.join(folder, 'parity-app');
let serving: Serving | undefined;
afterAll(async () => {
  await serving?.close();
  rmSync(folder, { recursive: true });
});

const mock = { authorization: 'NONE', integration: { type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } };
const wrong = {
  id: 'other', feature: 'f', kind: 'invoke', setup: { resources: { '/': { GET: mock } }, stage: { name: 'dev' } },
  request: { method: 'GET', path: '/dev/none' }, expect: { status: 404 },
};
const casesOf = (name: string) => JSON.parse(readFileSync(path.join(root, 'test', 'cases', `${name}.json`), 'utf8')) as object[];

/** The app beside the packages that `npm install` would bring. */
function writeApp() {
  mkdirSync(path.join(folder, 'node_modules'));
  const { resolve } = createRequire(path.join(root, 'package.json'));
  symlinkSync(root, path.join(folder, 'node_modules', 'synthgate'));
  for (const name of ['aws-cdk-lib', 'constructs']) symlinkSync(path.dirname(resolve(`${name}/package.json`)), path.join(folder, 'node_modules', name));
  writeFileSync(path.join(folder, 'cases.json'), JSON.stringify([...casesOf('recorded'), ...casesOf('documented'), wrong]));
  return spawnSync(process.execPath, [path.join(root, 'bin', 'synthgate'), 'parity-app', 'cases.json'], { cwd: folder, encoding: 'utf8' });
}

test('writes a CDK app; its API, served here, answers all cases of the repository that it has, and a difference is printed as a table', async () => {
  const { stdout: summary } = writeApp();
  const [, played = 0, leftOut = 0] = (/^parity-app: an app for (\d+) cases; (\d+) are left out \(parity\.json names them\)\n/.exec(summary) ?? []).map(Number);
  expect(played + leftOut).toBe(casesOf('recorded').length + casesOf('documented').length + 1);
  expect(summary).toMatch(/^ +10 {2}it is of kind test-invoke$/m);
  const { leftOut: reasons } = JSON.parse(readFileSync(path.join(app, 'parity.json'), 'utf8')) as { readonly leftOut: readonly object[] };
  expect(reasons).toContainEqual({ id: 'test-invoke-basic', reason: 'it is of kind test-invoke' });
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
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`${played - 1} passed, 1 failed`);
});

test('OPTION_INVALID: a file that is not a list of cases', () => {
  writeFileSync(path.join(folder, 'other.json'), '{}');
  const { stderr, status } = spawnSync(process.execPath, [path.join(root, 'bin', 'synthgate'), 'parity-app', 'other.json'], { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([3, expect.stringContaining('[OPTION_INVALID]')]);
});
