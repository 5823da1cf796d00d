import type { HeaderField, HeaderList } from '../http/headers';
import { headerFields, lineValue, nameSequence, type HeaderLines, type NameSequence } from './header-lines';

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

/**
 * Each part ends with a character that it cannot contain, so matching takes one pass. No segment is empty but the last, and
 * none begins with a dot: some parsers read those as dot segments (`..;x`).
 */
const HEAD = /(?:DELETE|GET|OPTIONS|PATCH|POST|PUT) (?=\/)(?:\/[\w~!$&'()*+,;=:@-][\w.~!$&'()*+,;=:@-]*)*\/?(?:\?[\w.~!$&'()*+,;=:@/?%-]*)? HTTP\/1\.1\r\n(?:[A-Za-z0-9-]+:[ -~]*\r\n){1,64}\r\n/y;
const AFTER_TARGET = ' HTTP/1.1\r\n';
/** A name of labels, or an IPv4 address, with a port below 60,000. */
const HOST = /^(?=.{1,255}$)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::[1-5]?[0-9]{1,4})?$/;
const LENGTH = /^[0-9]{1,7}$/;

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

  public constructor({ lines, from, end, contentLength, closes }: HeadParts) {
    const { text } = lines;
    const methodEnd = text.indexOf(' ', from);
    this.method = text.slice(from, methodEnd);
    this.target = text.slice(methodEnd + 1, lines.from - AFTER_TARGET.length);
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

interface HeadParts extends Pick<SimpleHead, 'contentLength' | 'closes' | 'end'> {
  readonly lines: HeaderLines;
  readonly from: number;
}

/**
 * Reads a simple head; `undefined` if it is incomplete or not simple, so that Node's parser must read it.
 * @param text - one character per received byte
 * @param from - where the request begins in it
 * @param expected - the header names that it probably has: those of the client's last request
 */
export function readSimpleHead(text: string, from: number, expected?: NameSequence): SimpleHead | undefined {
  HEAD.lastIndex = from;
  if (!HEAD.test(text)) return undefined;
  const end = HEAD.lastIndex;
  const targetAt = text.indexOf('/', from);
  const linesAt = text.indexOf('\n', targetAt) + 1;
  if (end - from > SIMPLE_HEAD_CHARACTERS || linesAt - targetAt > SIMPLE_TARGET_CHARACTERS) return undefined;
  const names = nameSequence(text, { from: linesAt, to: end - 2, expected });
  const lines = { text, from: linesAt, names };
  if (names.isUnusual || names.hostAt === -1 || !HOST.test(lineValue(lines, names.hostAt))) return undefined;
  const connection = names.connectionAt === -1 ? KEEP_ALIVE : lineValue(lines, names.connectionAt).toLowerCase();
  const length = names.lengthAt === -1 ? '0' : lineValue(lines, names.lengthAt);
  if ((connection !== KEEP_ALIVE && connection !== CLOSE) || !LENGTH.test(length)) return undefined;
  return new SimpleHead({ lines, from, end, contentLength: Number(length), closes: connection === CLOSE });
}

const KEEP_ALIVE = 'keep-alive';
const CLOSE = 'close';
