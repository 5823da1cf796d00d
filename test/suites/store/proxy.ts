import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The way of one gateway to the store. */
export interface Proxy {
  readonly port: number;
  /** Bytes are swallowed in both directions; connections stay open, and new ones are accepted. */
  readonly drop: () => void;
  /** Connections end, and new ones do at once. */
  readonly cut: () => void;
  /** All is well again; what was swallowed never arrives. */
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

export async function openProxy(socket: string): Promise<Proxy> {
  let state: 'well' | 'drops' | 'cuts' = 'well';
  const open = new Set<Socket>();
  const endAll = (): void => open.forEach((one) => one.destroy());
  const join = (from: Socket, to: Socket): void => {
    open.add(from);
    from.on('data', (bytes: Buffer) => { if (state === 'well' && !to.destroyed) to.write(bytes); });
    from.on('error', () => undefined); // the other end is told by `close`
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    if (state === 'cuts') {
      client.destroy();
      return;
    }
    const store = connect(socket);
    join(client, store);
    join(store, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    port,
    drop: () => { state = 'drops'; },
    cut: () => {
      state = 'cuts';
      endAll();
    },
    mend: () => {
      // after lost bytes a connection cannot go on
      if (state === 'drops') endAll();
      state = 'well';
    },
    close: async () => {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
