import type { HeaderField } from '../headers';

/*
 * The heads of plain requests: those that look as nearly all requests do. Everything else, however legal, is left to
 * Node's own parser, so the burden of RFC 9112 stays there: what is refused here is not refused, it is only read by the
 * other one. The reason to have this at all is measured in docs/performance.md: Node's server takes about 40 % of a request.
 * Whatever is plain must be acceptable to server/check-head.ts, which is not asked again; a test holds that.
 * Plain means: a method that API Gateway serves, an origin-form target of unreserved characters without dot segments or
 * empty segments, HTTP/1.1, every line ended by CRLF, names of letters, digits and hyphens, values of visible ASCII, exactly one
 * simple Host, nothing twice that must be there once, no transfer coding, no upgrade, no expectation.
 */

/** Characters of a plain head at the most; above it Node's parser and the front's limits decide. */
export const PLAIN_HEAD_CHARACTERS = 8_192;
const PLAIN_TARGET_CHARACTERS = 4_096;

/** Each part ends with a character that the part itself cannot have, so matching takes one pass. */
const HEAD = /(DELETE|GET|OPTIONS|PATCH|POST|PUT) (\/[\w.~!$&'()*+,;=:@/-]*(?:\?[\w.~!$&'()*+,;=:@/?%-]*)?) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+:[ -~]*\r\n){1,64})\r\n/y;
/** A name of labels, or an IPv4 address, with a port below 60,000. */
const HOST = /^(?=.{1,255}$)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::[1-5]?[0-9]{1,4})?$/;
const LENGTH = /^[0-9]{1,7}$/;

/** The head of a plain request. */
export interface PlainHead {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderField[];
  /** Value of Content-Type, as sent. */
  readonly contentType: string | undefined;
  readonly contentLength: number;
  readonly hasOrigin: boolean;
  /** Whether an Authorization header is a signature. */
  readonly isSigned: boolean;
  /** Whether the client asks for the connection to end with the answer. */
  readonly closes: boolean;
  /** Where the body begins in the text that was read. */
  readonly end: number;
}

/** What a header's name says: that another parser must look, nothing, or one of the places below. */
const UNUSUAL = -2;
const ANY = -1;
/** Header lines of which a plain request has one at the most; the gateway reads some of them. */
const ONCE = ['host', 'connection', 'content-length', 'content-type', 'origin', 'authorization', 'x-api-key', 'content-encoding'];
const [HOST_AT, CONNECTION_AT, LENGTH_AT, TYPE_AT, ORIGIN_AT, AUTHORIZATION_AT] = [0, 1, 2, 3, 4, 5];
/** Header lines that no plain request has. */
const FOR_OTHERS = ['expect', 'http2-settings', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/** Kinds by the name as spelled: clients spell few names in few ways. */
const kindsBySpelling = new Map<string, number>();
const MAX_SPELLINGS = 1_000;

/**
 * Reads the head of a plain request; `undefined` when it is not complete or not plain, and another parser must see it.
 * @param text - a character for each byte received
 * @param from - where the request begins in it
 */
export function readPlainHead(text: string, from: number): PlainHead | undefined {
  HEAD.lastIndex = from;
  const match = HEAD.exec(text);
  if (match === null) return undefined;
  const { length } = match[0];
  const target = match[2] ?? '';
  if (length > PLAIN_HEAD_CHARACTERS || target.length > PLAIN_TARGET_CHARACTERS || isUnusualPath(target)) return undefined;
  const headers: HeaderField[] = [];
  const once = readHeaders(match[3] ?? '', headers);
  return once === undefined ? undefined : headOf(match[1] ?? '', target, { headers, once, end: from + length });
}

/** Empty segments, and segments that begin with a dot: some of them are read as dot segments (`..;x`). */
function isUnusualPath(target: string): boolean {
  if (!target.includes('//') && !target.includes('/.')) return false;
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return path.includes('//') || path.includes('/.');
}

/** Collects the header lines; the result has the values of those that occur once, at their places. */
function readHeaders(block: string, headers: HeaderField[]): readonly (string | undefined)[] | undefined {
  const once: (string | undefined)[] = [undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined];
  for (let at = 0; at < block.length;) {
    const colon = block.indexOf(':', at);
    const end = block.indexOf('\r', colon);
    const name = block.slice(at, colon);
    const value = block.slice(colon + 1, end).trim();
    headers.push({ name, value });
    at = end + 2;
    const kind = kindsBySpelling.get(name) ?? newSpelling(name);
    if (kind === ANY) continue;
    if (kind === UNUSUAL || once[kind] !== undefined) return undefined;
    once[kind] = value;
  }
  return once;
}

interface HeadParts {
  readonly headers: readonly HeaderField[];
  readonly once: readonly (string | undefined)[];
  readonly end: number;
}

function headOf(method: string, target: string, { headers, once, end }: HeadParts): PlainHead | undefined {
  const length = once[LENGTH_AT];
  const connection = once[CONNECTION_AT]?.toLowerCase();
  const isPlain = HOST.test(once[HOST_AT] ?? '')
    && (length === undefined || LENGTH.test(length))
    && (connection === undefined || connection === 'keep-alive' || connection === 'close');
  if (!isPlain) return undefined;
  return {
    method,
    target,
    headers,
    contentType: once[TYPE_AT],
    contentLength: length === undefined ? 0 : Number(length),
    hasOrigin: once[ORIGIN_AT] !== undefined,
    isSigned: once[AUTHORIZATION_AT]?.startsWith('AWS4-HMAC-SHA256') === true,
    closes: connection === 'close',
    end,
  };
}

function newSpelling(name: string): number {
  const lower = name.toLowerCase();
  const kind = FOR_OTHERS.includes(lower) ? UNUSUAL : ONCE.indexOf(lower); // -1: any
  if (kindsBySpelling.size < MAX_SPELLINGS) kindsBySpelling.set(name, kind);
  return kind;
}
