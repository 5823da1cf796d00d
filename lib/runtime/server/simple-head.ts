import type { HeaderField, HeaderList } from '../http/headers';
import { headerFields, lineValue, nameSequence, type HeaderLines, type HeadPattern, type NameSequence } from './header-lines';

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

/** A sequence of names that was found so many times gets a pattern of its own: making one takes longer than reading some heads. */
const FINDS_FOR_PATTERN = 8;

/** A simple head. Its header lines are cut out when they are asked for. */
export class SimpleHead {
  public readonly method: string;
  public readonly target: string;
  public readonly contentLength: number;
  /** Whether the client asks for the connection to end with the answer. */
  public readonly closes: boolean;
  /** Where the body begins in the text that was read. */
  public readonly end: number;
  readonly #lines: HeaderLines;
  #headers: HeaderField[] | undefined;

  public constructor({ method, target, lines, end, contentLength, closes }: HeadParts) {
    this.method = method;
    this.target = target;
    this.contentLength = contentLength;
    this.closes = closes;
    this.end = end;
    this.#lines = lines;
  }

  /** What the next head of the same client probably has, too. */
  public get names(): NameSequence {
    return this.#lines.names;
  }

  public get headers(): HeaderList {
    return this.#headers ??= headerFields(this.#lines);
  }

  /** The last value of a header. @param name - in lower case */
  public header(name: string): string | undefined {
    const position = this.#lines.names.positions.get(name);
    return position === undefined ? undefined : lineValue(this.#lines, position);
  }
}

interface HeadParts extends Pick<SimpleHead, 'method' | 'target' | 'contentLength' | 'closes' | 'end'> {
  readonly lines: HeaderLines;
}

/**
 * Reads a simple head; `undefined` if it is incomplete or not simple, so that Node's parser must read it.
 * @param text - one character per received byte
 * @param from - where the request begins in it
 * @param expected - the header names that it probably has: those of the client's last request
 */
export function readSimpleHead(text: string, from: number, expected?: NameSequence): SimpleHead | undefined {
  const pattern = expected?.pattern;
  const known = pattern === undefined || expected === undefined ? undefined : readKnown(text, from, { names: expected, pattern });
  return known ?? readAny(text, from);
}

/** Hot path: the same as `readAny` in one pass, for most heads of one client. */
function readKnown(text: string, from: number, { names, pattern }: KnownNames): SimpleHead | undefined {
  const { expression } = pattern;
  expression.lastIndex = from;
  const match = expression.exec(text);
  if (match === null) return undefined;
  const method = methodAt(text, from);
  const target = match[1] ?? '';
  const linesAt = from + method.length + 1 + target.length + AFTER_TARGET.length;
  const [host, connection, length] = [match[pattern.host] ?? '', valueOf(match, pattern.connection), valueOf(match, pattern.length)];
  return headOf({ text, names, method, target, host, connection, length }, { from, end: expression.lastIndex, linesAt });
}

interface KnownNames {
  readonly names: NameSequence;
  readonly pattern: HeadPattern;
}

function valueOf(match: RegExpExecArray, group: number): string | undefined {
  return group === 0 ? undefined : match[group];
}

function readAny(text: string, from: number): SimpleHead | undefined {
  HEAD.lastIndex = from;
  if (!HEAD.test(text)) return undefined;
  const end = HEAD.lastIndex;
  const linesAt = text.indexOf('\n', from) + 1;
  const names = nameSequence(text, linesAt, end - 2);
  if (names.isUnusual || names.hostAt === -1) return undefined;
  const lines = { text, from: linesAt, names };
  const valueAt = (position: number): string | undefined => (position === -1 ? undefined : lineValue(lines, position));
  const [host, length] = [lineValue(lines, names.hostAt), valueAt(names.lengthAt)];
  if (!WHOLE_HOST.test(host) || (length !== undefined && !WHOLE_LENGTH.test(length))) return undefined;
  names.finds += 1;
  if (names.finds === FINDS_FOR_PATTERN) names.pattern = patternOf(names);
  const method = methodAt(text, from);
  const target = text.slice(from + method.length + 1, linesAt - AFTER_TARGET.length);
  return headOf({ text, names, method, target, host, connection: valueAt(names.connectionAt), length }, { from, end, linesAt });
}

/** A head of the right form. */
interface HeadFacts extends Pick<HeadParts, 'method' | 'target'> {
  readonly text: string;
  readonly names: NameSequence;
  readonly host: string;
  readonly connection: string | undefined;
  readonly length: string | undefined;
}

function headOf(facts: HeadFacts, { from, end, linesAt }: HeadPlace): SimpleHead | undefined {
  const { text, names, method, target, host, connection, length } = facts;
  if (end - from > SIMPLE_HEAD_CHARACTERS || target.length > SIMPLE_TARGET_CHARACTERS || host.length > HOST_CHARACTERS) return undefined;
  const closes = connection !== undefined && connection !== KEEP_ALIVE && connection.toLowerCase() !== KEEP_ALIVE;
  if (closes && connection.toLowerCase() !== CLOSE) return undefined;
  const contentLength = length === undefined ? 0 : Number(length);
  return new SimpleHead({ method, target, lines: { text, from: linesAt, names }, end, contentLength, closes });
}

/** Where a head begins and ends, and where its first line does. */
interface HeadPlace {
  readonly from: number;
  readonly end: number;
  readonly linesAt: number;
}

const KEEP_ALIVE = 'keep-alive';
const CLOSE = 'close';

/** One text for each method: a new one would be hashed again wherever it is looked up. */
function methodAt(text: string, from: number): string {
  switch (text.charCodeAt(from)) {
    case 68: return 'DELETE';
    case 71: return 'GET';
    case 79: return 'OPTIONS';
    default: return text.startsWith('A', from + 1) ? 'PATCH' : text.startsWith('O', from + 1) ? 'POST' : 'PUT';
  }
}

/** Matches no head that HEAD does not, and none whose host or length would be refused. */
function patternOf({ starts, hostAt, connectionAt, lengthAt }: NameSequence): HeadPattern {
  const values = new Map([[hostAt, ` ?(${HOST})`], [connectionAt, ` ?(${VALUE})`], [lengthAt, ` ?(${LENGTH})`]]);
  const lines = starts.map((start, index) => String.raw`${start}${values.get(index) ?? VALUE}\r\n`);
  const inOrder = [hostAt, connectionAt, lengthAt].filter((at) => at !== -1).sort((left, right) => left - right);
  const groupOf = (at: number): number => (at === -1 ? 0 : inOrder.indexOf(at) + 2);
  return {
    expression: new RegExp(String.raw`${METHOD} (${TARGET}) HTTP\/1\.1\r\n${lines.join('')}\r\n`, 'y'),
    host: groupOf(hostAt), connection: groupOf(connectionAt), length: groupOf(lengthAt),
  };
}
