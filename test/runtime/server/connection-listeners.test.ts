import { EventEmitter } from 'node:events';
import { ConnectionListeners } from '../../../lib/runtime/server/connection-listeners';
import { openSocketPair } from '../../support/socket-pair';

let defects: unknown[];
let listeners: ConnectionListeners;
let destroyed: number;
let emitter: EventEmitter & { destroy: () => void };

beforeEach(() => {
  defects = [];
  listeners = new ConnectionListeners((error) => defects.push(error));
  destroyed = 0;
  emitter = Object.assign(new EventEmitter(), { destroy: () => { destroyed += 1; } });
});

const boom = new Error('boom');
const fails = (): void => { throw boom; };

test('what a listener throws ends what it listens to, and is reported', () => {
  listeners.add(emitter, 'data', fails);
  expect(emitter.emit('data')).toBe(true);
  expect([defects, destroyed]).toEqual([[boom], 1]);
});

test('what a listener of a server throws ends the connection of the event; an event without one ends nothing', () => {
  const server = new EventEmitter();
  listeners.addTo({ emitter: server, event: 'connection', ends: (connection: typeof emitter) => connection }, fails);
  listeners.addTo({ emitter: server, event: 'drop' }, fails);
  server.emit('connection', emitter);
  server.emit('drop');
  expect([defects, destroyed]).toEqual([[boom, boom], 1]);
});

test('what cannot even be ended is reported, too', () => {
  const second = new Error('second');
  listeners.fail(boom, { destroy: () => { throw second; } });
  expect(defects).toEqual([second, boom]);
});

test('a listener gets its values, once if it is asked for once, and can be taken off', () => {
  const seen: unknown[] = [];
  listeners.add(emitter, 'a', (...values: readonly number[]) => seen.push(['a', ...values]));
  listeners.addOnce(emitter, 'b', (value: number) => seen.push(['b', value]));
  const remove = listeners.addOnce(emitter, 'c', (value: number) => seen.push(['c', value]));
  remove();
  for (const event of ['a', 'b', 'c', 'a', 'b', 'c']) emitter.emit(event, seen.length, 7);
  expect(seen).toEqual([['a', 0, 7], ['b', 1], ['a', 2, 7]]);
  expect(emitter.listenerCount('b') + emitter.listenerCount('c')).toBe(0);
});

test('an accepted socket is listened to even when nobody else does', async () => {
  const { client, socket, close } = await openSocketPair();
  listeners.accept(socket);
  const closed = new Promise((resolve) => { listeners.addOnce(socket, 'close', resolve); });
  socket.resume();
  client.resetAndDestroy();
  await closed;
  expect([socket.errored?.message, defects]).toEqual([expect.stringContaining('ECONNRESET'), []]);
  close();
});
