// A strict reader of what a server sends: everything that RFC 9112 does not allow is a problem of its own.

const STATUS_LINE = /^HTTP\/1\.[01] ([1-5]\d\d) ([\t\x20-\x7e]*)$/;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*?)[\t ]*$/;
const CHUNK_SIZE = /^[0-9A-Fa-f]{1,8}$/;

export interface Field {
  readonly name: string;
  readonly value: string;
}

interface Head {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: readonly Field[];
  readonly version: string;
  /** Method of the request. */
  readonly method: string;
}

export interface ReadResponse extends Head {
  readonly body: Buffer;
}

/** All responses of a connection. */
export interface ReadResponses {
  readonly finals: readonly ReadResponse[];
  readonly interims: readonly ReadResponse[];
  /** Bytes that are not a response. */
  readonly problem?: string | undefined;
  /** A response without all of its body. */
  readonly partial?: ReadResponse | undefined;
  /** Whether the last one is incomplete. */
  readonly isCut: boolean;
}

/** Reads all responses. `methods` are those of the requests in their order, `isClosed` whether the server has sent everything. */
export function readResponses(bytes: Buffer, methods: readonly string[], isClosed: boolean): ReadResponses {
  const finals: ReadResponse[] = [];
  const interims: ReadResponse[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const { problem, response, partial, bytes: length = 0 } = readOne(rest, methods[finals.length] ?? 'GET', isClosed);
    if (problem !== undefined) return { finals, interims, problem, isCut: false };
    if (response === undefined) return { finals, interims, partial, isCut: true };
    (response.status < 200 ? interims : finals).push(response);
    rest = rest.subarray(length);
  }
  return { finals, interims, isCut: false };
}

interface ReadOne {
  readonly problem?: string;
  readonly partial?: ReadResponse;
  readonly response?: ReadResponse;
  readonly bytes?: number;
}

function readOne(bytes: Buffer, method: string, isClosed: boolean): ReadOne {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return looksLikeHead(bytes) ? {} : { problem: `not a response: ${JSON.stringify(bytes.toString('latin1', 0, 60))}` };
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = STATUS_LINE.exec(statusLine);
  if (status === null) return { problem: `not a status line: ${JSON.stringify(statusLine.slice(0, 60))}` };
  const headers: Field[] = [];
  for (const line of lines) {
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined || value === undefined) return { problem: `not a header line: ${JSON.stringify(line.slice(0, 60))}` };
    headers.push({ name: name.toLowerCase(), value });
  }
  const head = { status: Number(status[1]), headers, version: statusLine.slice(5, 8), method };
  const body = readBody(bytes.subarray(end + 4), head, isClosed);
  if (body.problem !== undefined) return { problem: body.problem };
  if (body.body === undefined || body.bytes === undefined) return { partial: { ...head, body: bytes.subarray(end + 4) } };
  return { response: { ...head, body: body.body }, bytes: end + 4 + body.bytes };
}

function looksLikeHead(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 7);
  return 'HTTP/1.'.startsWith(start) || start.startsWith('HTTP/1.');
}

/** Nothing where more bytes are needed. */
interface ReadBody {
  readonly problem?: string;
  readonly bytes?: number;
  readonly body?: Buffer;
}

/** @see RFC 9112 §6.3 */
function readBody(bytes: Buffer, { status, headers, method }: Head, isClosed: boolean): ReadBody {
  const lengths = valuesOf(headers, 'content-length');
  const codings = valuesOf(headers, 'transfer-encoding');
  if (lengths.length > 1 || codings.length > 1 || lengths.length + codings.length > 1) return { problem: 'more than one length' };
  if (lengths.some((value) => !/^\d+$/.test(value))) return { problem: `a length that is not a number: ${lengths[0]}` };
  if (codings.some((value) => value !== 'chunked')) return { problem: `transfer-encoding ${codings[0]}` };
  const isBodiless = status < 200 || status === 204 || status === 304;
  if (isBodiless && status !== 304 && lengths.length + codings.length > 0) return { problem: `${status} with a length` };
  if (isBodiless || method === 'HEAD') return { bytes: 0, body: Buffer.alloc(0) };
  if (codings.length > 0) return readChunks(bytes);
  if (lengths.length > 0) {
    const length = Number(lengths[0]);
    return bytes.length < length ? {} : { bytes: length, body: bytes.subarray(0, length) };
  }
  return isClosed ? { bytes: bytes.length, body: bytes } : {};
}

function readChunks(bytes: Buffer): ReadBody {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return bytes.length - at > 16 ? { problem: 'a chunk without size' } : {};
    const text = bytes.toString('latin1', at, lineEnd);
    if (!CHUNK_SIZE.test(text)) return { problem: `not a chunk size: ${JSON.stringify(text.slice(0, 40))}` };
    const size = Number.parseInt(text, 16);
    const from = lineEnd + 2;
    if (bytes.length < from + size + 2) return {};
    if (bytes.toString('latin1', from + size, from + size + 2) !== '\r\n') return { problem: 'a chunk without end' };
    if (size === 0) return { bytes: from + 2, body: Buffer.concat(parts) };
    parts.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}

/** All values of a header of a response. */
export function valuesOf(headers: readonly Field[], name: string): readonly string[] {
  return headers.filter((field) => field.name === name.toLowerCase()).map(({ value }) => value);
}
