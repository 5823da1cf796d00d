import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import packageJson from '../../package.json';
import { pack, packInstalled } from '../support/package/consumer';

/** The findings of test/polyglot/declare.py. */
interface Found {
  readonly hello: string;
  readonly spec: object;
  readonly routes: string;
  readonly isApi: readonly boolean[];
  readonly seconds: number;
  readonly refused: string;
  readonly directory: string;
  readonly apiNames: readonly string[];
  readonly answers: Record<string, readonly [number, string]>;
  readonly serveExitCode: number;
  readonly kernelExitCode: number;
}

const LONG_MS = 600_000;
const runtime = path.join(path.dirname(require.resolve('@jsii/runtime/package.json')), 'webpack', 'bin', 'jsii-runtime.js');
let temporary: string;
let project: string;
let results: Found;

beforeAll(() => {
  temporary = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-python-')));
  // as in a project of Python: there is no package.json
  project = path.join(temporary, 'project');
  mkdirSync(path.join(project, 'src'), { recursive: true });
  writeFileSync(path.join(project, 'src', 'index.js'), HANDLER);
  const order = {
    runtime: [process.execPath, runtime],
    packages: [packInstalled('constructs', temporary), { name: packageJson.name, version: packageJson.version, tarball: pack(temporary).file }],
    outdir: path.join(project, 'gateway.out'),
  };
  const kernelTemporary = path.join(temporary, 'tmp');
  mkdirSync(kernelTemporary);
  const environment = {
    ...process.env, TMPDIR: kernelTemporary, JSII_RUNTIME_PACKAGE_CACHE: 'disabled', JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20',
    PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8',
  };
  const output = execFileSync('python3', [path.join(__dirname, 'declare.py'), JSON.stringify(order)], { cwd: project, env: environment, encoding: 'utf8' });
  results = JSON.parse(output) as Found;
}, LONG_MS);
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

test('Python declares a gateway over the kernel: structs, maps, enumerations, and an interface that Python implements', () => {
  expect(results.hello).toMatch(/^@jsii\/runtime@/);
  expect(results.spec).toMatchObject({
    api: { name: 'HelloApi', endpointType: 'REGIONAL' },
    functions: { Hello: { code: 'src', timeoutMs: 4500, environment: { COLOR: 'grün' } } },
    stages: { live: { variables: { table: 'pets' } } },
    resources: {
      '/hello/{name}': { methods: { GET: { integration: { type: 'proxy', function: 'Hello' } } } },
      '/health': { methods: { GET: { apiKeyRequired: true, integration: { type: 'mock' } } } },
    },
  });
  expect(results.routes).toMatch(/GET +\/hello\/\{name\} +→ proxy Hello/);
  expect(results.isApi).toEqual([true, false]);
  expect(results.seconds).toBe(120);
});

test('what the library refuses arrives with its code', () => {
  expect(results.refused).toContain('[DURATION_INVALID]');
});

test('the definition is synthesized into the project', () => {
  expect(results.directory).toBe(path.join(project, 'gateway.out'));
  expect(results.apiNames).toEqual(['HelloApi']);
  expect(readdirSync(results.directory).sort()).toEqual(expect.arrayContaining(['HelloApi.gateway.json', 'assets', 'code.json', 'manifest.json']));
});

test('the command that the package ships serves it', () => {
  expect(results.answers).toEqual({
    hello: [200, '{"hello":"Ada","stage":"live","table":"pets","color":"grün"}'],
    withoutKey: [403, '{"message":"Forbidden"}'],
    withKey: [200, 'fine'],
    unknown: [403, '{"message":"Missing Authentication Token"}'],
  });
  expect([results.serveExitCode, results.kernelExitCode]).toEqual([0, 0]);
});

const HANDLER = `
exports.handler = async ({ pathParameters, requestContext, stageVariables }) => ({
  statusCode: 200,
  body: JSON.stringify({ hello: pathParameters.name, stage: requestContext.stage, table: stageVariables.table, color: process.env.COLOR }),
});
`;
