import { headerValues, type HeaderList } from '../http/headers';
import { addressRanges, canonicalAddress } from './addresses';

/** The client's address, port and scheme, from the connection or from a trusted proxy. */
export interface Viewer {
  readonly sourceIp: string;
  readonly scheme: 'http' | 'https';
  readonly port: number;
}

export type IsTrusted = (address: string) => boolean;

/** @param ranges - addresses and CIDR ranges of proxies */
export function trustedProxies(ranges: readonly string[]): IsTrusted {
  return ranges.length === 0 ? () => false : addressRanges(ranges);
}

/**
 * The viewer behind the connection. X-Forwarded-For is used only if the peer is a trusted proxy, and only as far as trusted
 * proxies wrote it: from the right, up to the first address that is not one of theirs. An invalid address ends the search,
 * because nothing vouches for entries to the left of it. Scheme and port come from the last trusted proxy.
 * @param peer - from the connection, with its address in canonical form
 */
export function viewerOf(peer: Viewer, headers: HeaderList, isTrusted: IsTrusted): Viewer {
  if (!isTrusted(peer.sourceIp)) return peer;
  const hops = headerValues(headers, 'x-forwarded-for').flatMap((value) => value.split(','));
  let sourceIp = peer.sourceIp;
  for (const hop of hops.reverse()) {
    const address = canonicalAddress(withoutPort(hop.trim()));
    if (address === undefined) break;
    sourceIp = address;
    if (!isTrusted(address)) break;
  }
  return { sourceIp, scheme: schemeOf(headers) ?? peer.scheme, port: portOf(headers) ?? peer.port };
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const match = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(hop);
  return match?.[1] ?? match?.[2] ?? hop;
}

function schemeOf(headers: HeaderList): 'http' | 'https' | undefined {
  const sent = lastOf(headers, 'x-forwarded-proto')?.toLowerCase();
  return sent === 'http' || sent === 'https' ? sent : undefined;
}

function portOf(headers: HeaderList): number | undefined {
  const sent = lastOf(headers, 'x-forwarded-port') ?? '';
  return /^\d{1,5}$/.test(sent) && Number(sent) <= 65_535 ? Number(sent) : undefined;
}

function lastOf(headers: HeaderList, name: string): string | undefined {
  return headerValues(headers, name).at(-1)?.split(',').at(-1)?.trim();
}
