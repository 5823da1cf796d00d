import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { trustedProxies } from '../../../lib/runtime/edge/viewer';
import { clientOf } from '../../../lib/runtime/server/address-limit';
import type { HttpFront, ListenOptions } from '../../../lib/runtime/server/http-server';
import { startFront } from '../../support/http-front';

const fronts: HttpFront[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(fronts.splice(0).map((front) => front.close(0)));
});

async function front(options: Partial<ListenOptions>) {
  const cuts: string[] = [];
  const { front: { port, close } } = await startFront({ ...options, onCut: (code) => cuts.push(code) });
  fronts.push({ port, close });
  /** Connects from an address of this machine and asks; the status line, or nothing where the connection is closed. */
  const ask = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write('GET /pets HTTP/1.1\r\nHost: api.test\r\n\r\n');
    const answered = once(socket, 'data').then(([bytes]: Buffer[]) => bytes?.toString('latin1', 0, 12) ?? '');
    return { socket, status: await Promise.race([answered, once(socket, 'close').then(() => 'closed')]) };
  };
  return { ask, cuts };
}

test('one address has no more connections than it may, others are not affected', async () => {
  const { ask, cuts } = await front({ maxConnectionsPerAddress: 2 });
  const statuses = [];
  for (const address of ['127.0.0.2', '127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3', '127.0.0.4']) statuses.push((await ask(address)).status);
  expect(statuses).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'closed', 'HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200']);
  expect(cuts).toEqual(['ADDRESS_CONNECTIONS_EXCEEDED']);
});

test('a connection that ends frees its slot for the next from the same address', async () => {
  const { ask } = await front({ maxConnectionsPerAddress: 1 });
  const first = await ask('127.0.0.2');
  expect((await ask('127.0.0.2')).status).toBe('closed');
  first.socket.destroy();
  let status = '';
  while (status !== 'HTTP/1.1 200') ({ status } = await ask('127.0.0.2'));
});

test('a trusted proxy has as many as it wants', async () => {
  const { ask, cuts } = await front({ maxConnectionsPerAddress: 1, isTrusted: trustedProxies(['127.0.0.2']) });
  for (let connection = 0; connection < 5; connection++) expect((await ask('127.0.0.2')).status).toBe('HTTP/1.1 200');
  expect(cuts).toEqual([]);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
])('the client with the address %s is %s', (address, client) => {
  expect(clientOf(address)).toBe(client);
});
