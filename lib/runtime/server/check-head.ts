import { GatewayError } from '../../errors';
import { isAuthority } from './authority';
import { SERVER_LIMITS } from './limits';
import { readRequestTarget, targetProblem } from './request-target';

export interface ParsedHead {
  readonly method: string;
  /** As sent. */
  readonly target: string;
  /** `1.1`. */
  readonly httpVersion: string;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
}

/** Header lines that may occur only once in a request: different parties would read two differently. */
const SINGLE = new Set([
  'host', 'content-type', 'content-length', 'content-encoding', 'authorization', 'x-api-key', 'transfer-encoding', 'expect', 'origin',
]);

/**
 * Why a request is rejected, or undefined. It depends only on the head, so every server checks this before anything else;
 * heads that a parser has already rejected may be checked again.
 * @param urlLength - maximum characters of a URL
 * @returns HTTP_VERSION_UNSUPPORTED, REQUEST_MALFORMED, TRANSFER_CODING_UNSUPPORTED, EXPECTATION_UNSUPPORTED, URL_TOO_LONG,
 *   HEADERS_TOO_LARGE, HEAD_TOO_LARGE, PAYLOAD_TOO_LARGE
 */
export function refusalOf(head: ParsedHead, urlLength: number): GatewayError | undefined {
  const { httpVersion, target, rawHeaders } = head;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return new GatewayError('HTTP_VERSION_UNSUPPORTED', { given: httpVersion });
  if (target.length > urlLength) return new GatewayError('URL_TOO_LONG', { given: target.length, max: urlLength });
  const sizes = headerRefusal(rawHeaders);
  if (sizes !== undefined) return sizes;
  const singles = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (singles.has(name)) return malformed(`the header ${name} occurs twice`);
    singles.set(name, rawHeaders[index + 1] ?? '');
  }
  return framingRefusal(singles, httpVersion) ?? addressRefusal(target, singles.get('host'), httpVersion);
}

/** The target, and the host that the target and the header name. */
function addressRefusal(target: string, host: string | undefined, httpVersion: string): GatewayError | undefined {
  if (host === undefined ? httpVersion !== '1.0' : !isAuthority(host)) return malformed('the Host header is missing or not a valid host');
  const read = readRequestTarget(target);
  if (read === undefined) return malformed('the request target is not a valid path');
  if (read.authority !== undefined && (!isAuthority(read.authority) || !isSameHost(read.authority, host))) {
    return malformed('the request target names another host than the header host'); // RFC 9112 §3.2
  }
  const problem = targetProblem(read.originForm);
  return problem === undefined ? undefined : malformed(`the request target is not acceptable: ${problem}`);
}

function isSameHost(authority: string, host: string | undefined): boolean {
  return host === undefined || authority.toLowerCase() === host.toLowerCase();
}

/** Lengths and codings: anything that could make two parties disagree about the end of a message. @see RFC 9112 §6 */
function framingRefusal(singles: ReadonlyMap<string, string>, httpVersion: string): GatewayError | undefined {
  const length = singles.get('content-length');
  const coding = singles.get('transfer-encoding');
  if (length !== undefined && !/^\d+$/.test(length)) return malformed('the header content-length is not a valid number');
  if (length !== undefined && coding !== undefined) return malformed('it has both content-length and transfer-encoding');
  if (length !== undefined && Number(length) > SERVER_LIMITS.bodyBytes) {
    return new GatewayError('PAYLOAD_TOO_LARGE', { max: SERVER_LIMITS.bodyBytes });
  }
  if (coding !== undefined && httpVersion === '1.0') return malformed('HTTP/1.0 has no transfer-encoding');
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return new GatewayError('TRANSFER_CODING_UNSUPPORTED', { given: coding.slice(0, 80) });
  const expectation = singles.get('expect');
  if (expectation !== undefined && expectation.toLowerCase() !== '100-continue') {
    return new GatewayError('EXPECTATION_UNSUPPORTED', { given: expectation.slice(0, 80) });
  }
  return undefined;
}

/** Too many header lines, which is the gateway's own limit, or too many bytes in them, which is the service's. */
function headerRefusal(rawHeaders: readonly string[]): GatewayError | undefined {
  const { headerBytes: max, headerCount } = SERVER_LIMITS;
  if (rawHeaders.length / 2 > headerCount) return new GatewayError('HEAD_TOO_LARGE', { reason: `it has more than ${headerCount} header lines` });
  const bytes = bytesOf(rawHeaders);
  return bytes > max ? new GatewayError('HEADERS_TOO_LARGE', { given: bytes, max }) : undefined;
}

/** Too many trailer lines, or too many bytes in them. */
export function trailerRefusal(rawTrailers: readonly string[]): GatewayError | undefined {
  const { headerBytes, headerCount } = SERVER_LIMITS;
  if (rawTrailers.length / 2 <= headerCount && bytesOf(rawTrailers) <= headerBytes) return undefined;
  return new GatewayError('HEAD_TOO_LARGE', { reason: `its trailers have more than ${headerCount} lines or ${headerBytes} bytes` });
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, text) => sum + text.length, 0);
}

function malformed(reason: string): GatewayError {
  return new GatewayError('REQUEST_MALFORMED', { reason });
}
