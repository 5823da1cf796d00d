// A strict reader of what a server sends: everything that RFC 9112 does not allow is a problem of its own.

const STATUS_LINE = /^HTTP\/1\.[01] ([1-5]\d\d) ([\t\x20-\x7e]*)$/;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*?)[\t ]*$/;
const CHUNK_SIZE = /^[0-9A-Fa-f]{1,8}$/;

/**
 * Reads all responses of a connection. `methods` are those of the requests in their order, `isClosed` whether the server
 * has said all. Answers `finals` and `interims`, the `problem` of bytes that are no response, and whether the last one `isCut`.
 */
export function readResponses(bytes, methods, isClosed) {
  const finals = [];
  const interims = [];
  let rest = bytes;
  while (rest.length > 0) {
    const read = readOne(rest, methods[finals.length] ?? 'GET', isClosed);
    if (read.problem !== undefined) return { finals, interims, problem: read.problem, isCut: false };
    if (read.response === undefined) return { finals, interims, partial: read.partial, isCut: true };
    (read.response.status < 200 ? interims : finals).push(read.response);
    rest = rest.subarray(read.bytes);
  }
  return { finals, interims, isCut: false };
}

function readOne(bytes, method, isClosed) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return looksLikeHead(bytes) ? {} : { problem: `no response: ${JSON.stringify(bytes.toString('latin1', 0, 60))}` };
  const [statusLine, ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = STATUS_LINE.exec(statusLine);
  if (status === null) return { problem: `no status line: ${JSON.stringify(statusLine.slice(0, 60))}` };
  const headers = [];
  for (const line of lines) {
    const field = FIELD.exec(line);
    if (field === null) return { problem: `no header line: ${JSON.stringify(line.slice(0, 60))}` };
    headers.push({ name: field[1].toLowerCase(), value: field[2] });
  }
  const head = { status: Number(status[1]), headers, version: statusLine.slice(5, 8), method };
  const body = readBody(bytes.subarray(end + 4), head, isClosed);
  if (body.problem !== undefined) return { problem: body.problem };
  if (body.bytes === undefined) return { partial: { ...head, body: bytes.subarray(end + 4) } };
  return { response: { ...head, body: body.body }, bytes: end + 4 + body.bytes };
}

function looksLikeHead(bytes) {
  const start = bytes.toString('latin1', 0, 7);
  return 'HTTP/1.'.startsWith(start) || start.startsWith('HTTP/1.');
}

/** @see RFC 9112 §6.3 */
function readBody(bytes, { status, headers, method }, isClosed) {
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

function readChunks(bytes) {
  const parts = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return bytes.length - at > 16 ? { problem: 'a chunk without size' } : {};
    const text = bytes.toString('latin1', at, lineEnd);
    if (!CHUNK_SIZE.test(text)) return { problem: `a chunk size that is none: ${JSON.stringify(text.slice(0, 40))}` };
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
export function valuesOf(headers, name) {
  return headers.filter((field) => field.name === name.toLowerCase()).map(({ value }) => value);
}
