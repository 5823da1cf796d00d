import { headerFields } from '../http/header-fields';
import { lowerName, type HeaderList } from '../http/headers';

/*
 * Reads simple heads, the form that nearly all clients send. Everything else, however legal, is left to Node's own parser,
 * so the burden of RFC 9112 stays there: a head that this reader does not take is not rejected but read by the other
 * parser. Both give the same view of a request. The reason for this reader is measured: Node's server takes about 40 % of a
 * request (docs/internals/performance.md). Every simple head must be acceptable to server/check-head.ts, which is not run again; a
 * test checks that. Simple means: a method that API Gateway serves, an origin-form target of unreserved characters without
 * dot segments or empty segments, HTTP/1.1, every line ended by CRLF, names of letters, digits and hyphens, values of
 * visible ASCII, exactly one simple Host, no repetition of headers that must be unique, no transfer coding, no upgrade, no
 * expectation.
 */

/** Maximum length of a simple head; above it, Node's parser and the server's limits decide. */
const SIMPLE_HEAD_CHARACTERS = 8_192;
const SIMPLE_TARGET_CHARACTERS = 4_096;

const METHOD = '(?:DELETE|GET|OPTIONS|PATCH|POST|PUT)';
/** No segment is empty but the last, and none begins with a dot: some parsers read those as dot segments (`..;x`). */
const TARGET = String.raw`(?=\/)(?:\/[\w~!$&'()*+,;=:@-][\w.~!$&'()*+,;=:@-]*)*\/?(?:\?[\w.~!$&'()*+,;=:@/?%-]*)?`;
const VALUE = '[ -~]*';
/** A name of labels, or an IPv4 address, with a port below 60,000. */
const HOST = String.raw`[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::[1-5]?[0-9]{1,4})?`;
const LENGTH = '[0-9]{1,7}';
const HOST_CHARACTERS = 255;

/** Each part ends with a character that it cannot contain, so matching takes one pass. */
const HEAD = new RegExp(String.raw`${METHOD} ${TARGET} HTTP\/1\.1\r\n(?:[A-Za-z0-9-]+:${VALUE}\r\n){1,64}\r\n`, 'y');
const AFTER_TARGET = ' HTTP/1.1\r\n';
const WHOLE_HOST = new RegExp(`^${HOST}$`);
const WHOLE_LENGTH = new RegExp(`^${LENGTH}$`);
const KEEP_ALIVE = 'keep-alive';
const CLOSE = 'close';

/** Header lines that may occur once in a simple head, each with a bit. */
const ONCE = new Map([
  'host', 'connection', 'content-length', 'content-type', 'origin', 'authorization', 'x-api-key', 'content-encoding',
].map((name, index) => [name, 1 << index]));

/** Header lines that a simple head cannot have. */
const NEVER = [
  'expect', 'http2-settings', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade',
  'x-http-method-override', // the gateway warns of it
];
const NO_BIT = 0;
for (const name of NEVER) ONCE.set(name, NO_BIT);

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

/**
 * Reads a simple head; `undefined` if it is incomplete or not simple, so that Node's parser must read it. Hot path.
 * @param text - one character per received byte
 * @param from - where the request begins in it
 */
export function readSimpleHead(text: string, from: number): SimpleHead | undefined {
  HEAD.lastIndex = from;
  if (!HEAD.test(text)) return undefined;
  const end = HEAD.lastIndex;
  const linesAt = text.indexOf('\n', from) + 1;
  const method = methodAt(text, from);
  const target = text.slice(from + method.length + 1, linesAt - AFTER_TARGET.length);
  if (end - from > SIMPLE_HEAD_CHARACTERS || target.length > SIMPLE_TARGET_CHARACTERS) return undefined;
  const headers = headerFields(text, linesAt);
  const framing = framingOf(headers);
  return framing && { method, target, headers, ...framing, end };
}

/** Returns the body's length and whether the connection closes; undefined if a header may not be in a simple head. */
function framingOf(headers: HeaderList): Pick<SimpleHead, 'contentLength' | 'closes'> | undefined {
  let [seen, host, connection, length] = [0, '', KEEP_ALIVE, '0'];
  for (const { name, value } of headers) {
    const lower = lowerName(name);
    const bit = ONCE.get(lower);
    if (bit === undefined) continue;
    if (bit === NO_BIT || (seen & bit) !== 0) return undefined;
    seen |= bit;
    if (lower === 'host') host = value;
    else if (lower === 'connection') connection = value.toLowerCase();
    else if (lower === 'content-length') length = value;
  }
  const closes = connection === CLOSE;
  const isHost = host.length <= HOST_CHARACTERS && WHOLE_HOST.test(host);
  const isSimple = isHost && WHOLE_LENGTH.test(length) && (closes || connection === KEEP_ALIVE);
  return isSimple ? { contentLength: Number(length), closes } : undefined;
}

/** One text for each method: a new one would be hashed again wherever it is looked up. */
function methodAt(text: string, from: number): string {
  switch (text.charCodeAt(from)) {
    case 68: return 'DELETE';
    case 71: return 'GET';
    case 79: return 'OPTIONS';
    default: return text.startsWith('A', from + 1) ? 'PATCH' : text.startsWith('O', from + 1) ? 'POST' : 'PUT';
  }
}
