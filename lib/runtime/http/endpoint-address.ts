import { GatewayError } from '../../errors';

/** An endpoint's address in the parts that a connection needs. */
export interface Endpoint {
  readonly protocol: 'http' | 'https';
  /** Name or address to connect to; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** As in the Host header: with the port unless it is the scheme's default. */
  readonly authority: string;
  /** `http://host:port`, for messages. */
  readonly origin: string;
  /** Path and query exactly as given: no dot segments resolved, nothing re-encoded. */
  readonly path: string;
}

/** Reads an endpoint's address; WHATWG's parser, which would rewrite the path, reads the authority only. @throws ENDPOINT_INVALID (500) */
export function readEndpoint(url: string): Endpoint {
  const [, scheme = '', authority = '', rest = ''] = /^(https?):\/\/([^/?#\s\\]*)([^#\s]*)$/i.exec(url) ?? [];
  if (authority === '' || authority.includes('@')) throw invalid(url);
  const parsed = readAuthority(`${scheme}://${authority}`, url);
  const protocol = parsed.protocol === 'https:' ? 'https' : 'http';
  return {
    protocol,
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? (protocol === 'https' ? 443 : 80) : Number(parsed.port),
    authority: parsed.host,
    origin: parsed.origin,
    path: rest.startsWith('/') ? rest : `/${rest}`,
  };
}

function readAuthority(origin: string, url: string): URL {
  try {
    return new URL(origin);
  } catch (cause) {
    throw invalid(url, cause);
  }
}

function invalid(url: string, cause?: unknown): GatewayError {
  return new GatewayError('ENDPOINT_INVALID', { reason: `${JSON.stringify(url.slice(0, 200))} is not a valid http(s) address: expected http(s)://host/path` }, { cause });
}
