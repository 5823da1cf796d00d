// Tries the packed package with the versions of TypeScript and aws-cdk-lib that users have: `npm run versions`. Installs them from
// the registry into a temporary directory, type-checks a use of every entry point with each pair, synthesizes an app with each
// aws-cdk-lib, and prints a table. Not part of `npm test`: it downloads half a gigabyte and takes minutes.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const TYPESCRIPT = ['5.0', '5.2', '5.4', '5.6', '5.8', '5.9', '6.0', 'latest'];
/** The lowest that package.json declares, which is the one of the tests, and the newest. */
const CDK = [devDependencies['aws-cdk-lib'], 'latest'];

/** As in a project of `cdk init`: nothing says how modules are found. */
const TSCONFIG = {
  compilerOptions: { target: 'es2020', module: 'commonjs', strict: true, noEmit: true, types: ['node'] },
  include: ['app.ts'],
};

const APP = `
import { App, Stack } from 'aws-cdk-lib';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { RestApiOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { AccessLogDestination, Api as PortableApi } from 'synthgate';
import { Api, Cors, LambdaIntegration, ProxyFunction, RestApi } from 'synthgate/aws';
import { serve } from 'synthgate/runtime';
import type { GatewaySpec } from 'synthgate/spec';
import { createTestGateway } from 'synthgate/testing';

const app = new App();
const stack = new Stack(app, 'Shop');
const handler = new LambdaFunction(stack, 'Handler', { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code: Code.fromInline('exports.handler = async () => ({ statusCode: 204 });') });
const rest = new RestApi(stack, 'Rest', { defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS } });
rest.root.addProxy({ defaultIntegration: new LambdaIntegration(handler) });
export const origin = new RestApiOrigin(rest);
const accessLogDestination = AccessLogDestination.logGroup(new LogGroup(stack, 'Log'));
const api: PortableApi = new Api(stack, 'Declared', {
  defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS }, deployOptions: { accessLogDestination, tracingEnabled: true },
});
api.root.addMethod('GET', ProxyFunction.fromFunction(stack, 'Fn', handler));
// @ts-expect-error the types are not any
export const wrong: number = api.apiName;
// @ts-expect-error members are missing
export const empty: GatewaySpec = {};
export const others = [serve, createTestGateway];
app.synth();
`;

function main() {
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-versions-'));
  try {
    const [{ filename }] = JSON.parse(npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder));
    const rows = CDK.flatMap((cdk) => tried(path.join(folder, `cdk-${cdk}`), path.join(folder, filename), cdk));
    console.log(['aws-cdk-lib', 'with', 'result'].join('\t'));
    rows.forEach((row) => console.log(row.join('\t')));
    if (rows.some(([, , result]) => result !== 'ok')) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A project with one aws-cdk-lib and all versions of TypeScript. */
function tried(project, tarball, wanted) {
  mkdirSync(project);
  const write = (file, contents) => writeFileSync(path.join(project, file), contents);
  write('package.json', JSON.stringify({ name: 'shop', version: '1.0.0', private: true }));
  write('tsconfig.json', JSON.stringify(TSCONFIG));
  write('app.ts', APP);
  const compilers = TYPESCRIPT.map((version) => `typescript-${version}@npm:typescript@${version}`);
  const packages = ['constructs', `@types/node@${devDependencies['@types/node']}`, `esbuild@${devDependencies.esbuild}`];
  npm(project, 'install', '--no-audit', '--no-fund', tarball, `aws-cdk-lib@${wanted}`, ...packages, ...compilers);
  const { version: cdk } = manifest(project, 'aws-cdk-lib');
  const checks = TYPESCRIPT.map((version) => typeCheck(project, `typescript-${version}`));
  return [...checks, synthesis(project)].map(([what, result]) => [cdk, what, result]);
}

/** Errors in declarations of other packages are theirs. */
function typeCheck(project, name) {
  const { version, bin } = manifest(project, name);
  const compiler = path.join(project, 'node_modules', name, bin.tsc);
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], { cwd: project, encoding: 'utf8' });
  const errors = stdout.split('\n').filter((line) => /error TS/.test(line) && (!line.startsWith('node_modules/') || line.startsWith('node_modules/synthgate/')));
  return [`TypeScript ${version}`, errors.length === 0 ? 'ok' : errors.slice(0, 3).join(' | ')];
}

/** Synthesizes the app. Deprecation warnings of the CDK and Node would be about our use, as the app uses no deprecated members. */
function synthesis(project) {
  const { status, stderr } = spawnSync('npx', ['esbuild', 'app.ts', '--bundle', '--platform=node', '--packages=external', '--outfile=app.js'], { cwd: project, encoding: 'utf8' });
  if (status !== 0) return ['synthesis', stderr];
  const run = spawnSync(process.execPath, ['app.js'], { cwd: project, encoding: 'utf8', env: { ...process.env, CDK_OUTDIR: 'cdk.out' } });
  const warned = run.stderr.split('\n').filter((line) => /deprecat/i.test(line));
  if (run.status !== 0) return ['synthesis', run.stderr];
  return ['synthesis', warned.length === 0 ? 'ok' : warned.join(' | ')];
}

function manifest(project, name) {
  return JSON.parse(readFileSync(path.join(project, 'node_modules', name, 'package.json'), 'utf8'));
}

function npm(directory, ...parameters) {
  return execFileSync('npm', parameters, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

main();
