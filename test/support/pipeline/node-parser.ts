import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { headOf, peerOf, readHead } from '../../../lib/runtime/server/read-request';
import type { Received } from '../../../lib/runtime/http/request';

/** Node's own parser: what it makes of the bytes of one request. */
export interface NodeParser {
  readonly read: (bytes: string) => Promise<Received>;
  readonly close: () => Promise<void>;
}

/** Listens, and reads requests as the server does when the reader of simple heads has left them to Node. */
export async function openNodeParser(now: () => number): Promise<NodeParser> {
  const waiting: ((received: Received) => void)[] = [];
  const server: Server = createServer((message, response) => {
    const head = readHead(headOf(message), peerOf(message.socket), { now, isTrusted: () => false });
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
      waiting.shift()?.({ ...head, body: Buffer.concat(chunks) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    read: (bytes) => new Promise((resolve, reject) => {
      waiting.push(resolve);
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes, 'latin1'));
      socket.on('error', reject).resume();
    }),
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
  };
}
