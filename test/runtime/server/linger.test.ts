import { ConnectionListeners } from '../../../lib/runtime/server/connection-listeners';
import { SERVER_LIMITS } from '../../../lib/runtime/server/limits';
import { lingerAtEnd } from '../../../lib/runtime/server/linger';
import { openSocketPair, type SocketPair } from '../../support/socket-pair';

const listeners = new ConnectionListeners((error) => { throw error; });
/** More than the kernel's buffers hold while the client does not read. */
const BYTES = 16_000_000;
let pair: SocketPair;
beforeEach(async () => {
  pair = await openSocketPair();
  // no client is cut because this machine is slow
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
  return pair.close();
});

function received(): Promise<number> {
  let bytes = 0;
  pair.client.on('data', (chunk) => { bytes += chunk.length; }).resume();
  return new Promise((resolve) => { pair.client.once('close', () => resolve(bytes)); });
}

test('a client that ends while it is being answered receives the whole answer', async () => {
  const { client, socket } = pair;
  client.pause();
  socket.write(Buffer.alloc(BYTES));
  lingerAtEnd(socket, listeners);
  socket.destroySoon();
  const ended = new Promise((resolve) => { socket.once('end', resolve); });
  client.end('the rest of its request');
  await ended;
  expect(await received()).toBe(BYTES);
});

test('a client that has ended before receives the whole answer', async () => {
  const { client, socket } = pair;
  const ended = new Promise((resolve) => { socket.resume().once('end', resolve); });
  client.pause();
  client.end();
  await ended;
  socket.write(Buffer.alloc(BYTES));
  lingerAtEnd(socket, listeners);
  socket.destroySoon();
  expect(await received()).toBe(BYTES);
});

test('a client that neither ends nor reads is cut', async () => {
  const { client, socket } = pair;
  client.pause();
  socket.write(Buffer.alloc(BYTES));
  lingerAtEnd(socket, listeners);
  socket.destroySoon();
  jest.advanceTimersByTime(SERVER_LIMITS.lingerMs - 1);
  expect(socket.destroyed).toBe(false);
  jest.advanceTimersByTime(1);
  await new Promise((resolve) => { socket.once('close', resolve); });
  expect(socket.writableFinished).toBe(false);
});
