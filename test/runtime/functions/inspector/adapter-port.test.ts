import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { AdapterPort } from '../../../../lib/runtime/functions/inspector/adapter-port';
import { KNOWS_PEERS } from '../../../../lib/runtime/functions/inspector/function-peer';

const MESSAGE = 'Content-Length: 2\r\n\r\n{}';
const servers: Server[] = [];
const sockets: Socket[] = [];
const refusals: string[] = [];
let functions: ReadonlySet<number> = new Set();
let port: AdapterPort;

beforeEach(async () => {
  port = await AdapterPort.open({
    functionName: 'Pets', port: 0, functions: () => functions, wanted: () => undefined, cannotOpen: () => undefined,
    refused: (reason, count) => { refusals.push(`${count}: ${reason}`); },
  });
});

afterEach(async () => {
  await port.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
  refusals.length = 0;
  functions = new Set();
});

/** In place of an instance's adapter: answers each chunk with its name and the chunk. */
async function listening(name: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('data', (data: Buffer) => socket.write(`${name}: ${String(data)}`));
    socket.on('error', () => undefined);
    sockets.push(socket);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port); // it listens on TCP
}

function connected(): Socket {
  const socket = connect(port.port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** The answer to a text; empty if the connection was closed instead. */
async function answerTo(...texts: readonly string[]): Promise<string> {
  const socket = connected();
  await once(socket, 'connect');
  for (const text of texts) {
    socket.write(text);
    await new Promise((resolve) => { setImmediate(resolve); });
  }
  const [data] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])]) as [Buffer | string];
  return String(data);
}

test('a debugger reaches the instance that runs now, holds its time, and waits for one', async () => {
  const waiting = answerTo(MESSAGE);
  const first = port.inspect(false);
  expect(first.holdsTime).toBe(false);
  first.opened(await listening('first'));
  expect(await waiting).toBe(`first: ${MESSAGE}`);
  expect(first.holdsTime).toBe(true);
  first.ended();
  const second = port.inspect(false);
  second.opened(await listening('second'));
  expect(await answerTo('content-', 'length: 2\r\n\r\n{}')).toContain('second: content-');
});

test.each([
  ['a web page', 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}', '1: it begins with "POST / HTTP/1.1"'],
  ['another program', 'Content-Type: x\r\n', '1: it begins with "Content-Type: x"'],
])('the connection of %s is refused', async (_whose, text, reason) => {
  const inspection = port.inspect(false);
  inspection.opened(await listening('instance'));
  expect(await answerTo(text)).toBe('');
  expect(refusals).toEqual([reason]);
  expect(inspection.holdsTime).toBe(false);
});

test('a client that says nothing holds no time and is closed with the port', async () => {
  const inspection = port.inspect(false);
  inspection.opened(await listening('instance'));
  const socket = connected();
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  expect(inspection.holdsTime).toBe(false);
  await port.close();
  await closed;
  expect(refusals).toEqual([]);
});

test('a connection from the process of a function is refused', async () => {
  port.inspect(false).opened(await listening('instance'));
  const program = `
    const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1', () => socket.write(process.argv[2]));
    socket.on('data', (data) => process.stdout.write(data)).on('error', () => undefined).on('close', () => process.exit());
  `;
  const child = spawn(process.execPath, ['-e', program, String(port.port), MESSAGE], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  functions = new Set([child.pid ?? 0]);
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += String(data);
    child.kill('SIGKILL');
  });
  await once(child, 'close');
  expect(output).toBe(KNOWS_PEERS ? '' : `instance: ${MESSAGE}`);
});
