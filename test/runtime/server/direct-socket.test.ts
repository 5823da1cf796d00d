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
    const take = (bytes: Buffer) => {
      taken += bytes.toString();
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
  const reading = readDirectly(socket, { take: (bytes) => { taken += bytes.toString(); return true; }, ended: () => undefined });
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

test('a destroyed socket is told of, too', async () => {
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
