import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { request } from 'node:http';
import { chunkedSink } from '../../../lib/runtime/server/chunked-sink';
import { ConnectionListeners } from '../../../lib/runtime/server/connection-listeners';

/* Against Node's own HTTP client, which must find the body's chunks. */

const listeners = new ConnectionListeners((error) => { throw error; });
const HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => { void server?.close(() => resolve()); }));

/** Listens, and hands the first connection over once its request has come. */
async function listen(serve: (socket: Socket) => void): Promise<number> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => serve(socket));
  });
  await new Promise<void>((resolve) => { server?.listen(0, '127.0.0.1', resolve); });
  return (server.address() as AddressInfo).port; // a TCP server that listens has one
}

function body(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => { text += chunk.toString(); }).on('end', () => resolve(text)).on('error', reject);
    }).on('error', reject).end();
  });
}

test('the chunks are the body; an empty one does not end it', async () => {
  const ended: string[] = [];
  const port = await listen((socket) => {
    const sink = chunkedSink(socket, { head: HEAD, listeners, end: (bytes) => { ended.push('ended'); socket.end(bytes); } });
    sink.flushHeaders();
    expect(sink.write(Buffer.from('first, '))).toBe(true);
    expect(sink.write(Buffer.alloc(0))).toBe(true);
    sink.write(Buffer.alloc(300, 'x'));
    sink.end();
  });
  expect(await body(port)).toBe(`first, ${'x'.repeat(300)}`);
  expect(ended).toEqual(['ended']);
});

test('a client does not take a stream that is cut for a whole body', async () => {
  const port = await listen((socket) => {
    const sink = chunkedSink(socket, { head: HEAD, listeners, end: (bytes) => { socket.write(bytes); } });
    sink.flushHeaders();
    sink.write(Buffer.from('half'));
    setImmediate(() => sink.destroy());
  });
  await expect(body(port)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('waits until a full connection drains', async () => {
  const drains: string[] = [];
  const port = await listen((socket) => {
    const sink = chunkedSink(socket, { head: HEAD, listeners, end: (bytes) => { socket.end(bytes); } });
    sink.flushHeaders();
    const remove = sink.listenOnce('drain', () => void drains.push('removed'));
    remove();
    sink.listenOnce('drain', () => {
      drains.push('drained');
      sink.end();
    });
    drains.push(String(sink.write(Buffer.alloc(3_000_000, 'x'))));
  });
  expect(await body(port)).toHaveLength(3_000_000);
  expect(drains).toEqual(['false', 'drained']);
});
