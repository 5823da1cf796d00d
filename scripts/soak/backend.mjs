// The HTTP backend of the soak: well everywhere but at /broken, where it goes wrong each time in another way.
import { createServer } from 'node:http';

/** A server on a free port; `url` and `close`. */
export async function startBackend() {
  let broken = 0;
  const WAYS = [
    (response) => response.socket.destroy(),
    (response) => response.socket.end('this is no HTTP\r\n\r\n'),
    (response) => response.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nnot all of it'),
    (response) => response.socket.resetAndDestroy(),
  ];
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/broken') {
      broken += 1;
      WAYS[broken % WAYS.length](response);
      return;
    }
    request.on('end', () => response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ backend: request.url })));
  });
  server.keepAliveTimeout = 120_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
  };
}
