import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { KNOWS_PEERS } from '../../../../lib/runtime/functions/inspector/function-peer';
import { Inspectors, type InspectOptions, type InspectorsOwner } from '../../../../lib/runtime/functions/inspector/inspectors';
import type { FunctionVersion, LogEntry } from '../../../../lib/runtime/ports';
import { closeAll, fixture, startEngine, until, valueOf } from '../../../support/functions/engine';
import { InspectorClient } from '../../../support/inspector-client';
import { newDirectory } from '../../../support/temporary-directory';

/** The path of an instance's inspector, which only the gateway knows. */
const PATH = '/5b4c4f0e-9d1c-4a56-8a3e-6f0d2d6a9e01';
const servers: Server[] = [];
const sockets: Socket[] = [];
const started: string[] = [];
let entries: LogEntry[] = [];
let inspectors: Inspectors;
let functions: ReadonlySet<number> = new Set();

afterEach(async () => {
  await Promise.all([inspectors.close(), closeAll()]);
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
  started.length = 0;
  functions = new Set();
});

/** In place of an instance's inspector: answers each chunk with its name and the chunk. */
async function listening(name: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('data', (data: Buffer) => socket.write(`${name}: ${String(data)}`));
    socket.on('error', () => undefined);
    sockets.push(socket);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // it listens on TCP
}

function version(name: string, key = name): FunctionVersion {
  return {
    name, key, codeDirectory: '/', handler: 'index.handler', memoryMiB: 128, timeoutMs: 1000, environment: {}, concurrency: 1, maxInstances: 1, retryAttempts: 0,
  };
}

function inspect(options: InspectOptions, owner: Partial<InspectorsOwner> = {}): void {
  entries = [];
  inspectors = new Inspectors(options, {
    log: (entry) => { entries.push(entry); },
    start: ({ key }) => { started.push(key); },
    functions: () => functions,
    ...owner,
  });
}

/** The port in the log. */
async function portOf(name: string): Promise<number> {
  for (;;) {
    const line = entries.find(({ message }) => message.startsWith(`debugger for ${name}:`));
    if (line !== undefined) return Number(/127\.0\.0\.1:(\d+)/.exec(line.message)?.[1]);
    await settled();
  }
}

async function talk(port: number, text: string): Promise<{ readonly socket: Socket; readonly answer: string }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(text);
  const [data] = await once(socket, 'data') as [Buffer];
  return { socket, answer: String(data) };
}

/** The address in the list of what can be debugged. */
async function pathOf(port: number): Promise<string> {
  const response = await fetch(`http://localhost:${port}/json/list`, { headers: { Connection: 'close' } });
  const [target] = await response.json() as readonly { readonly webSocketDebuggerUrl: string }[]; // as Node's inspector has it
  return new URL(target?.webSocketDebuggerUrl ?? '').pathname;
}

function upgrade(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: '127.0.0.1', Connection: 'Upgrade', Upgrade: 'websocket', ...headers });
  return `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** Connects as a debugger does. */
async function attach(port: number): ReturnType<typeof talk> {
  return talk(port, upgrade(await pathOf(port)));
}

const settled = (): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 20); });

test('functions get ports in the order of their names, past those that are taken, and keep them', async () => {
  const taken = await listening('another program');
  inspect({ port: taken, functions: ['Pets', 'Cats'] });
  inspectors.use([version('Pets'), version('Dogs'), version('Cats')]);
  const cats = await portOf('Cats');
  expect(cats).toBeGreaterThan(taken);
  expect(await portOf('Pets')).toBeGreaterThan(cats);
  inspectors.use([version('Pets', 'other code'), version('Cats')]);
  await settled();
  expect(entries).toHaveLength(2);
});

test('a debugger is connected to the instance that runs now, and holds its time; a list of what can be debugged does not', async () => {
  inspect({ port: 0 });
  inspectors.use([version('Pets')]);
  const port = await portOf('Pets');
  const first = await inspectors.inspect(version('Pets'));
  first.opened(`${await listening('first')}${PATH}`);
  await pathOf(port);
  expect(first.holdsTime).toBe(false);
  const attached = await attach(port);
  expect(attached.answer).toContain(`first: GET ${PATH}`);
  expect(first.holdsTime).toBe(true);
  const second = await inspectors.inspect(version('Pets', 'other code'));
  second.opened(`${await listening('second')}${PATH}`);
  first.ended();
  expect((await attach(port)).answer).toContain(`second: GET ${PATH}`);
  expect([first.holdsTime, second.holdsTime]).toEqual([true, true]);
  attached.socket.destroy();
  await until(() => !first.holdsTime);
  expect(second.holdsTime).toBe(true);
});

test('a debugger that comes before an instance has one started, of the version that is served now', async () => {
  inspect({ port: 0 });
  inspectors.use([version('Pets', 'old')]);
  inspectors.use([version('Pets', 'new')]);
  const talking = attach(await portOf('Pets'));
  while (started.length === 0) await settled();
  expect(started).toEqual(['new']);
  (await inspectors.inspect(version('Pets', 'new'))).opened(`${await listening('instance')}${PATH}`);
  expect((await talking).answer).toContain(`instance: GET ${PATH}`);
});

test('an instance that waits for a debugger holds its time until one has come and gone', async () => {
  inspect({ port: 0, waits: true });
  inspectors.use([version('Pets')]);
  const inspection = await inspectors.inspect(version('Pets'));
  const changes: boolean[] = [];
  inspection.onChange = () => changes.push(inspection.holdsTime);
  expect(inspection.holdsTime).toBe(true);
  const detach = inspection.attach();
  detach();
  expect(changes).toEqual([true, false]);
});

test('closing ends the connections of debuggers', async () => {
  inspect({ port: 0 });
  inspectors.use([version('Pets')]);
  (await inspectors.inspect(version('Pets'))).opened(`${await listening('instance')}${PATH}`);
  const { socket } = await attach(await portOf('Pets'));
  const closed = once(socket, 'close');
  await inspectors.close();
  await closed;
});

describe('a connection is refused', () => {
  const WEB_PAGES = [
    ['by another host', { Host: 'rebound.example' }], ['by another host with the port', { Host: 'rebound.example:9229' }], ['without a host', { Host: '' }],
    ['from another site', { Origin: 'https://evil.example' }], ['from a page without an origin', { Origin: 'null' }],
  ] as const;

  test.each(WEB_PAGES)('%s, as a web page would connect', async (_how, headers) => {
    inspect({ port: 0 });
    inspectors.use([version('Pets')]);
    const port = await portOf('Pets');
    const inspection = await inspectors.inspect(version('Pets'));
    inspection.opened(`${await listening('instance')}${PATH}`);
    expect((await talk(port, upgrade(await pathOf(port), headers))).answer).toMatch(/^HTTP\/1\.1 403 /);
    const list = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`).join('');
    expect((await talk(port, `GET /json/list HTTP/1.1\r\n${list}\r\n`)).answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(inspection.holdsTime).toBe(false);
    // the first one at once, the others once a second or at the end
    await inspectors.close();
    expect(entries.filter(({ level }) => level === 'warn')).toMatchObject(Array(2).fill({
      code: 'DEBUGGER_REFUSED', functionName: 'Pets', message: expect.stringContaining('of Pets: 1; ') as string,
    }));
  });

  test.each([['devtools://devtools'], ['http://127.0.0.1']])('unless it is of a debugger: %s', async (origin) => {
    inspect({ port: 0 });
    inspectors.use([version('Pets')]);
    const port = await portOf('Pets');
    (await inspectors.inspect(version('Pets'))).opened(`${await listening('instance')}${PATH}`);
    expect((await talk(port, upgrade(await pathOf(port), { Origin: origin }))).answer).toContain(`instance: GET ${PATH}`);
  });

  test('while the system does not tell where it is from, and nothing else ends', async () => {
    inspect({ port: 0 });
    inspectors.use([version('Pets')]);
    const port = await portOf('Pets');
    (await inspectors.inspect(version('Pets'))).opened(`${await listening('instance')}${PATH}`);
    const request = upgrade(await pathOf(port));
    const read = jest.spyOn(fs, 'readFileSync').mockImplementation(() => { throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }); });
    const came = [await talk(port, request), await talk(port, 'GET /json/list HTTP/1.1\r\nHost: localhost\r\n\r\n')].map(({ answer }) => answer.split('\r\n')[0]);
    read.mockRestore();
    expect(came).toEqual(KNOWS_PEERS ? Array(2).fill('HTTP/1.1 403 Forbidden') : [expect.stringContaining('instance: GET'), 'HTTP/1.1 200 OK']);
    expect((await talk(port, request)).answer).toContain('instance: GET');
  });

  test('once, and is then closed, even if its client does not close it', async () => {
    inspect({ port: 0 });
    inspectors.use([version('Pets')]);
    const port = await portOf('Pets');
    for (const path of ['/other', await pathOf(port)]) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      sockets.push(socket.resume());
      const isClosed = new Promise((resolve) => { socket.once('error', resolve); }); // what is sent to it is not taken
      socket.write(upgrade(path, { Origin: path === '/other' ? '' : 'null' }));
      await once(socket, 'end');
      const sending = setInterval(() => socket.write('more'), 5);
      await isClosed;
      clearInterval(sending);
    }
  });

  test('above 32 at once', async () => {
    inspect({ port: 0 });
    inspectors.use([version('Pets')]);
    const port = await portOf('Pets');
    for (let index = 0; index < 32; index++) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      await once(socket, 'connect');
    }
    const last = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(last, 'close');
    expect(sockets.map(({ destroyed }) => destroyed)).not.toContain(true);
  });

  test('a flood of which is one entry a second', async () => {
    inspect({ port: 0 });
    inspectors.use([version('Pets')]);
    const port = await portOf('Pets');
    for (let index = 0; index < 50; index++) await talk(port, 'GET /json HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n');
    await inspectors.close();
    const refusals = entries.filter(({ code }) => code === 'DEBUGGER_REFUSED').map(({ message }) => Number(/: (\d+); the last/.exec(message)?.[1]));
    expect(refusals.reduce((sum, count) => sum + count, 0)).toBe(50);
    expect(refusals.length).toBeLessThan(25);
  });

  test('at another path, also at that of the instance', async () => {
    inspect({ port: 0 });
    inspectors.use([version('Pets')]);
    (await inspectors.inspect(version('Pets'))).opened(`${await listening('instance')}${PATH}`);
    expect((await talk(await portOf('Pets'), upgrade(PATH))).answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('from the process of a function, and from one that it has started', async () => {
    const program = `
      const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1', () => socket.write(process.argv[2]));
      socket.on('data', (data) => process.stdout.write(data)).on('close', () => process.exit());
    `;
    inspect({ port: 0 });
    inspectors.use([version('Pets')]);
    const port = await portOf('Pets');
    (await inspectors.inspect(version('Pets'))).opened(`${await listening('instance')}${PATH}`);
    const request = upgrade(await pathOf(port));
    const connectFrom = async (command: string, parameters: readonly string[]): Promise<string> => {
      const child = spawn(command, parameters, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
      functions = new Set([child.pid ?? 0]);
      const [data] = await once(child.stdout, 'data') as [Buffer];
      child.kill('SIGKILL');
      return String(data).split('\r\n')[0] ?? '';
    };
    const own = [process.execPath, '-e', program, String(port), request] as const;
    const came = [await connectFrom(own[0], own.slice(1)), await connectFrom('/bin/sh', ['-c', '"$@"; :', 'sh', ...own])];
    expect(came).toEqual(KNOWS_PEERS ? Array(2).fill('HTTP/1.1 403 Forbidden') : Array(2).fill(expect.stringContaining('instance: GET')));
  });
});

test('a function claims no other address than the one that its instance announced', async () => {
  inspect({ port: 0 });
  inspectors.use([version('Pets')]);
  const inspection = await inspectors.inspect(version('Pets'));
  inspection.opened(`1${PATH} HTTP/1.1\r\nX: `);
  inspection.opened(`${await listening('instance')}${PATH}`);
  inspection.opened(`${await listening('elsewhere')}${PATH}`);
  expect((await attach(await portOf('Pets'))).answer).toContain('instance: GET');
});

test('where the system does not tell who connects, a warning at the start says so', () => {
  inspect({ port: 0 }, { knowsPeers: false });
  expect(entries).toMatchObject([{ level: 'warn', code: 'DEBUGGER_UNGUARDED' }]);
  inspect({ port: 0 }, { knowsPeers: true });
  expect(entries).toEqual([]);
});

/** One neighbor without permissions, which does what a debugger does at each port; answers what it got. */
const NEIGHBOR = `
const http = require('node:http');
const get = (port, path, headers = {}) => new Promise((resolve) => {
  const request = http.get({ host: '127.0.0.1', port, path, headers }, (response) => {
    let text = '';
    response.on('data', (data) => { text += data; }).on('end', () => resolve(response.statusCode + ' ' + text));
  });
  request.on('upgrade', (response, socket) => { socket.destroy(); resolve('upgraded'); }).on('error', ({ code }) => resolve(code));
});
exports.attach = async ({ ports, path }) => {
  const headers = { 'Connection': 'Upgrade', 'Upgrade': 'websocket', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version': '13' };
  const came = [];
  for (const port of ports) came.push(await get(port, '/json/list'), await get(port, path, headers));
  return came;
};
exports.debugged = async () => new URL(require('node:inspector').url()).port;
`;

test('a function learns no address of a debugged one, and attaches neither to its port nor to its process', async () => {
  const codeDirectory = newDirectory();
  writeFileSync(path.join(codeDirectory, 'index.js'), NEIGHBOR);
  const { call, entries: log, lines } = startEngine({ permissions: {}, inspect: { port: 0, functions: ['debugged'] } });
  inspect({ port: 0 }); // closed after each test
  const debugged = fixture('index.debugged', { codeDirectory, name: 'debugged' });
  const own = Number(valueOf(await call(debugged)));
  const line = log.find(({ message }) => message.startsWith('debugger for debugged'));
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(line?.message ?? '')?.[1]);
  const came = valueOf(await call(fixture('index.attach', { codeDirectory, name: 'neighbor' }), { ports: [port, own], path: await pathOf(port) })) as string[];
  expect(came.filter((answer) => answer === 'upgraded' || answer.includes('ws://'))).toEqual([]);
  if (KNOWS_PEERS) expect(came.slice(0, 2)).toEqual(['403 ', '403 ']);
  expect(lines).toEqual([]);
  const client = await InspectorClient.attach(port);
  expect(await client.send('Runtime.evaluate', { expression: 'process.env.AWS_LAMBDA_FUNCTION_NAME' })).toMatchObject({ result: { value: 'debugged' } });
  await client.close();
});

test('functions of languages without a debugger are named, once', () => {
  inspect({ port: 0, functions: ['orders'] });
  const versions = [fixture('app.h', { runtime: 'ruby3.4' })];
  inspectors.use(versions);
  inspectors.use(versions);
  expect(entries).toMatchObject([{ level: 'warn', code: 'DEBUGGER_NOT_HERE', message: expect.stringContaining('no debugger can attach to orders: only functions of Node.js and Python have a debugger port') }]);
});
