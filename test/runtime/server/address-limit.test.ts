import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { trustedProxies } from '../../../lib/runtime/edge/viewer';
import { clientOf } from '../../../lib/runtime/server/address-limit';
import type { HttpListener, ListenOptions } from '../../../lib/runtime/server/http-server';
import { startServer } from '../../support/http-server';

const servers: HttpListener[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});

async function server(options: Partial<ListenOptions>) {
  const cuts: string[] = [];
  const { listener } = await startServer({ ...options, onCut: (code) => cuts.push(code) });
  servers.push(listener);
  const { port } = listener;
  /** Connects from an address of this machine and asks; the status line, or nothing where the connection is closed. */
  const send = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write('GET /pets HTTP/1.1\r\nHost: api.test\r\n\r\n');
    const answered = once(socket, 'data').then(([bytes]: Buffer[]) => bytes?.toString('latin1', 0, 12) ?? '');
    return { socket, status: await Promise.race([answered, once(socket, 'close').then(() => 'closed')]) };
  };
  return { send, cuts };
}

test('one address has no more connections than it may, others are not affected', async () => {
  const { send, cuts } = await server({ maxConnectionsPerAddress: 2 });
  const statuses = [];
  for (const address of ['127.0.0.2', '127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3', '127.0.0.4']) statuses.push((await send(address)).status);
  expect(statuses).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'closed', 'HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200']);
  expect(cuts).toEqual(['ADDRESS_CONNECTIONS_EXCEEDED']);
});

test('a connection that ends frees its slot for the next from the same address', async () => {
  const { send } = await server({ maxConnectionsPerAddress: 1 });
  const first = await send('127.0.0.2');
  expect((await send('127.0.0.2')).status).toBe('closed');
  first.socket.destroy();
  let status = '';
  while (status !== 'HTTP/1.1 200') ({ status } = await send('127.0.0.2'));
});

test('a trusted proxy has as many as it wants', async () => {
  const { send, cuts } = await server({ maxConnectionsPerAddress: 1, isTrusted: trustedProxies(['127.0.0.2']) });
  for (let connection = 0; connection < 5; connection++) expect((await send('127.0.0.2')).status).toBe('HTTP/1.1 200');
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
