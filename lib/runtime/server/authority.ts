import { isIPv6 } from 'node:net';

/** Maximum octets of a host name (RFC 1035 §2.3.4). */
const NAME_LENGTH = 255;

/**
 * Whether a text is a host, with or without a port, as a server is addressed: a name of letters, digits, `-`, `_` and dots,
 * an IPv4 address, or an IPv6 address in brackets. RFC 9110 allows more characters, but no resolvable name has them, and
 * other parsers would read them differently.
 */
export function isAuthority(text: string): boolean {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?))(?::(\d{1,5}))?$/.exec(text);
  if (match === null) return false;
  const [, address, name, port] = match;
  const isHost = address === undefined ? (name ?? '').length <= NAME_LENGTH : isIPv6(address);
  return isHost && (port === undefined || Number(port) <= 65_535);
}
