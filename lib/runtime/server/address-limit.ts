import type { Server, Socket } from 'node:net';
import { canonicalAddress } from '../edge/addresses';
import type { IsTrusted } from '../edge/viewer';
import type { ConnectionListeners } from './connection-listeners';

export interface AddressLimitOptions {
  /** Connections of one address at the same time. */
  readonly max: number;
  /** Proxies have the connections of all their clients, so they are not limited. */
  readonly isTrusted: IsTrusted;
  /** Whether the oldest connection of an address gives way to a new one, which is closed otherwise. */
  readonly closesOldest: boolean;
  readonly onExceeded: () => void;
  readonly listeners: ConnectionListeners;
}

/** Closes connections of an address that has more than it may, new ones before anything else of the server sees them. */
export function limitPerAddress(server: Server, { max, isTrusted, closesOldest, onExceeded, listeners }: AddressLimitOptions): void {
  /** By client, the oldest first. */
  const open = new Map<string, Set<Socket>>();
  const leave = (client: string, socket: Socket): void => {
    const sockets = open.get(client);
    sockets?.delete(socket);
    if (sockets?.size === 0) open.delete(client);
  };
  const next = server.listeners('connection');
  server.removeAllListeners('connection');
  listeners.addTo({ emitter: server, event: 'connection', ends: (socket) => socket }, (socket: Socket) => {
    listeners.accept(socket);
    const address = canonicalAddress(socket.remoteAddress ?? '');
    // a connection without an address has ended already
    if (address !== undefined && !isTrusted(address)) {
      const client = clientOf(address);
      const sockets = open.get(client) ?? new Set();
      const [oldest] = sockets;
      if (oldest !== undefined && sockets.size >= max) {
        onExceeded();
        (closesOldest ? oldest : socket).destroy();
        if (!closesOldest) return;
        sockets.delete(oldest);
      }
      open.set(client, sockets.add(socket));
      listeners.addOnce(socket, 'close', () => leave(client, socket));
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
