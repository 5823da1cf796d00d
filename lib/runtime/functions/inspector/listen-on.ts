import type { AddressInfo, Server } from 'node:net';

/** How many ports are tried from the first. */
const PORTS_TRIED = 100;
const MAX_PORT = 65_535;

/** Listens on the first free port; 0 takes any. @returns the port @throws the error of the last port tried */
export async function listenOn(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<number> {
  for (let tried = port; ; tried += 1) {
    const error = await listen(server, host, tried);
    if (error === undefined) break;
    const mayTryNext = error.code === 'EADDRINUSE' && tried < Math.min(port + PORTS_TRIED, MAX_PORT);
    if (!mayTryNext) throw error;
  }
  return (server.address() as AddressInfo).port; // it listens on TCP
}

function listen(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => {
      server.off('error', resolve);
      resolve(undefined);
    });
  });
}
