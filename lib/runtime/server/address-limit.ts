import type { Server, Socket } from 'node:net';
import { canonicalAddress } from '../edge/addresses';
import type { IsTrusted } from '../edge/viewer';
import type { ConnectionListeners } from './connection-listeners';

export interface AddressLimitOptions {
  /** Connections of one address at the same time. */
  readonly max: number;
  /** Proxies have the connections of all their clients, so they are not limited. */
  readonly isTrusted: IsTrusted;
  readonly onExceeded: () => void;
  readonly listeners: ConnectionListeners;
}

/** Closes connections of an address that has as many as it may, before anything else of the server sees them. */
export function limitPerAddress(server: Server, { max, isTrusted, onExceeded, listeners }: AddressLimitOptions): void {
  const counts = new Map<string, number>();
  const count = (client: string, change: number): void => {
    const open = (counts.get(client) ?? 0) + change;
    if (open === 0) counts.delete(client);
    else counts.set(client, open);
  };
  const next = server.listeners('connection');
  server.removeAllListeners('connection');
  listeners.addTo({ emitter: server, event: 'connection', ends: (socket) => socket }, (socket: Socket) => {
    listeners.accept(socket);
    const address = canonicalAddress(socket.remoteAddress ?? '');
    // a connection without an address has ended already
    if (address !== undefined && !isTrusted(address)) {
      const client = clientOf(address);
      if ((counts.get(client) ?? 0) >= max) {
        onExceeded();
        socket.destroy();
        return;
      }
      count(client, 1);
      listeners.addOnce(socket, 'close', () => count(client, -1));
    }
    next.forEach((listener) => void Reflect.apply(listener, server, [socket]));
  });
}

/** Returns the address that stands for a client: of IPv6, the first half, because each client has a whole /64 of them (RFC 6177). */
export function clientOf(address: string): string {
  if (!address.includes(':')) return address;
  const [before = '', after = ''] = address.split('::');
  const groups = before.split(':').filter((group) => group !== '');
  const rest = after.split(':').filter((group) => group !== '');
  const zeros = address.includes('::') ? Array.from({ length: 8 - groups.length - rest.length }, () => '0') : [];
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`;
}
