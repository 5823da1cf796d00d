import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Backend {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Ways to break a response, each in turn. */
const FAILURES: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.socket?.destroy(),
  (response) => response.socket?.end('this is not HTTP\r\n\r\n'),
  (response) => response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nnot all of it'),
  (response) => response.socket?.resetAndDestroy(),
];

/** The HTTP backend of the soak: healthy but for /broken, which fails each time in another way. */
export async function startBackend(): Promise<Backend> {
  let broken = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/broken') {
      broken += 1;
      FAILURES[broken % FAILURES.length]?.(response);
      return;
    }
    request.on('end', () => response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ backend: request.url })));
  });
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}
