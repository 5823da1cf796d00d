// Loaded into the gateway's process before anything else. It only reads: its prototypes, its sockets, its memory.
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Address } from './exchange';
import type { ProbeRequest, ProbeResults } from './probe-protocol';

const open = new Set<string>();
const dialled: Address[] = [];

subscribe('net.server.socket', (message) => {
  const { socket } = message as { readonly socket: Socket }; // as Node documents the channel
  const key = keyOf(socket.remoteAddress, socket.remotePort);
  open.add(key);
  socket.once('close', () => open.delete(key));
});
subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket }; // as Node documents the channel
  // an attempt has its address even when the other side has gone by the time it is connected; a Unix socket has a path, and no port
  socket.on('connectionAttempt', (address: string, port: number | undefined) => dialled.push({ address, port }));
});

const RESULTS: { readonly [Name in keyof ProbeResults]: (request: ProbeRequest) => ProbeResults[Name] } = {
  turn: () => true,
  polluted: () => 'polluted' in {} || 'polluted' in Object.prototype,
  isOpen: ({ address, port }) => open.has(keyOf(address, port)),
  dialled: () => dialled,
  rssBytes: () => process.memoryUsage.rss(),
};

process.on('message', (request: ProbeRequest) => process.send?.({ id: request.id, result: RESULTS[request.name](request) }));
process.channel?.unref();

function keyOf(address: string | undefined, port: number | undefined): string {
  return `${String(address).replace(/^::ffff:/, '')} ${port}`;
}
