import type { HeaderField, HeaderList } from '../http/headers';

/*
 * Reads simple heads, the form that nearly all clients send. Everything else, however legal, is left to Node's own parser,
 * so the burden of RFC 9112 stays there: a head that this reader does not take is not rejected but read by the other
 * parser. Both give the same view of a request. The reason for this reader is measured: Node's server takes about 40 % of a
 * request (docs/performance.md). Every simple head must be acceptable to server/check-head.ts, which is not run again; a
 * test checks that. Simple means: a method that API Gateway serves, an origin-form target of unreserved characters without
 * dot segments or empty segments, HTTP/1.1, every line ended by CRLF, names of letters, digits and hyphens, values of
 * visible ASCII, exactly one simple Host, no repetition of headers that must be unique, no transfer coding, no upgrade, no
 * expectation.
 */

/** Maximum length of a simple head; above it, Node's parser and the server's limits decide. */
export const SIMPLE_HEAD_CHARACTERS = 8_192;
const SIMPLE_TARGET_CHARACTERS = 4_096;

/** Each part ends with a character that it cannot contain, so matching takes one pass. */
const HEAD = /(DELETE|GET|OPTIONS|PATCH|POST|PUT) (\/[\w.~!$&'()*+,;=:@/-]*(?:\?[\w.~!$&'()*+,;=:@/?%-]*)?) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+:[ -~]*\r\n){1,64})\r\n/y;
/** A name of labels, or an IPv4 address, with a port below 60,000. */
const HOST = /^(?=.{1,255}$)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::[1-5]?[0-9]{1,4})?$/;
const LENGTH = /^[0-9]{1,7}$/;

/** A simple head. */
export interface SimpleHead {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderList;
  readonly contentLength: number;
  /** Whether the client asks for the connection to end with the answer. */
  readonly closes: boolean;
  /** Where the body begins in the text that was read. */
  readonly end: number;
}

/** The kind of a header's name: unusual (for Node's parser), any, or one of the positions below. */
const UNUSUAL = -2;
const ANY = -1;
/** Header lines that may occur once in a simple head; the reader itself needs the first three. */
const ONCE = ['host', 'connection', 'content-length', 'content-type', 'origin', 'authorization', 'x-api-key', 'content-encoding'];
const [HOST_AT, CONNECTION_AT, LENGTH_AT] = [0, 1, 2];
/** Header lines that a simple head cannot have. */
const FOR_OTHERS = ['expect', 'http2-settings', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'x-http-method-override'];

/** Kinds by the spelling of the name: clients use few names in few spellings. */
const kindsBySpelling = new Map<string, number>();
const MAX_SPELLINGS = 1_000;

/**
 * Reads a simple head; `undefined` if it is incomplete or not simple, so that Node's parser must read it.
 * @param text - one character per received byte
 * @param from - where the request begins in it
 */
export function readSimpleHead(text: string, from: number): SimpleHead | undefined {
  HEAD.lastIndex = from;
  const match = HEAD.exec(text);
  if (match === null) return undefined;
  const { length } = match[0];
  const target = match[2] ?? '';
  if (length > SIMPLE_HEAD_CHARACTERS || target.length > SIMPLE_TARGET_CHARACTERS || isUnusualPath(target)) return undefined;
  const headers: HeaderField[] = [];
  const fields = readFields(match[3] ?? '', headers);
  return fields === undefined ? undefined : headOf(match[1] ?? '', target, { ...fields, headers, end: from + length });
}

/** Empty segments, and segments that begin with a dot: some parsers read those as dot segments (`..;x`). */
function isUnusualPath(target: string): boolean {
  if (!target.includes('//') && !target.includes('/.')) return false;
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return path.includes('//') || path.includes('/.');
}

/** The values that the reader itself needs. */
interface Fields {
  readonly host: string;
  readonly connection: string | undefined;
  readonly contentLength: string | undefined;
}

/** Collects the header lines; undefined if one needs Node's parser. */
function readFields(block: string, headers: HeaderField[]): Fields | undefined {
  let [host, connection, contentLength]: [string, string | undefined, string | undefined] = ['', undefined, undefined];
  let seen = 0;
  for (let at = 0; at < block.length;) {
    const colon = block.indexOf(':', at);
    const end = block.indexOf('\r', colon);
    const name = block.slice(at, colon);
    const value = block.slice(colon + 1, end).trim();
    headers.push({ name, value });
    at = end + 2;
    const kind = kindsBySpelling.get(name) ?? newSpelling(name);
    if (kind === ANY) continue;
    const bit = 1 << kind;
    if (kind === UNUSUAL || (seen & bit) !== 0) return undefined;
    seen |= bit;
    if (kind === HOST_AT) host = value;
    else if (kind === CONNECTION_AT) connection = value.toLowerCase();
    else if (kind === LENGTH_AT) contentLength = value;
  }
  return { host, connection, contentLength };
}

type HeadParts = Fields & Pick<SimpleHead, 'headers' | 'end'>;

function headOf(method: string, target: string, { host, connection, contentLength, headers, end }: HeadParts): SimpleHead | undefined {
  const isSimple = HOST.test(host)
    && (contentLength === undefined || LENGTH.test(contentLength))
    && (connection === undefined || connection === 'keep-alive' || connection === 'close');
  if (!isSimple) return undefined;
  return { method, target, headers, contentLength: contentLength === undefined ? 0 : Number(contentLength), closes: connection === 'close', end };
}

function newSpelling(name: string): number {
  const lower = name.toLowerCase();
  const kind = FOR_OTHERS.includes(lower) ? UNUSUAL : ONCE.indexOf(lower); // -1 is ANY
  if (kindsBySpelling.size < MAX_SPELLINGS) kindsBySpelling.set(name, kind);
  return kind;
}
