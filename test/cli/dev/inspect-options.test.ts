import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { InspectorClient } from '../../support/inspector-client';
import { startCommand, type RunningCommand } from '../../support/served-command';
import { newDirectory } from '../../support/temporary-directory';

const ROOT = path.resolve(__dirname, '../../..');
/** The timeout of the function: a breakpoint that holds a request for longer would end it. */
const TIMEOUT_MS = 1_000;
const HANDLER = `export const ready: boolean = true;

export const handler = async (event: { path: string; queryStringParameters: { ms: string } | null }) => {
  const name: string = event.path.slice(1);
  if (event.queryStringParameters !== null) await new Promise((resolve) => setTimeout(resolve, Number(event.queryStringParameters.ms)));
  return { statusCode: 200, body: \`hello \${name}\` };
};
`;
const APP = `import { Api, App, Duration, ProxyFunction } from 'synthgate';
const app = new App();
const api = new Api(app, 'PetsApi', { deployOptions: { stageName: 'prod' } });
const pets = new ProxyFunction(app, 'Pets', { entry: 'src/pets.ts', timeout: Duration.millis(${TIMEOUT_MS}) });
const cats = new ProxyFunction(app, 'Cats', { entry: 'src/pets.ts' });
api.root.addResource('pets').addMethod('GET', pets);
api.root.addResource('cats').addMethod('GET', cats);
`;

let directory: string;
let command: RunningCommand;

beforeEach(() => {
  directory = newDirectory();
  mkdirSync(path.join(directory, 'node_modules'));
  mkdirSync(path.join(directory, 'src'));
  mkdirSync(path.join(directory, 'code editor'));
  for (const name of ['constructs', 'esbuild']) symlinkSync(path.join(ROOT, 'node_modules', name), path.join(directory, 'node_modules', name));
  symlinkSync(ROOT, path.join(directory, 'node_modules/synthgate'));
  write('package.json', '{"type": "commonjs"}');
  write('src/pets.ts', HANDLER);
  write('app.ts', APP);
});
afterEach(async () => {
  command.child.kill('SIGTERM');
  await command.ended;
});

function write(name: string, text: string): void {
  writeFileSync(path.join(directory, name), text);
}

/** Starts `dev`. @returns what asks it for a path, and the port at which a function is debugged */
async function dev(...parameters: string[]): Promise<{
  readonly get: (route: string) => Promise<string>;
  readonly portOf: (name: string) => Promise<number>;
}> {
  return devIn({}, parameters);
}

async function devIn(environment: Readonly<Record<string, string>>, parameters: readonly string[]): ReturnType<typeof dev> {
  command = startCommand(directory, ['dev', '--port', '0', '--no-typecheck', ...parameters], environment);
  const [, url] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+)\/prod/);
  return {
    get: async (route) => {
      const response = await fetch(`${url}/prod${route}`);
      return `${response.status} ${await response.text()}`;
    },
    portOf: async (name) => Number((await command.sees(new RegExp(`debugger for ${name}: 127\\.0\\.0\\.1:(\\d+) .*without Node's permission model`)))[1]),
  };
}

/** Stops at a line of `src/pets.ts`, as an editor does: by the source map of the code that runs. */
async function breakAt(client: InspectorClient, line: number): Promise<void> {
  await client.send('Debugger.enable');
  const script = await client.event('Debugger.scriptParsed', ({ url, sourceMapURL }) => String(url).endsWith('/index.js') && sourceMapURL !== '');
  const code = fileURLToPath(String(script.url));
  const payload = JSON.parse(readFileSync(path.join(path.dirname(code), String(script.sourceMapURL)), 'utf8')) as SourceMapPayload; // esbuild's
  const source = payload.sources.findIndex((name) => `${payload.sourceRoot}${name}` === pathToFileURL(path.join(directory, 'src/pets.ts')).href);
  const map = new SourceMap(payload);
  const isOfLine = (_: string, number: number) => {
    const entry = map.findEntry(number, 200);
    return 'originalLine' in entry && entry.originalLine === line - 1 && entry.originalSource.endsWith(payload.sources[source] ?? 'no source');
  };
  await client.send('Debugger.setBreakpointByUrl', { url: script.url, lineNumber: readFileSync(code, 'utf8').split('\n').findIndex(isOfLine) });
}

async function valueOf(client: InspectorClient, paused: Record<string, unknown>, expression: string): Promise<unknown> {
  const [frame] = paused.callFrames as readonly { readonly callFrameId: string }[]; // the protocol's
  const { result } = await client.send('Debugger.evaluateOnCallFrame', { callFrameId: frame?.callFrameId, expression });
  return (result as { readonly value?: unknown }).value; // the protocol's
}

test('a breakpoint in the TypeScript source stops the request, its time limit waits, and the port stays over a reload', async () => {
  const { get, portOf } = await dev('--inspect', '0', '--function', 'Pets');
  const port = await portOf('Pets');
  expect(await get('/cats')).toBe('200 hello cats');
  expect(command.printed()).not.toContain('debugger for Cats');
  const client = await InspectorClient.attach(port);
  await breakAt(client, 6);
  const answer = get('/pets');
  const paused = await client.event('Debugger.paused');
  expect(await valueOf(client, paused, 'name')).toBe('pets');
  const waiting = get('/pets');
  await new Promise((resolve) => { setTimeout(resolve, 2 * TIMEOUT_MS); });
  await client.send('Debugger.resume');
  expect(await answer).toBe('200 hello pets');
  await client.event('Debugger.paused');
  await client.send('Debugger.resume');
  expect(await waiting).toBe('200 hello pets');

  write('src/pets.ts', HANDLER.replace('hello', 'goodbye'));
  await command.sees(/↻ src\/pets\.ts {2}Cats, Pets reloaded/);
  await client.closed;
  const again = await InspectorClient.attach(port);
  await breakAt(again, 6);
  const next = get('/pets');
  expect(await valueOf(again, await again.event('Debugger.paused'), 'name')).toBe('pets');
  await again.close();
  expect(await next).toBe('200 goodbye pets');
});

/** In place of VS Code's: announces the inspector of each program, and waits in a function until an editor has attached. */
const BOOTLOADER = `const inspector = require('node:inspector');
const options = JSON.parse((process.env.VSCODE_INSPECTOR_OPTIONS || '').split(':::').find(Boolean) || '{}');
if (options.inspectorIpc !== undefined && new RegExp(options.waitForDebugger).test(process.argv[1])) {
  require('node:fs').appendFileSync(options.inspectorIpc, process.argv[1] + ' ' + inspector.url() + '\\n');
  inspector.waitForDebugger();
}
`;
const OWN_ENVIRONMENT = HANDLER.replace('hello ${name}', 'hello ${name} ${process.env.NODE_OPTIONS} ${process.env.VSCODE_INSPECTOR_OPTIONS}');

test('in a terminal of VS Code, the editor attaches to a debugged function by itself, and to no other; handlers do not see how', async () => {
  write('code editor/bootloader.js', BOOTLOADER);
  write('src/pets.ts', OWN_ENVIRONMENT);
  const announced = path.join(directory, 'announced.txt');
  const options = { inspectorIpc: announced, deferredMode: true, waitForDebugger: 'programs of the workspace only' };
  const { get, portOf } = await devIn({
    NODE_OPTIONS: `--require "${path.join(directory, 'code editor/bootloader.js')}" --inspect-publish-uid=http`,
    VSCODE_INSPECTOR_OPTIONS: `:::${JSON.stringify(options)}`,
  }, ['--inspect', '0', '--function', 'Pets']);
  await portOf('Pets');
  expect(command.printed()).toContain('as your own user and without time limits, because the editor of this terminal attaches to it');
  expect(await get('/cats')).toBe('200 hello cats undefined undefined');
  const first = get('/pets');
  while (!existsSync(announced) || !readFileSync(announced, 'utf8').endsWith('\n')) await new Promise((resolve) => { setTimeout(resolve, 20); });
  await new Promise((resolve) => { setTimeout(resolve, TIMEOUT_MS); }); // longer than its time limit
  const client = await InspectorClient.attachTo(/ws:\S+/.exec(readFileSync(announced, 'utf8'))?.[0] ?? '');
  await client.send('Runtime.runIfWaitingForDebugger');
  expect(await first).toBe('200 hello pets undefined undefined');
  await breakAt(client, 6);
  const second = get('/pets');
  expect(await valueOf(client, await client.event('Debugger.paused'), 'name')).toBe('pets');
  await client.close();
  expect(await second).toBe('200 hello pets undefined undefined');
  expect(readFileSync(announced, 'utf8')).toMatch(/^\S+instance\.js ws:\S+\n$/);
});

test('with --inspect-brk a function waits for the debugger and stops before its code; its time limit counts again once the debugger has gone', async () => {
  const { get, portOf } = await dev('--inspect-brk', '0', '--function', 'Pets');
  const answer = get('/pets');
  await new Promise((resolve) => { setTimeout(resolve, 2 * TIMEOUT_MS); });
  const client = await InspectorClient.attach(await portOf('Pets'));
  await client.send('Debugger.enable');
  await client.send('Runtime.runIfWaitingForDebugger');
  await client.event('Debugger.paused');
  expect(command.printed()).not.toContain('GET    /prod/pets');
  await client.send('Debugger.resume');
  expect(await answer).toBe('200 hello pets');
  expect(await get(`/pets?ms=${TIMEOUT_MS + 500}`)).toBe('200 hello pets');
  await client.send('Debugger.pause');
  const stopped = get('/pets');
  await client.event('Debugger.paused');
  await client.close();
  expect(await stopped).toBe('200 hello pets');
  expect(await get('/pets?ms=60000')).toBe('502 {"message": "Internal server error"}');
});

test.each([
  { parameters: ['--function', 'Pets'], says: '--function only with --inspect or --inspect-brk' },
  { parameters: ['--inspect', '--inspect-brk'], says: 'no --inspect beside --inspect-brk' },
  { parameters: ['--inspect', '--function', 'Dogs'], says: 'Cats, Pets' },
  { parameters: ['--inspect', 'app.ts'], says: 'expected a port from 0 to 65535' },
])('dev $parameters is refused: $says', async ({ parameters, says }) => {
  command = startCommand(directory, ['dev', '--port', '0', ...parameters]);
  expect(await command.ended).toBe(3);
  expect(command.printed()).toContain(says);
});
