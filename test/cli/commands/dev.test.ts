import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { goTexts } from '../../support/functions/programs';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { startCommand, type RunningCommand } from '../../support/served-command';
import { until } from '../../support/until';
import { newDirectory } from '../../support/temporary-directory';

const ROOT = path.resolve(__dirname, '../../..');
const running: RunningCommand[] = [];
let directory: string;

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});

/** A project whose packages are this one's. */
beforeEach(() => {
  directory = newDirectory();
  mkdirSync(path.join(directory, 'node_modules'));
  for (const name of ['constructs', 'esbuild']) symlinkSync(path.join(ROOT, 'node_modules', name), path.join(directory, 'node_modules', name));
  symlinkSync(ROOT, path.join(directory, 'node_modules/synthgate'));
  write('package.json', '{"type": "commonjs"}');
  write('src/store.ts', "export const store = 'first';\n");
  write('src/pets.ts', handler('store'));
  write('app.ts', app());
});

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
  writeFileSync(path.join(directory, name), text);
}

const handler = (result: string): string => `import { store } from './store';
export const handler = async (event: { path: string }) => {
  if (event.path === '/slow') await new Promise((resolve) => { console.log('slow begins'); setTimeout(resolve, 1500); });
  return { statusCode: 200, body: String(${result}) };
};
`;

const app = (more = '', name = 'Pets'): string => `import { Api, App, MockIntegration, ProxyFunction } from 'synthgate';
const app = new App();
const api = new Api(app, '${name}Api', { deployOptions: { stageName: 'prod' } });
const pets = new ProxyFunction(app, 'Pets', { entry: 'src/pets.ts' });
api.root.addResource('pets').addMethod('GET', pets);
api.root.addResource('slow').addMethod('GET', pets);
${more}
`;

function dev(...parameters: string[]): RunningCommand {
  const args = parameters.includes('--port') ? parameters : ['--port', '0', ...parameters];
  const command = startCommand(directory, ['dev', ...args]);
  running.push(command);
  return command;
}

async function served(command: RunningCommand): Promise<(route: string) => Promise<string>> {
  const [, url] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+)\/prod/);
  return async (route) => {
    const response = await fetch(`${url}/prod${route}`);
    return `${response.status} ${await response.text()}`;
  };
}

test('a saved file of a handler answers the next request; a request in flight ends on the code that it began with', async () => {
  const command = dev();
  const get = await served(command);
  expect(await get('/pets')).toBe('200 first');
  const slow = get('/slow');
  await command.sees(/slow begins/);
  write('src/store.ts', "export const store = 'second';\n");
  await command.sees(/↻ src\/store\.ts {2}Pets reloaded in \d+ ms/);
  expect(await get('/pets')).toBe('200 second');
  expect(await slow).toBe('200 first');
});

test('no request is lost while code and definition change', async () => {
  const command = dev();
  const get = await served(command);
  const answers: string[] = [];
  let isOver = false;
  const clients = [1, 2, 3, 4].map(async () => {
    while (!isOver) answers.push(await get('/pets'));
  });
  for (let edit = 1; edit <= 4; edit += 1) {
    write('src/store.ts', `export const store = 'edit ${edit}';\n`);
    await command.sees(new RegExp(`(?:Pets reloaded[^]*){${edit}}`));
    write('app.ts', app(`api.root.addResource('new${edit}').addMethod('GET', pets);`));
    await command.sees(new RegExp(`\\+ GET /new${edit} → proxy Pets`));
  }
  isOver = true;
  await Promise.all(clients);
  expect([...new Set(answers)].sort()).toEqual(['200 edit 1', '200 edit 2', '200 edit 3', '200 edit 4', '200 first']);
});

test('--mock answers for a handler that is yet to be written, until it is saved', async () => {
  write('app.ts', app(`const model = api.addModel('Cat', { schema: { type: 'object', properties: { name: { type: 'string' } } } });
api.root.addResource('cats').addMethod('GET', new ProxyFunction(app, 'Cats', { entry: 'src/cats.ts' }), { methodResponses: [{ statusCode: '200', responseModels: { 'application/json': model } }] });`));
  const command = dev('--mock');
  const get = await served(command);
  expect([await get('/cats'), await get('/pets')]).toEqual(['200 {"name":"string"}', '200 first']);
  await command.sees(/--mock answers 1 method that has no backend here\n +GET \/cats \(generated\)[^]*GET +\/prod\/cats .*mock/);
  write('src/cats.ts', "export const handler = async () => ({ statusCode: 200, body: 'real' });\n");
  await command.sees(/Cats reloaded/);
  expect(await get('/cats')).toBe('200 real');
});

test('an edit of the definition is reported line by line and served', async () => {
  const command = dev();
  const get = await served(command);
  expect(await get('/cats')).toMatch(/^403/);
  write('app.ts', app("api.root.addResource('cats').addMethod('GET', pets);").replace("'src/pets.ts'", "'src/pets.ts', memorySize: 256"));
  await command.sees(/\+ GET \/cats → proxy Pets\n.*~ function Pets: memory 256 MiB/);
  expect(await get('/cats')).toBe('200 first');
});

test('a save without a change is reported, and nothing is reloaded', async () => {
  const command = dev();
  await served(command);
  write('app.ts', `${app()}// a comment\n`);
  await command.sees(/↻ app\.ts {2}no change/);
});

test('a handler that cannot be built at first costs its own methods, and is mended by the next save', async () => {
  write('src/cats.ts', 'export const handler = async () => ({ statusCode: 200, body: ) };\n');
  write('app.ts', app("api.root.addResource('cats').addMethod('GET', new ProxyFunction(app, 'Cats', { entry: 'src/cats.ts' }));"));
  const command = dev();
  const get = await served(command);
  await command.sees(/function Cats: .*Unexpected "\)"[^]*serving the rest; methods of Cats answer 501 until it can be built/);
  expect([await get('/pets'), await get('/cats')]).toEqual(['200 first', '501 {"message": "Function Cats cannot run here"}']);
  write('src/cats.ts', 'export const handler = async () => ({ statusCode: 200, body: "mended" });\n');
  await command.sees(/↻ src\/cats\.ts  Cats reloaded in \d+ ms/);
  expect([await get('/pets'), await get('/cats')]).toEqual(['200 first', '200 mended']);
});

test('a handler of a serverless.yml that cannot be bundled costs its own methods, and is mended by the next save of what it imports', async () => {
  write('src/text.ts', 'export const text = ;\n');
  write('src/cats.ts', "import { text } from './text';\nexport const handler = async () => ({ statusCode: 200, body: text });\n");
  write('serverless.yml', `
    service: pets
    provider: { name: aws, runtime: nodejs22.x, stage: prod }
    functions:
      pets: { handler: src/pets.handler, events: [{ http: GET /pets }] }
      cats: { handler: src/cats.handler, events: [{ http: GET /cats }] }`);
  const command = dev('serverless.yml');
  const get = await served(command);
  await command.sees(/function CatsLambdaFunction cannot run here: \S+:1:21: Unexpected ";"/);
  expect([await get('/pets'), (await get('/cats')).slice(0, 3)]).toEqual(['200 first', '501']);
  write('src/text.ts', "export const text = 'mended';\n");
  await command.sees(/reloaded/);
  expect([await get('/pets'), await get('/cats')]).toEqual(['200 first', '200 mended']);
});

test('a handler that cannot be built is shown with its line, the last good one goes on, and the next good save clears it', async () => {
  const command = dev();
  const get = await served(command);
  write('src/pets.ts', handler('store +'));
  await command.sees(/function Pets: .*Unexpected "\)"[^]*src\/pets\.ts:4:\d+:[^]*still serving the last good build/);
  expect(await get('/pets')).toBe('200 first');
  write('src/pets.ts', handler('store + "!"'));
  await command.sees(/Pets reloaded/);
  expect(await get('/pets')).toBe('200 first!');
});

test('an error that is undone is told to be fixed, and what an editor makes to save the file is not named', async () => {
  const command = dev();
  await served(command);
  write('src/pets.ts', handler('store').replace('export const handler', 'export const handle'));
  await command.sees(/function Pets: src\/pets\.ts does not export handler, the handler of the function; it exports handle \[HANDLER_EXPORT_MISSING\]\n/);
  write('src/pets.ts.tmp', handler('store'));
  renameSync(path.join(directory, 'src/pets.ts.tmp'), path.join(directory, 'src/pets.ts'));
  await command.sees(/↻ src\/pets\.ts {2}error fixed; no change\n/);
});

test('a missing import is found once it is written', async () => {
  const command = dev();
  const get = await served(command);
  write('src/pets.ts', `import { more } from './more';\n${handler('more')}`);
  await command.sees(/Could not resolve "\.\/more"/);
  write('src/more.ts', "export const more = 'found';\n");
  await command.sees(/Pets reloaded/);
  expect(await get('/pets')).toBe('200 found');
});

test.each([
  ['a syntax error', 'const x = = 1;', /app\.ts:7:\d+:/],
  ['a definition error', "api.root.addResource('pets');", /definition: app\.ts:7:10 .*\[RESOURCE_DUPLICATE\]\n +7 │ api\.root\.addResource\('pets'\);\n +╵ {10}\^/],
  ['an exception', "throw new Error('not today');", /definition: Error: not today.*\n +app\.ts:7:7:\n +7 │ throw new Error\('not today'\);\n +╵ {7}\^/],
  ['a package that is not installed', "import x from 'axios-foo'; x();", /cannot find the package "axios-foo": npm install axios-foo.*\n +app\.ts:7:15:/],
])('%s of the app is shown, and the last good definition goes on', async (_, mistake, shown) => {
  const command = dev();
  const get = await served(command);
  write('app.ts', app(mistake));
  await command.sees(new RegExp(`${shown.source}[^]*still serving the last good build`));
  expect(await get('/pets')).toBe('200 first');
  write('app.ts', app("api.root.addResource('ok').addMethod('GET', pets);"));
  await command.sees(/\+ GET \/ok/);
  expect(await get('/ok')).toBe('200 first');
});

test('a project that has errors at the start is served once they are mended', async () => {
  write('app.ts', app('api.root.addResource('));
  const command = dev();
  await command.sees(/nothing is served yet; waiting for the next edit/);
  write('app.ts', app());
  expect(await (await served(command))('/pets')).toBe('200 first');
});

test('a handler that cannot be built at the start answers 501 until it is mended', async () => {
  write('src/pets.ts', handler('store +'));
  const command = dev();
  const get = await served(command);
  expect((await get('/pets')).slice(0, 3)).toBe('501');
  write('src/pets.ts', handler('store'));
  await command.sees(/reloaded/);
  expect(await get('/pets')).toBe('200 first');
});

test('files of variables with mistakes do not end what is served', async () => {
  write('vars.json', '{"Pets": {"A": "first"}}');
  write('src/pets.ts', handler('process.env.A'));
  const command = dev('--env-vars', 'vars.json');
  const get = await served(command);
  write('vars.json', '{"Pets": {"A": ');
  await command.sees(/--env-vars[^]*OPTION_INVALID[^]*still serving the last good build/);
  expect(await get('/pets')).toBe('200 first');
  write('vars.json', '{"Pets": {"A": "second"}}');
  await command.sees(/↻ vars\.json {2}reloaded/);
  expect(await get('/pets')).toBe('200 second');
});

test('what is reported is text in a terminal with colors, too', async () => {
  const command = startCommand(directory, ['dev', '--port', '0'], { FORCE_COLOR: '1' });
  running.push(command);
  await command.sees(/http:\/\/127\.0\.0\.1:\d+\/prod/);
  write('src/store.ts', "export const store = 'second';\n");
  await command.sees(/↻ src\/store\.ts {2}Pets reloaded in/);
  expect(command.printed()).not.toContain('\\u001b');
});

test('an app that does not end is ended with dev', async () => {
  const command = dev();
  await served(command);
  const begun = path.join(newDirectory(), 'begun');
  write('app.ts', app(`require('node:fs').writeFileSync(${JSON.stringify(begun)}, ''); while (true) {}`));
  await until(() => existsSync(begun) || undefined);
  command.child.kill('SIGTERM');
  expect(await command.ended).toBe(0);
});

test('another API takes the place of the one before on the same port', async () => {
  const command = dev();
  const [, url] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+)\/prod/);
  write('app.ts', app('', 'Cats'));
  await command.sees(/CatsApi\n {2}http/);
  expect((await fetch(`${url}/prod/pets`)).status).toBe(200);
});

test('every stage serves what is edited, deployed ones too; with --deployed they stay as they were deployed', async () => {
  write('synthgate.json', '{"app": "app.ts"}');
  const deploy = startCommand(directory, ['deploy', 'PetsApi', '--stage', 'prod']);
  expect(await deploy.ended).toBe(0);
  write('src/store.ts', "export const store = 'edited';\n");
  const edited = dev();
  expect(await (await served(edited))('/pets')).toBe('200 edited');
  edited.child.kill('SIGTERM');
  await edited.ended;
  expect(await (await served(dev('--deployed')))('/pets')).toBe('200 first');
});

test('with --deployed, stages that do not serve an edit are reported, and a deployment is served as soon as it is made', async () => {
  write('synthgate.json', '{"app": "app.ts"}');
  const deploy = async (): Promise<number | string> => startCommand(directory, ['deploy', 'PetsApi', '--stage', 'prod']).ended;
  expect(await deploy()).toBe(0);
  const command = dev('--deployed');
  const get = await served(command);
  write('src/store.ts', "export const store = 'edited';\n");
  await command.sees(/Pets reloaded in .*\n.*stage prod of PetsApi still serves its deployment \(code changed since\).*or leave --deployed out/);
  expect(await get('/pets')).toBe('200 first');
  expect(await deploy()).toBe(0);
  await command.sees(/↻ deployments {2}reloaded\n$/);
  expect(await get('/pets')).toBe('200 edited');
});

test.each(['--watch', '-w', '--hot'])('%s, which other servers need to follow edits, is what it does anyway', async (flag) => {
  expect(await (await served(dev(flag)))('/pets')).toBe('200 first');
});

test('functions get the variables of .env files and options; an edit of a file is served', async () => {
  write('src/pets.ts', handler("[process.env.A, process.env.B, process.env.C].join(' ')"));
  write('.env', 'A=dot\nB=dot\nC=dot\nNODE_OPTIONS=--no-warnings\n');
  const command = dev('--env', 'Pets.C=option');
  const get = await served(command);
  expect(await get('/pets')).toBe('200 dot dot option');
  expect(command.printed()).toContain('functions do not get NODE_OPTIONS');
  write('.env.local', 'B=local\n');
  await command.sees(/↻ \.env\.local {2}reloaded/);
  expect(await get('/pets')).toBe('200 dot local option');
});

test('an edit of a .env file loses no request, and changes nothing but the variables', async () => {
  write('src/pets.ts', handler("(console.log('with', process.env.API_TOKEN), process.env.TABLE)"));
  write('.env', 'API_TOKEN=hunter22\nTABLE=pets\n');
  const command = dev();
  const get = await served(command);
  const answers = new Set<string>();
  let isEdited = false;
  const asking = Array.from({ length: 4 }, async () => {
    while (!isEdited) answers.add(await get('/pets'));
  });
  write('.env', 'API_TOKEN=correct-horse\nTABLE=cats\n');
  await command.sees(/↻ \.env {2}reloaded/);
  isEdited = true;
  await Promise.all(asking);
  expect([...answers, await get('/pets')].filter((one) => !/^200 (pets|cats)$/.test(one))).toEqual([]);
  expect(await get('/pets')).toBe('200 cats');
  await command.sees(/with \*{13}\n/);
  expect(command.printed()).not.toMatch(/hunter22|correct-horse/);
  expect(command.printed().match(/dashboard/g)).toHaveLength(1);
});

test('secret variables of .env files are masked in what functions log', async () => {
  write('.env', 'API_TOKEN=hunter22\nTABLE=pets-of-the-shop\n');
  write('src/pets.ts', handler("console.log('with', process.env.API_TOKEN, process.env.TABLE)"));
  const command = dev();
  await (await served(command))('/pets');
  await command.sees(/with \*{8} pets-of-the-shop\n/);
  expect(command.printed()).not.toContain('hunter22');
});

test('says why in a header, to everyone', async () => {
  const command = dev();
  const [, url] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+)\/prod/);
  const response = await fetch(`${url}/prod/cats`);
  expect([response.status, response.headers.get('x-synthgate-explain')]).toEqual([403, expect.stringContaining('no GET on /cats')]);
});

test('a busy port makes it take the next one, unless the port was asked for', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => { taken.listen(0, '127.0.0.1', resolve); });
  const { port } = taken.address() as AddressInfo; // it listens on a port
  const refused = startCommand(directory, ['dev', '--port', String(port)]);
  expect(await refused.ended).toBe(1);
  expect(refused.printed()).toContain(`in use by node (pid ${process.pid}) [PORT_IN_USE]`);
  taken.close();
});

test('a busy port of its own choice makes it take the next', async () => {
  const taken = createServer();
  const takes = (): Promise<boolean> => new Promise((resolve) => {
    taken.removeAllListeners().once('error', () => resolve(false)).listen(3000, '127.0.0.1', () => resolve(true));
  });
  // another program that has it may end meanwhile: one that keeps it serves as well
  let isMine = await takes();
  for (let tried = 0; !isMine && tried < 20; tried += 1) {
    await new Promise((resolve) => { setTimeout(resolve, 100); });
    isMine = await takes();
  }
  const command = startCommand(directory, ['dev']);
  running.push(command);
  const [, port] = await command.sees(/http:\/\/127\.0\.0\.1:(\d+)\/prod/);
  expect(Number(port)).toBeGreaterThan(3000);
  await command.sees(new RegExp(`port 3000 is in use by \\S+ \\(pid \\d+\\); using ${port}\n`));
  if (isMine) taken.close();
});

test('a variable for a function that does not exist is refused', async () => {
  const command = startCommand(directory, ['dev', '--port', '0', '--env', 'Cats.TABLE=x']);
  expect(await command.ended).toBe(3);
  expect(command.printed()).toMatch(/no function "Cats"; functions: Pets .*OPTION_NAME_UNKNOWN/);
});

test('an app that is a command runs again when a file of the project changes, and a shared package of a workspace counts', async () => {
  write('packages/shared/package.json', '{"name": "shared", "main": "index.js"}');
  write('packages/shared/index.js', "exports.route = 'one';");
  symlinkSync(path.join(directory, 'packages/shared'), path.join(directory, 'node_modules/shared'));
  const source = (parts: string) => `const { Api, App, ProxyFunction } = require('synthgate');
const app = new App();
new Api(app, 'PetsApi').root.addResource(${parts}).addMethod('GET', new ProxyFunction(app, 'Pets', { entry: 'src/pets.ts' }));
app.synth();
`;
  write('gateway.js', source("require('shared').route"));
  for (const [name, ...parameters] of [['command', '--app', 'node gateway.js'], ['file', 'gateway.js']]) {
    write('packages/shared/index.js', "exports.route = 'one';");
    const command = dev(...parameters);
    const get = await served(command);
    expect([name, await get('/one')]).toEqual([name, '200 first']);
    write('packages/shared/index.js', "exports.route = 'two';");
    await command.sees(/\+ GET \/two/);
    expect([name, await get('/two')]).toEqual([name, '200 first']);
    command.child.kill('SIGTERM');
    await command.ended;
  }
});

const PYTHON = (result: string): string => `def main(event, context):\n    return {"statusCode": 200, "body": "${result}"}\n`;

test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
  ['constructs', {
    'app.ts': app("api.root.addResource('py').addMethod('GET', new ProxyFunction(app, 'Py', { code: 'py', handler: 'app.main', runtime: FunctionRuntime.PYTHON_3_12 }));")
      .replace('import { Api,', 'import { FunctionRuntime, Api,'),
  }, [], '/prod/py'],
  ['a template of SAM', {
    'template.yaml': `Transform: AWS::Serverless-2016-10-31
Resources:
  Py:
    Type: AWS::Serverless::Function
    Properties: { Runtime: python3.12, Handler: app.main, CodeUri: py, Events: { Get: { Type: Api, Properties: { Path: /py, Method: get } } } }
`,
  }, ['template.yaml'], '/Prod/py'],
  ['a serverless.yml', {
    'serverless.yml': 'service: shop\nprovider: {name: aws, runtime: python3.12}\nfunctions: {py: {handler: py/app.main, events: [{http: GET py}]}}\n',
  }, ['serverless.yml'], '/dev/py'],
])('an edit of a function in Python is served: %s', async (_, files, parameters, route) => {
  for (const [name, text] of Object.entries({ ...files, 'py/app.py': PYTHON('first') })) write(name, text);
  const command = dev(...parameters);
  const [, url] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+)\//);
  const get = async (): Promise<string> => (await fetch(`${url}${route}`)).text();
  expect(await get()).toBe('first');
  write('py/app.py', PYTHON('second'));
  await command.sees(/reloaded/);
  expect(await get()).toBe('second');
});

test('a function in Go is built, and built again when its source is saved', async () => {
  const program = (text: string): string => goTexts('go', text)['go/main.go'] ?? '';
  for (const [name, text] of Object.entries(goTexts('go', 'first'))) write(name, text);
  write('template.yaml', `Transform: AWS::Serverless-2016-10-31
Resources:
  Go:
    Type: AWS::Serverless::Function
    Metadata: { BuildMethod: go1.x }
    Properties: { Runtime: provided.al2023, Handler: bootstrap, CodeUri: go, Events: { Get: { Type: Api, Properties: { Path: /go, Method: get } } } }
`);
  const command = dev('template.yaml');
  const [, url] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+)\//);
  const get = async (): Promise<string> => (await fetch(`${url}/Prod/go`)).text();
  expect(await get()).toBe('first');
  write('go/main.go', program('second'));
  await command.sees(/reloaded/);
  expect(await get()).toBe('second');
  write('go/main.go', `${program('third')}\nfunc broken() { total() }\n`);
  await command.sees(/undefined: total/);
});

test('a function in Go is built again when a sibling of its workspace is saved', async () => {
  const { 'go/main.go': main = '', ...files } = goTexts('go', 'TEXT');
  const shared = (text: string): string => `package shared\n\nconst Text = "${text}"\n`;
  const program = main.replace('"TEXT"', 'shared.Text').replace('import (', 'import (\n\t"example.com/shared"');
  const workspace = { 'go.work': 'go 1.18\n\nuse (\n\t./go\n\t./shared-go\n)\n', 'shared-go/go.mod': 'module example.com/shared\n\ngo 1.18\n' };
  for (const [name, text] of Object.entries({ ...files, ...workspace, 'go/main.go': program, 'shared-go/shared.go': shared('first') })) write(name, text);
  write('template.yaml', `Transform: AWS::Serverless-2016-10-31
Resources:
  Go:
    Type: AWS::Serverless::Function
    Metadata: { BuildMethod: go1.x }
    Properties: { Runtime: provided.al2023, Handler: bootstrap, CodeUri: go, Events: { Get: { Type: Api, Properties: { Path: /go, Method: get } } } }
`);
  const command = dev('template.yaml');
  const [, url] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+)\//);
  const get = async (): Promise<string> => (await fetch(`${url}/Prod/go`)).text();
  expect(await get()).toBe('first');
  write('shared-go/shared.go', shared('second'));
  await command.sees(/reloaded/);
  expect(await get()).toBe('second');
});

test('a link to the directory of code is switched: the other code is served', async () => {
  for (const release of ['one', 'two']) write(`releases/${release}/index.js`, `exports.handler = async () => ({ statusCode: 200, body: '${release}' });`);
  const lead = (release: string): void => {
    symlinkSync(`releases/${release}`, path.join(directory, 'new-link'));
    renameSync(path.join(directory, 'new-link'), path.join(directory, 'current'));
  };
  lead('one');
  write('app.ts', app("api.root.addResource('released').addMethod('GET', new ProxyFunction(app, 'Released', { code: 'current', handler: 'index.handler' }));"));
  const command = dev();
  const get = await served(command);
  expect(await get('/released')).toBe('200 one');
  lead('two');
  await command.sees(/↻ current\/index\.js .*reloaded/);
  expect(await get('/released')).toBe('200 two');
});

test('200 files at once are one rebuild', async () => {
  const modules = Array.from({ length: 200 }, (_, index) => index);
  const save = (value: string): void => modules.forEach((index) => { write(`src/many/m${index}.ts`, `export const m${index} = '${value}';\n`); });
  save('a');
  write('src/pets.ts', modules.map((index) => `import { m${index} } from './many/m${index}';\n`).join('') + handler(`[${modules.map((index) => `m${index}`).join(', ')}].join('')`));
  const command = dev();
  const get = await served(command);
  expect(await get('/pets')).toBe(`200 ${'a'.repeat(200)}`);
  save('b');
  await command.sees(/↻ 200 files {2}Pets reloaded/);
  expect(await get('/pets')).toBe(`200 ${'b'.repeat(200)}`);
  expect(command.printed().match(/↻/g)).toHaveLength(1);
});

test('errors of types are reported, and nothing waits for them', async () => {
  write('tsconfig.json', '{"compilerOptions": {"strict": true, "noEmit": true, "skipLibCheck": true, "types": []}, "files": ["src/store.ts"]}');
  symlinkSync(path.join(ROOT, 'node_modules/typescript'), path.join(directory, 'node_modules/typescript'));
  write('src/store.ts', "export const store: number = 'first';\n");
  const command = dev();
  const get = await served(command);
  expect(await get('/pets')).toBe('200 first');
  await command.sees(/src\/store\.ts\(1,14\): error TS2322/);
  write('src/store.ts', "export const store = 'mended';\n");
  await command.sees(/types: no errors/);
  expect(await get('/pets')).toBe('200 mended');
});

test('the types of events follow the definition in a project with a tsconfig.json, and hide no definition from other commands', async () => {
  const types = path.join(directory, 'gateway.out/types/index.d.ts');
  const text = (): string => (existsSync(types) ? readFileSync(types, 'utf8') : '');
  await served(dev('--no-typecheck'));
  write('app.ts', app("api.root.addResource('dogs').addMethod('GET', pets);"));
  await running[0]?.sees(/\+ GET \/dogs/);
  expect(existsSync(path.join(directory, 'gateway.out'))).toBe(false);
  write('tsconfig.json', '{}');
  write('app.ts', app());
  await until(() => text().includes('PetsGetEvent') && !text().includes('DogsGetEvent'));
  write('app.ts', app("api.root.addResource('cats').addResource('{catId}').addMethod('GET', pets);"));
  await until(() => text().includes('pathParameters: { catId: string };'));
  expect((await synthgate(directory, ['ls'])).out).toContain('/cats/{catId}');
});

test('follows an assembly that something else writes', async () => {
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec()], "exports.handler = async () => ({ statusCode: 200, body: 'one' });");
  const get = await served(dev('gateway.out'));
  expect(await get('/pets')).toBe('200 one');
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec()], "exports.handler = async () => ({ statusCode: 200, body: 'two' });");
  while (await get('/pets') === '200 one');
  expect(await get('/pets')).toBe('200 two');
});

test.each(['gateway.out', 'app.ts'])('--app is refused beside the source %s', async (source) => {
  const command = startCommand(directory, ['dev', source, '--app', 'other.ts']);
  expect(await command.ended).toBe(3);
  expect(command.printed()).toMatch(/--app is "other\.ts"; .*OPTION_INVALID/);
});

test('without an app it says where it has looked', async () => {
  rmSync(path.join(directory, 'app.ts'));
  const command = startCommand(directory, ['dev']);
  expect(await command.ended).toBe(3);
  expect(command.printed()).toMatch(/APP_MISSING/);
});

test('a project that has not changed is served as it was built last, and what its files do not say follows', async () => {
  const named = "api.root.addResource(process.env.ROUTE ?? 'none').addMethod('GET', new MockIntegration());";
  write('app.ts', app(named));
  const start = (route: string): RunningCommand => {
    const command = startCommand(directory, ['dev', '--port', '0', '--no-typecheck'], { ROUTE: route });
    running.push(command);
    return command;
  };
  utimesSync(path.join(directory, 'app.ts'), 1, 1); // it must be older than the first build
  const first = start('cats');
  expect(await (await served(first))('/pets')).toBe('200 first');
  first.child.kill('SIGTERM');
  await first.ended;
  expect(existsSync(path.join(directory, 'node_modules/.cache/synthgate/dev/gateway.out/manifest.json'))).toBe(true);
  const second = start('dogs');
  const get = await served(second);
  expect(second.printed()).toContain('GET  /cats');
  expect(await get('/pets')).toBe('200 first');
  await second.sees(/reloaded in \d+ ms\n\s+- GET \/cats.*\n\s+\+ GET \/dogs/);
  await second.sees(/since the start: 1 breaking\n\s+breaking {2}GET \/cats: Its callers get an error/);
  write('src/store.ts', "export const store = 'second';\n");
  await second.sees(/↻ src\/store\.ts {2}Pets reloaded/);
  expect(await get('/pets')).toBe('200 second');
});

test('a source with a custom domain says which options serve its base paths; with them it serves there', async () => {
  const api = (properties: object): object => ({ RestApiId: { Ref: 'Api' }, ...properties });
  const Integration = { Type: 'MOCK', RequestTemplates: { 'application/json': '{"statusCode": 200}' }, IntegrationResponses: [{ StatusCode: '200' }] };
  write('template.json', JSON.stringify({
    Resources: {
      Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'Pets' } },
      Get: { Type: 'AWS::ApiGateway::Method', Properties: api({ ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'GET', AuthorizationType: 'NONE', Integration, MethodResponses: [{ StatusCode: '200' }] }) },
      Stage: { Type: 'AWS::ApiGateway::Stage', Properties: api({ StageName: 'prod' }) },
      Mapping: { Type: 'AWS::ApiGateway::BasePathMapping', Properties: api({ DomainName: 'api.test', Stage: { Ref: 'Stage' }, BasePath: 'pets' }) },
    },
  }));
  const option = 'Pets/prod=pets';
  await dev('template.json').sees(new RegExp(`\nbase paths of api\\.test: --base-path "${option}"\n`));
  const mapped = dev('template.json', '--base-path', option);
  const [, url = ''] = await mapped.sees(/ {2}(http:\/\/127\.0\.0\.1:\d+\/pets) {2}\w+ {2}as synthesized/);
  expect((await fetch(url)).status).toBe(200);
  expect(mapped.printed()).not.toContain('base paths of');
});
