import { BlockList, isIPv4, isIPv6 } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether a Host header names this machine by an address or a name that always leads to it (RFC 6761 §6.3), with this port. */
export function isLoopbackHost(host: string, port: number): boolean {
  const match = /^(.+):(\d+)$/.exec(host.toLowerCase());
  if (match === null || Number(match[2]) !== port) return false;
  const name = match[1] ?? '';
  if (isIPv4(name)) return LOOPBACK.check(name);
  const address = /^\[(.+)\]$/.exec(name)?.[1];
  if (address !== undefined) return isIPv6(address) && LOOPBACK.check(address, 'ipv6');
  return /^(?:[a-z0-9-]+\.)*localhost\.?$/.test(name);
}
