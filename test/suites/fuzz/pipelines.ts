// Bytes that a client might send: a few pipelined requests, most of them nearly right, some of them damaged.
import fc from 'fast-check';

/** Mostly one of the usual values, now and then one of the others. */
function often<Value>(usual: readonly Value[], ...odd: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
}

const end = often(['\r\n'], '\n', '\r', '\r\r\n', '\n\r', '');
const method = often(['GET', 'POST', 'OPTIONS', 'PUT'], 'TRACE', 'get', 'G\0T', 'CONNECT', 'PRI', 'FOO', '__proto__', '');
const target = often(
  ['/dev/ping', '/dev/echo?a=1', '/dev/open/a%20b', '/dev/json', '/dev/private', '/dev/jwt', '/nothing'],
  '/dev/open/../private', '/dev/open/%2e%2e/private', '//evil.test/dev/ping', 'http://api.test/dev/ping', 'http://evil.test/', '*', '/dev/%zz', '/dev/\x80', '',
  '/dev/open/%00', '/dev/open/..%252fprivate', '/dev/echo?__proto__[x]=1', '/dev/ping#x', '/dev /ping',
);
const version = often(['HTTP/1.1'], 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'HTTP/1.', '');
const host = often(['Host: api.test'], 'Host: api.test\r\nHost: api.test', 'Host:', 'Host: a b', 'Host: ..', 'X: y', 'Host : api.test');
const field = often(
  ['X-A: b', 'Accept: */*', 'Content-Type: application/json', 'User-Agent: x', 'Cookie: a=b', 'Connection: keep-alive'],
  'Connection: close', 'Connection: Upgrade\r\nUpgrade: websocket', 'Expect: 100-continue', 'Expect: x', 'Transfer-Encoding: chunked', 'Content-Length: 5',
  'Content-Length: 3, 3', 'Transfer-Encoding: gzip, chunked', ' folded', 'no colon', ': empty', 'X\0: y', 'X-A: \x7f', 'X: a\rb', '__proto__: x',
  'X-Forwarded-For: 127.0.0.1, \'"><', 'Authorization: Bearer a.b.c', 'X-Api-Key: x', 'Trailer: Host', 'TE: trailers', 'Content-Encoding: gzip',
);
const text = fc.oneof(fc.constantFrom('', 'hello', '{"a":1}', '{"__proto__":{"polluted":1}}', 'GET /dev/private HTTP/1.1\r\nHost: api.test\r\n\r\n'), fc.string());
const size = often(['right'], '+', '0x', '-1', ' ', '_', 'ffffffffffffffff', ';a=b', ';a="\r\n"', '\t');

/** A body with the header line that says how long it is. */
interface Body {
  readonly line: string;
  readonly bytes: string;
}

const body: fc.Arbitrary<Body> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ line: '', bytes: '' }) },
  { weight: 3, arbitrary: fc.tuple(text, often([0], -1, 1, 7)).map(([bytes, off]) => ({ line: `Content-Length: ${Math.max(0, latin1(bytes).length + off)}\r\n`, bytes: latin1(bytes) })) },
  { weight: 3, arbitrary: fc.tuple(fc.array(fc.tuple(text, size, end), { maxLength: 3 }), often(['0\r\n\r\n'], '0\r\nX: y\r\n\r\n', '0\n\n', '', '0\r\nHost: x\r\n\r\n'))
    .map(([chunks, last]) => ({ line: 'Transfer-Encoding: chunked\r\n', bytes: chunks.map(chunkText).join('') + last })) },
);

function chunkText([content, how, ending]: readonly [string, string, string]): string {
  const bytes = latin1(content);
  const length = bytes.length.toString(16);
  const isExtension = how.startsWith(';') || how === '\t';
  const sizeText = how === 'ffffffffffffffff' ? how : isExtension ? length + how : (how === 'right' ? '' : how) + length;
  return bytes.length === 0 ? '' : `${sizeText}\r\n${bytes}${ending}`;
}

function latin1(value: string): string {
  return Buffer.from(value).toString('latin1');
}

const request = fc.tuple(method, target, version, host, fc.array(fc.tuple(field, end), { maxLength: 4 }), body, end).map(
  ([verb, path, protocol, address, fields, { line, bytes }, ending]) =>
    `${verb} ${path} ${protocol}${ending}${address}\r\n${fields.map(([one, after]) => one + after).join('')}${line}\r\n${bytes}`,
);

interface Damage {
  readonly at: number;
  readonly byte: number;
  readonly how: 'put' | 'cut' | 'add';
}

const damage: fc.Arbitrary<Damage[]> = fc.array(fc.record({ at: fc.nat(400), byte: fc.nat(255), how: fc.constantFrom('put' as const, 'cut' as const, 'add' as const) }), { maxLength: 2 });

/** The bytes of one connection, each character one byte. */
export const pipelines = fc
  .tuple(fc.array(request, { minLength: 1, maxLength: 4 }), fc.oneof({ weight: 3, arbitrary: fc.constant<Damage[]>([]) }, damage))
  .map(([requests, damages]) => damages.reduce(damaged, requests.join('')));

function damaged(whole: string, { at, byte, how }: Damage): string {
  const position = at % (whole.length + 1);
  const letter = how === 'cut' ? '' : String.fromCharCode(byte);
  return whole.slice(0, position) + letter + whole.slice(how === 'add' ? position : position + 1);
}
