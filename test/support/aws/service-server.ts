import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EMULATORS, type Received } from './emulators';
import { readSigned } from './signed-requests';

/** All emulators behind one address, as emulators of whole clouds have it. */
export interface ServiceServer {
  readonly url: string;
  /** Returns the calls that the service of this name has received. */
  readonly received: (service: string) => Received;
  readonly close: () => Promise<void>;
}

/** Starts the emulators; a request whose signature is not of this secret is refused as AWS refuses it. */
export async function startServices(secretAccessKey: string): Promise<ServiceServer> {
  const byService = new Map(Object.keys(EMULATORS).map((name) => [name, [] as Received]));
  const received = (service: string): Received => byService.get(service) ?? [];
  const answerOf = async (request: IncomingMessage) => {
    const signed = await readSigned(request, secretAccessKey);
    const emulator = signed && EMULATORS[signed.service];
    if (signed === undefined || emulator === undefined) return { status: 403, body: '{"__type":"InvalidSignatureException"}' };
    return emulator(signed, received(signed.service));
  };
  const server = createServer((request, response) => {
    void answerOf(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  });
  await listening(server);
  return { url: `http://127.0.0.1:${portOf(server)}`, received, close: () => closed(server) };
}

export function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // it listens on TCP
}

export function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
