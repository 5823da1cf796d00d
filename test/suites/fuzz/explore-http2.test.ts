import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { statusOf } from './explore-http2';

/* Conclusions of the exploration about a gateway that does not answer the next client. */

test.each([
  ['cuts its connection', (socket: Socket) => socket.resetAndDestroy()],
  ['closes it', (socket: Socket) => socket.end()],
  ['is silent', () => undefined],
])('a gateway that %s has not answered', async (_, treat) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).resume());
    treat(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(await statusOf((server.address() as AddressInfo).port, 200)).toBeUndefined(); // it listens on TCP
  for (const socket of sockets) socket.destroy();
  server.close();
});
