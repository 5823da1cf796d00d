import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Both ends of one TCP connection. */
export interface SocketPair {
  readonly client: Socket;
  /** The server's end; it may be written to after the client has ended. */
  readonly socket: Socket;
  readonly close: () => void;
}

export async function openSocketPair(): Promise<SocketPair> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1'); // a TCP server that listens has one
  const [socket] = await connected;
  return {
    client,
    socket,
    close: () => {
      client.destroy();
      socket.destroy();
      server.close();
    },
  };
}
