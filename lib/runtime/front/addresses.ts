import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

/** Addresses and CIDR ranges as a test; an IPv4 address counts as itself also where it is written as an IPv6 one. */
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
 * The one way to write an address: compressed, without the zone of a link-local one, and an IPv4 address in IPv6 as what
 * it is (RFC 4291 §2.5.5.2, RFC 5952). Undefined for what is no address.
 * @example canonicalAddress('::FFFF:127.0.0.1') // '127.0.0.1'
 */
export function canonicalAddress(text: string): string | undefined {
  const address = text.replace(/%.*$/, '');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '');
}
