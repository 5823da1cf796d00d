import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

/** A test for addresses and CIDR ranges; an IPv4 address matches in its IPv6 notation, too. */
export function addressRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (given) => {
    const address = canonicalAddress(given);
    return address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
}

/** Whether a text is an address, or a range of them: `10.0.0.0/8`, `fd00::/8`. */
export function isAddressRange(text: string): boolean {
  const match = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text);
  const family = isIP(match?.[1] ?? '');
  return family !== 0 && Number(match?.[2] ?? 0) <= (family === 6 ? 128 : 32);
}

/**
 * The canonical form of an address: compressed, without a zone, and an IPv4-mapped IPv6 address as IPv4 (RFC 4291 §2.5.5.2,
 * RFC 5952). Undefined for anything that is not an address.
 * @example canonicalAddress('::FFFF:127.0.0.1') // '127.0.0.1'
 */
export function canonicalAddress(text: string): string | undefined {
  const address = text.replace(/%.*$/, '');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}
