import { once } from 'node:events';
import type { Socket } from 'node:net';
import { readDirectly, writeDirectly } from '../../../lib/runtime/server/direct-socket';
import { openSocketPair, type SocketPair } from '../../support/socket-pair';
import { until } from '../../support/until';

let pair: SocketPair;
let client: Socket;
let socket: Socket;
beforeEach(async () => {
  pair = await openSocketPair();
  ({ client, socket } = pair);
});
afterEach(() => pair.close());

test('every piece is taken, and so is the end', async () => {
  let taken = '';
  const end = new Promise<void>((ended) => {
    const take = (text: string) => {
      taken += text;
      return true;
    };
    readDirectly(socket, { take, ended });
  });
  client.write('one');
  await until(() => taken === 'one' || undefined);
  client.end(' two');
  await end;
  expect(taken).toBe('one two');
});

test('a connection that breaks is an error and closed, as ever', async () => {
  readDirectly(socket, { take: () => true, ended: () => undefined });
  const events: string[] = [];
  socket.on('error', () => events.push('error'));
  const closed = new Promise((resolve) => { socket.on('close', resolve); });
  client.resetAndDestroy();
  await closed;
  expect(events).toEqual(['error']);
});

test('given back, the socket is a stream that can be put bytes back and paused', async () => {
  let taken = '';
  const reading = readDirectly(socket, { take: (text) => { taken += text; return true; }, ended: () => undefined });
  client.write('direct');
  await until(() => taken === 'direct' || undefined);
  socket.pause();
  reading.release(Buffer.from('again '));
  client.write('x'.repeat(1_000_000));
  let streamed = '';
  await new Promise((resolve) => { setImmediate(resolve); });
  expect([taken, streamed]).toEqual(['direct', '']);
  socket.on('data', (bytes: Buffer) => { streamed += bytes.toString(); });
  socket.resume();
  await until(() => streamed.length === 1_000_006 || undefined);
  expect([taken, streamed.slice(0, 7)]).toEqual(['direct', 'again x']);
});

test('sockets that share a buffer do not mix their bytes, and a piece stays as it was', async () => {
  const other = await openSocketPair();
  const pieces: string[] = [];
  const take = (text: string) => pieces.push(text) > 0;
  for (const one of [socket, other.socket]) readDirectly(one, { take, ended: () => undefined });
  client.write(Buffer.from([0x61, 0xe9, 0x00, 0xff]));
  other.client.write('second');
  await until(() => (pieces.join('').length === 10) || undefined);
  expect(pieces.sort()).toEqual(['a\u00e9\u0000\u00ff', 'second']);
  other.close();
});

test('bytes that were streamed after the release are not changed by the next ones', async () => {
  readDirectly(socket, { take: () => true, ended: () => undefined }).release(Buffer.alloc(0));
  const pieces: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => pieces.push(bytes)).resume();
  client.write('first');
  await until(() => (pieces.length === 1) || undefined);
  client.write('again');
  await until(() => (pieces.length === 2) || undefined);
  expect(pieces.map(String)).toEqual(['first', 'again']);
});

test('a socket without the names that Node has for a buffer of its own is read through its stream', async () => {
  for (const name of Object.getOwnPropertySymbols(socket).filter(({ description }) => description === 'kBufferCb')) Reflect.deleteProperty(socket, name);
  let taken = '';
  readDirectly(socket, { take: (text) => { taken += text; return true; }, ended: () => undefined });
  client.write('caf\u00e9', 'latin1');
  await until(() => taken === 'caf\u00e9' || undefined);
});

test('a text that the kernel takes is written before the call returns', async () => {
  const received = once(client, 'data');
  let isWritten = false;
  writeDirectly(socket, 'caf\u00e9', () => { isWritten = true; });
  expect(isWritten).toBe(true);
  expect(await received).toEqual([Buffer.from('caf\u00e9', 'latin1')]);
});

test('a text that the client must read first is written when it has', async () => {
  const text = 'x'.repeat(20_000_000);
  let isWritten = false;
  client.pause();
  writeDirectly(socket, text, () => { isWritten = true; });
  expect(isWritten).toBe(false);
  let bytes = 0;
  client.on('data', (piece: Buffer) => { bytes += piece.length; }).resume();
  await until(() => (bytes === text.length && isWritten) || undefined);
});

test('a destroyed socket is reported, too', async () => {
  client.pause();
  const written = new Promise((resolve) => { writeDirectly(socket, 'x'.repeat(20_000_000), resolve); });
  socket.destroy();
  await written;
});

test('a reader that has enough gets no more until it goes on', async () => {
  let bytes = 0;
  const reading = readDirectly(socket, { take: (piece) => { bytes += piece.length; return false; }, ended: () => undefined });
  client.write('x'.repeat(2_000_000));
  await until(() => (bytes > 0) || undefined);
  const before = bytes;
  await new Promise((resolve) => { setTimeout(resolve, 50); });
  expect(bytes).toBe(before);
  reading.resume();
  await until(() => (bytes > before) || undefined);
});

test('an end that came before is behind the bytes that were given back', async () => {
  const reading = await new Promise<ReturnType<typeof readDirectly>>((resolve) => {
    const made = readDirectly(socket, { take: () => true, ended: () => resolve(made) });
    client.end('seen');
  });
  reading.release(Buffer.from('again'));
  let text = '';
  socket.on('data', (bytes: Buffer) => { text += bytes.toString(); });
  await once(socket, 'end');
  expect(text).toBe('again');
});
