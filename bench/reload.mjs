// How long does it take from a save to the answer of the new code? A handler of 50 modules is edited, and the definition of the
// pet store; what is asked is a request every few milliseconds, as an impatient user would.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installPeer } from './support/install-peer.mjs';
import { freePort, startNode, stop } from './support/processes.mjs';
import { median, percentile, short, table } from './support/statistics.mjs';
import { measured } from './support/targets.mjs';

export const title = 'From a save to the answer of the new code';

const root = path.resolve(import.meta.dirname, '..');
const MODULES = 50;
const RETRY_MS = 3;
const GIVE_UP_MS = 30_000;
const PAUSE_MS = 400;
const HANDLER_MS = 150;
const DEFINITION_MS = 400;
const CDK_HANDLER_MS = 300;
const CDK_FUNCTIONS = 10;
const RUNS_OF_CDK_APP = 3;
const FIRST_MS = 500;

export async function run({ isQuick }) {
  const edits = isQuick ? 6 : 20;
  const rows = [];
  for (const [name, measure] of [
    ['synthgate dev: handler', handlerUnderDev],
    ['synthgate dev: definition of the pet store', definitionUnderDev],
    ['synthgate dev: handler of a NodejsFunction, app of the CDK by ts-node', handlerOfCdkApp],
    ['the app of the CDK alone, which `cdk synth` and watchers around it run at each save', runOfCdkApp],
    ['esbuild watches, the server restarts: handler', handlerUnderRestart],
    ['serverless-offline --reloadHandler: handler', handlerUnderServerlessOffline],
  ]) {
    try {
      rows.push({ name, times: await measure(edits) });
    } catch (error) {
      rows.push({ name: `${name}: ${error.message}`, times: [] });
    }
  }
  const firsts = await firstAnswers(isQuick ? 3 : 7);
  const cells = rows.map(({ name, times }) => [name, ...(times.length === 0 ? ['–', '–'] : [short(median(times)), short(percentile(times, 0.95))])]);
  const [handler, definition, cdk] = rows;
  const entry = (name, times, below) => measured({ name, ours: times.length === 0 ? null : percentile(times, 0.95), below, unit: 'ms' });
  return {
    text: `${edits} edits each.\n\n${table(['server: what is edited', 'median ms', 'p95 ms'], cells)}\n\n`
      + `From the start of \`synthgate dev\` to the first answer, 10 functions: median ${short(median(firsts))} ms.`,
    entries: [
      entry('save of a handler of 50 modules to its answer, p95 ms', handler.times, HANDLER_MS),
      entry('save of a handler of 50 modules in a CDK app to its answer, p95 ms', cdk.times, CDK_HANDLER_MS),
      entry('save of the definition of the pet store to its answer, p95 ms', definition.times, DEFINITION_MS),
      measured({ name: 'start of dev to the first answer, 10 functions, ms', ours: median(firsts), below: FIRST_MS, unit: 'ms' }),
    ],
  };
}

async function handlerUnderDev(edits) {
  const project = newProject();
  writeModules(path.join(project, 'src'), 'ts');
  writeFileSync(path.join(project, 'app.ts'), definition(['Pets']));
  const edit = (value) => writeFileSync(path.join(project, 'src/m0.ts'), `export const m0 = '${value}';\n`);
  return measureDev(project, edits, { path: '/prod/f0', edit });
}

async function definitionUnderDev(edits) {
  const project = newProject();
  cpSync(path.join(root, 'examples/10-pet-store'), project, { recursive: true });
  const text = readFileSync(path.join(project, 'app.ts'), 'utf8');
  const edit = (value) => writeFileSync(path.join(project, 'app.ts'), text.replace("storeName: 'Paws'", `storeName: '${value}'`));
  return measureDev(project, edits, { path: '/prod/health', edit });
}

async function handlerOfCdkApp(edits) {
  const project = newCdkProject();
  const edit = (value) => writeFileSync(path.join(project, 'src/m0.ts'), `export const m0 = '${value}';\n`);
  return measureDev(project, edits, { path: '/prod/f0', edit });
}

/** From the start of the app's command to the end of its synthesis: the least that a tool around it needs. */
async function runOfCdkApp() {
  const project = newCdkProject();
  const times = [];
  try {
    for (let run = 0; run < RUNS_OF_CDK_APP; run++) {
      const began = performance.now();
      execFileSync('npx', CDK_APP.split(' ').slice(1), { cwd: project, env: { ...process.env, CDK_OUTDIR: path.join(project, `cdk-${run}.out`) }, stdio: 'ignore' });
      times.push(performance.now() - began);
    }
    return times;
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

const CDK_APP = 'npx ts-node --transpile-only bin/app.ts';

function newCdkProject() {
  const project = newProject();
  for (const name of ['aws-cdk-lib', 'ts-node', 'typescript', '@types']) symlinkSync(path.join(root, 'node_modules', name), path.join(project, 'node_modules', name));
  mkdirSync(path.join(project, 'node_modules/.bin'));
  for (const [name, file] of [['esbuild', 'esbuild/bin/esbuild'], ['ts-node', 'ts-node/dist/bin.js']]) symlinkSync(`../${file}`, path.join(project, 'node_modules/.bin', name));
  writeModules(path.join(project, 'src'), 'ts');
  // as in most apps, each function has an entry of its own: the first imports the modules
  const textOf = (index) => (index === 0 ? "export { handler } from './pets';\n" : `export const handler = async () => ({ statusCode: 200, body: '${index}' });\n`);
  for (let index = 0; index < CDK_FUNCTIONS; index++) writeFileSync(path.join(project, `src/f${index}.ts`), textOf(index));
  mkdirSync(path.join(project, 'bin'));
  writeFileSync(path.join(project, 'package-lock.json'), '{}');
  writeFileSync(path.join(project, 'cdk.json'), JSON.stringify({ app: CDK_APP }));
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: { target: 'ES2022', module: 'commonjs', rootDir: '.', ignoreDeprecations: '6.0', types: ['node'] } }));
  writeFileSync(path.join(project, 'bin/app.ts'), `import { App, Stack } from 'aws-cdk-lib';
import { LambdaIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
const stack = new Stack(new App(), 'Bench');
const api = new RestApi(stack, 'Api');
for (let index = 0; index < ${CDK_FUNCTIONS}; index++) {
  const handler = new NodejsFunction(stack, \`F\${index}\`, { entry: \`src/f\${index}.ts\`, runtime: Runtime.NODEJS_22_X, bundling: { minify: true } });
  api.root.addResource(\`f\${index}\`).addMethod('GET', new LambdaIntegration(handler));
}
`);
  return project;
}

async function measureDev(project, edits, edited) {
  return measureServer({ start: (port) => startNode(devCommand(project, port), { cwd: project }), project, edits, ...edited });
}

function devCommand(project, port) {
  return [path.join(project, 'node_modules/synthgate/bin/synthgate'), 'dev', '--port', String(port), '--no-typecheck'];
}

async function handlerUnderRestart(edits) {
  const project = newProject();
  writeModules(project, 'ts');
  const entry = path.join(project, 'pets.ts');
  const start = (port) => startNode([path.join(import.meta.dirname, 'peers/esbuild-restart.mjs')], { env: { ENTRY: entry, PORT: String(port) } });
  const edit = (value) => writeFileSync(path.join(project, 'm0.ts'), `export const m0 = '${value}';\n`);
  return measureServer({ start, project, edits, path: '/', edit });
}

/** It reads JavaScript: nothing is bundled there. */
async function handlerUnderServerlessOffline(edits) {
  const folder = installPeer('serverless-offline', { 'serverless': '3.40.0', 'serverless-offline': '13.9.0' });
  const project = path.join(folder, 'reload');
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project);
  writeModules(project, 'js');
  writeFileSync(path.join(project, 'package.json'), '{"name": "bench-reload", "private": true}');
  writeFileSync(path.join(project, 'serverless.yml'), `service: bench
frameworkVersion: '3'
provider: { name: aws, runtime: nodejs20.x, stage: prod }
plugins: [serverless-offline]
functions:
  pets:
    handler: pets.handler
    events: [{ http: { path: 'pets', method: get } }]
`);
  const lambdaPort = await freePort();
  const start = (port) => startNode([
    path.join(folder, 'node_modules/serverless/bin/serverless.js'), 'offline', '--stage', 'prod', '--host', '127.0.0.1', '--reloadHandler',
    '--httpPort', String(port), '--lambdaPort', String(lambdaPort),
  ], { cwd: project, env: { SLS_TELEMETRY_DISABLED: '1', SLS_NOTIFICATIONS_MODE: 'off', SLS_DEPRECATION_DISABLE: '*' }, isErrorOutputHidden: true });
  const edit = (value) => writeFileSync(path.join(project, 'm0.js'), `exports.m0 = '${value}';\n`);
  return measureServer({ start, project, edits, path: '/prod/pets', edit });
}

/** Edits, and asks until the answer has the new value. */
async function measureServer({ start, project, edits, path: target, edit }) {
  const port = await freePort();
  const child = start(port);
  child.stdout.resume();
  const url = `http://127.0.0.1:${port}${target}`;
  try {
    await answered(url, '');
    const times = [];
    for (let index = 0; index <= edits; index++) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const value = `edit-${index}-`;
      edit(value);
      const ms = await answered(url, value);
      if (index > 0) times.push(ms); // the first edit warms up
    }
    return times;
  } finally {
    await stop(child);
    rmSync(project, { recursive: true, force: true });
  }
}

async function answered(url, value) {
  const began = performance.now();
  for (;;) {
    const text = await fetch(url).then(async (response) => (response.status === 200 ? response.text() : undefined), () => undefined);
    const passed = performance.now() - began;
    if (text?.includes(value) === true) return passed;
    if (passed > GIVE_UP_MS) throw new Error(`no new answer within ${GIVE_UP_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function firstAnswers(rounds) {
  const project = newProject();
  mkdirSync(path.join(project, 'src'));
  const names = Array.from({ length: 10 }, (_, index) => `F${index}`);
  writeModules(path.join(project, 'src'), 'ts');
  writeFileSync(path.join(project, 'app.ts'), definition(names));
  const times = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const port = await freePort();
      const child = startNode(devCommand(project, port), { cwd: project });
      child.stdout.resume();
      try {
        const ms = await answered(`http://127.0.0.1:${port}/prod/f0`, '');
        if (round > 0) times.push(ms);
      } finally {
        await stop(child);
      }
    }
    return times;
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function definition(names) {
  return `import { Api, App, ProxyFunction } from 'synthgate';
const app = new App();
const api = new Api(app, 'BenchApi', { deployOptions: { stageName: 'prod' } });
${names.map((name, index) => `api.root.addResource('f${index}').addMethod('GET', new ProxyFunction(app, '${name}', { entry: 'src/pets.ts' }));`).join('\n')}
`;
}

/** A handler that imports 50 modules and answers what the first one says. */
function writeModules(directory, extension) {
  mkdirSync(directory, { recursive: true });
  const isTypeScript = extension === 'ts';
  const indexes = Array.from({ length: MODULES }, (_, index) => index);
  for (const index of indexes) {
    const text = isTypeScript ? `export const m${index} = 'm${index}';\n` : `exports.m${index} = 'm${index}';\n`;
    writeFileSync(path.join(directory, `m${index}.${extension}`), text);
  }
  const imports = indexes.map((index) => (isTypeScript ? `import { m${index} } from './m${index}';` : `const { m${index} } = require('./m${index}');`));
  const body = `async () => ({ statusCode: 200, body: [${indexes.map((index) => `m${index}`).join(', ')}].join(' ') });\n`;
  writeFileSync(path.join(directory, `pets.${extension}`), `${imports.join('\n')}\n${isTypeScript ? 'export const handler =' : 'exports.handler ='} ${body}`);
}

/** A directory whose packages are this project's; this one is there as npm installs it: what is linked is followed as sources. */
function newProject() {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-'));
  mkdirSync(path.join(directory, 'node_modules'));
  for (const name of ['constructs', 'esbuild']) symlinkSync(path.join(root, 'node_modules', name), path.join(directory, 'node_modules', name));
  for (const name of ['package.json', 'bin', 'build', 'templates']) cpSync(path.join(root, name), path.join(directory, 'node_modules/synthgate', name), { recursive: true });
  writeFileSync(path.join(directory, 'package.json'), '{"type": "commonjs"}');
  return directory;
}
