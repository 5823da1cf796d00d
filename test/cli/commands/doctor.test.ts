import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { isInRange } from '../../../lib/cli/doctor/check-packages';
import ownManifest from '../../../package.json';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { newProject, type Project } from '../../support/project';

interface Report {
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly { readonly level: string; readonly subject: string; readonly text: string; readonly fix?: string }[];
}

async function examine({ directory }: Project, parameters: readonly string[] = [], environment: Record<string, string> = {}) {
  const { code, out } = await synthgate(directory, ['doctor', '--json', '--port', '54321', ...parameters], environment);
  const report = JSON.parse(out) as Report;
  const lines = report.findings.map(({ level, subject, text, fix }) => `${level} ${subject}: ${text}${fix === undefined ? '' : ` → ${fix}`}`);
  return { code, report, about: (subject: string) => lines.filter((line) => line.split(' ').slice(1).join(' ').startsWith(`${subject}:`)) };
}

const installed = (name: string, version: string, below = '.'): Record<string, string> =>
  ({ [path.join(below, 'node_modules', name, 'package.json')]: JSON.stringify({ name, version }) });
const COMPLETE = { ...installed('synthgate', ownManifest.version), ...installed('constructs', '10.6.0'), ...installed('esbuild', '0.28.2'), 'app.ts': "import 'synthgate';" };

test('a project that has everything has no errors and no warnings, and the exit code is 0', async () => {
  const { code, report, about } = await examine(newProject(COMPLETE));
  expect([code, report.errors, report.warnings]).toEqual([0, 0, 0]);
  expect(about('app')).toEqual(['ok app: app.ts']);
  expect(about('aws-cdk-lib')).toEqual(['ok aws-cdk-lib: not installed; only apps of the AWS CDK need it']);
});

const doctored: readonly (readonly [what: string, files: Record<string, string>, subject: string, line: RegExp])[] = [
  ['a missing package', {}, 'esbuild', /^warning esbuild: not installed; .* → npm install --save-dev esbuild$/],
  ['a package that is too old', installed('constructs', '10.3.0'), 'constructs', /^error constructs: 10\.3\.0; expected \^10\.5\.1 → npm install --save-dev constructs@/],
  ['two copies of constructs', { ...COMPLETE, ...installed('aws-cdk-lib', '2.250.0'), ...installed('constructs', '10.6.0', 'node_modules/aws-cdk-lib') },
    'copies of constructs', /^error copies of constructs: .*, .*aws-cdk-lib.* → .*npm dedupe/],
  ['another version than that of the project', installed('synthgate', '0.0.1'), 'synthgate', /^warning synthgate: .* the project has 0\.0\.1 → .*npx synthgate/],
  ['a configuration that cannot be read', { 'synthgate.json': '{"ap": 1}' }, 'configuration', /^error configuration: .*unknown member "ap"/],
  ['an app that does not exist', { 'synthgate.json': '{"app": "bin/gateway.ts"}' }, 'app', /^error app: bin\/gateway\.ts does not exist/],
  ['no app', {}, 'app', /^warning app: none found → .*npx synthgate init/],
  ['a file in place of the state directory', { 'gateway.state': '' }, 'state directory', /^error state directory: .*gateway\.state is not a directory/],
];

test.each(doctored)('%s is reported with what to do', async (_, files, subject, line) => {
  const { code, report, about } = await examine(newProject(files));
  expect(about(subject)[0]).toMatch(line);
  expect(code).toBe(report.errors === 0 ? 0 : 1);
});

test('the programs that run the functions are listed, with what is missing', async () => {
  const project = newProject(COMPLETE);
  const spec = petsSpec({
    resources: {},
    functions: {
      Node: { code: 'node', handler: 'index.handler' },
      Old: { code: 'python', handler: 'app.handler', runtime: 'python3.2' },
      Custom: { code: 'custom', handler: 'any', runtime: 'provided.al2023' },
    },
  });
  writeAssembly(project.file('gateway.out'), [spec], 'exports.handler = async () => ({});');
  const { code, about } = await examine(project);
  expect(about('runtime of Node.js')).toEqual([expect.stringMatching(/^ok runtime of Node\.js: Node: Node\.js \d+ \(\//)]);
  expect(about('runtime python3.2')).toEqual([expect.stringMatching(/^warning runtime python3\.2: Old: Python 3\.\S+ \(.+\) → Install python3\.2, or make a virtual environment with it/)]);
  expect(about('runtime provided.al2023')).toEqual([expect.stringMatching(/^error runtime provided\.al2023: Custom: .*Couldn't find valid bootstrap/)]);
  expect(code).toBe(1);
});

test('an assembly that cannot be read is reported', async () => {
  const project = newProject({ ...COMPLETE, 'gateway.out/Shop.gateway.json': '{' });
  expect((await examine(project)).about('assembly')).toEqual([expect.stringMatching(/^error assembly: .* → Write it again: npx synthgate synth$/)]);
});

test('a state directory that others may write, and its lock, are warnings', async () => {
  const project = newProject(COMPLETE);
  mkdirSync(project.file('own.state'), { mode: 0o700 });
  expect((await examine(project, ['--state', 'own.state'])).about('state lock')).toEqual(['ok state lock: free']);
  chmodSync(project.file('own.state'), 0o777);
  writeFileSync(project.file('own.state/lock'), JSON.stringify({ pid: process.pid, host: hostname(), since: 'now' }));
  const { code, about } = await examine(project, ['--state', 'own.state']);
  expect(about('state directory')[0]).toMatch(/^warning .*can be written by other users → chmod go-w /);
  expect(about('state lock')[0]).toMatch(`warning state lock: held by process ${process.pid} on`);
  expect(code).toBe(0);
});

test('a port in use is named with its program; an AWS endpoint is called', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo;
  try {
    const environment = { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1', AWS_ENDPOINT_URL_SQS: 'localhost' };
    const { code, about } = await examine(newProject(COMPLETE), ['--port', String(port)], environment);
    expect(about(`port ${port}`)[0]).toMatch(new RegExp(`^warning port ${port}: in use by \\S+ \\(pid ${process.pid}\\) → `));
    expect(about('AWS endpoints')).toEqual([
      `ok AWS endpoints: AWS_ENDPOINT_URL is http://127.0.0.1:${port}`,
      expect.stringMatching(/^warning .*AWS_ENDPOINT_URL_S3 is http:\/\/127\.0\.0\.1:1, where nobody listens/),
      expect.stringMatching(/^error .*AWS_ENDPOINT_URL_SQS is localhost, which is not a URL/),
    ]);
    expect(code).toBe(1);
  } finally {
    server.close();
  }
});

test('variables that change what commands do are named; one that switches a protection off is a warning', async () => {
  const { about } = await examine(newProject(COMPLETE), [], { NODE_OPTIONS: '--inspect', NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(about('environment')).toEqual([
    expect.stringMatching(/^ok environment: NODE_OPTIONS is set/),
    expect.stringMatching(/^warning environment: NODE_TLS_REJECT_UNAUTHORIZED .* → unset NODE_TLS_REJECT_UNAUTHORIZED$/),
  ]);
});

test('people get a table', async () => {
  const { out } = await synthgate(newProject(COMPLETE).directory, ['doctor', '--port', '54321']);
  expect(out).toMatch(/^ok {7}Node\.js {15}\d+\.\d+\.\d+\n/);
  expect(out).toMatch(/\n\n0 errors, 0 warnings\n$/);
});

test.each([
  ['10.5.1', '^10.5.1', true], ['10.6.0', '^10.5.1', true], ['10.5.0', '^10.5.1', false], ['11.0.0', '^10.5.1', false], ['9.9.9', '^10.5.1', false],
  ['20.19.0', '>= 20.19.0', true], ['26.1.0', '>= 20.19.0', true], ['20.18.3', '>= 20.19.0', false], ['10.6.0-rc.1', '^10.5.1', true],
])('%s in %s: %s', (version, range, isInside) => {
  expect(isInRange(version, range)).toBe(isInside);
});
