import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Inspectors, type InspectOptions } from '../../../../lib/runtime/functions/inspector/inspectors';
import type { FunctionVersion, LogEntry } from '../../../../lib/runtime/ports';

const UPGRADE = 'GET /id HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const LIST = 'GET /json/list HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const servers: Server[] = [];
const sockets: Socket[] = [];
const started: string[] = [];
let entries: LogEntry[] = [];
let inspectors: Inspectors;

afterEach(async () => {
  await inspectors.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
  started.length = 0;
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

function inspect(options: InspectOptions): void {
  entries = [];
  inspectors = new Inspectors(options, (entry) => { entries.push(entry); }, ({ key }) => { started.push(key); });
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
  first.opened(await listening('first'));
  expect((await talk(port, LIST)).answer).toContain('first: GET /json/list');
  expect(first.holdsTime).toBe(false);
  const attached = await talk(port, UPGRADE);
  expect(attached.answer).toContain('first: GET /id');
  expect(first.holdsTime).toBe(true);
  const second = await inspectors.inspect(version('Pets', 'other code'));
  second.opened(await listening('second'));
  first.ended();
  expect((await talk(port, UPGRADE)).answer).toContain('second: GET /id');
  expect([first.holdsTime, second.holdsTime]).toEqual([true, true]);
  attached.socket.destroy();
  await settled();
  expect([first.holdsTime, second.holdsTime]).toEqual([false, true]);
});

test('a debugger that comes before an instance has one started, of the version that is served now', async () => {
  inspect({ port: 0 });
  inspectors.use([version('Pets', 'old')]);
  inspectors.use([version('Pets', 'new')]);
  const talking = talk(await portOf('Pets'), UPGRADE);
  while (started.length === 0) await settled();
  expect(started).toEqual(['new']);
  (await inspectors.inspect(version('Pets', 'new'))).opened(await listening('instance'));
  expect((await talking).answer).toContain('instance: GET /id');
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
  (await inspectors.inspect(version('Pets'))).opened(await listening('instance'));
  const { socket } = await talk(await portOf('Pets'), UPGRADE);
  const closed = once(socket, 'close');
  await inspectors.close();
  await closed;
});
