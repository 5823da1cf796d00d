import { refusalOf, trailerRefusal, type ParsedHead } from '../../../lib/runtime/server/check-head';

const head = (given: Partial<ParsedHead> = {}, ...fields: readonly string[]): ParsedHead =>
  ({ method: 'GET', target: '/a', httpVersion: '1.1', rawHeaders: ['Host', 'api.test', ...fields], ...given });
const codeOf = (given: ParsedHead) => refusalOf(given, 8_192)?.code;

test.each([
  ['a plain request', head()],
  ['HTTP/1.0 without a host', head({ httpVersion: '1.0', rawHeaders: [] })],
  ['a length at the limit', head({}, 'Content-Length', '10485760')],
  ['chunks in any case', head({}, 'tRANSFER-eNCODING', 'ChUnKeD')],
  ['an expectation that can be met', head({}, 'Expect', '100-Continue')],
  ['a URL at the limit', head({ target: `/${'a'.repeat(8_191)}` })],
  ['500 header lines', head({}, ...Array.from({ length: 499 }, () => ['a', 'b']).flat())],
  ['10,240 bytes of headers', head({}, 'X', 'a'.repeat(10_240 - 'HostXapi.test'.length))],
  ['two lines of a header that may be repeated', head({}, 'Accept', 'a/b', 'accept', 'c/d')],
  ['the absolute form of its own host', head({ target: 'http://API.test/a' })],
])('%s is not refused', (_, given) => {
  expect(refusalOf(given, 8_192)).toBeUndefined();
});

test('HEAD_TOO_LARGE: trailers with more lines, or more bytes, than a head may have', () => {
  expect(trailerRefusal(['X', 'a'.repeat(10_239)])).toBeUndefined();
  expect(trailerRefusal(['X', 'a'.repeat(10_240)])?.code).toBe('HEAD_TOO_LARGE');
  expect(trailerRefusal(Array.from({ length: 1_002 }, () => 'a'))?.code).toBe('HEAD_TOO_LARGE');
});

test.each([
  ['HTTP_VERSION_UNSUPPORTED', 'HTTP/0.9', head({ httpVersion: '0.9' })],
  ['HTTP_VERSION_UNSUPPORTED', 'HTTP/2.0', head({ httpVersion: '2.0' })],
  ['URL_TOO_LONG', 'one character more', head({ target: `/${'a'.repeat(8_192)}` })],
  ['HEAD_TOO_LARGE', '501 header lines', head({}, ...Array.from({ length: 500 }, () => ['a', 'b']).flat())],
  ['HEADERS_TOO_LARGE', 'one byte more', head({}, 'X', 'a'.repeat(10_241 - 'HostXapi.test'.length))],
  ['REQUEST_MALFORMED', 'two hosts, even the same', head({}, 'host', 'api.test')],
  ['REQUEST_MALFORMED', 'two authorizations', head({}, 'Authorization', 'a', 'authorization', 'b')],
  ['REQUEST_MALFORMED', 'two lengths', head({}, 'Content-Length', '1', 'content-length', '1')],
  ['REQUEST_MALFORMED', 'two keys', head({}, 'X-Api-Key', 'a', 'X-API-KEY', 'b')],
  ['REQUEST_MALFORMED', 'no host', head({ rawHeaders: [] })],
  ['REQUEST_MALFORMED', 'an empty host', head({ rawHeaders: ['Host', ''] })],
  ['REQUEST_MALFORMED', 'an empty host of HTTP/1.0', head({ httpVersion: '1.0', rawHeaders: ['Host', ''] })],
  ['REQUEST_MALFORMED', 'a length with a sign', head({}, 'Content-Length', '+5')],
  ['REQUEST_MALFORMED', 'a hexadecimal length', head({}, 'Content-Length', '0x5')],
  ['REQUEST_MALFORMED', 'an empty length', head({}, 'Content-Length', '')],
  ['REQUEST_MALFORMED', 'length and chunks', head({}, 'Content-Length', '5', 'Transfer-Encoding', 'chunked')],
  ['REQUEST_MALFORMED', 'chunks in HTTP/1.0', head({ httpVersion: '1.0' }, 'Transfer-Encoding', 'chunked')],
  ['TRANSFER_CODING_UNSUPPORTED', 'gzip first', head({}, 'Transfer-Encoding', 'gzip, chunked')],
  ['TRANSFER_CODING_UNSUPPORTED', 'an empty coding first', head({}, 'Transfer-Encoding', ',chunked')],
  ['TRANSFER_CODING_UNSUPPORTED', 'chunks twice', head({}, 'Transfer-Encoding', 'chunked, chunked')],
  ['TRANSFER_CODING_UNSUPPORTED', 'no coding', head({}, 'Transfer-Encoding', 'identity')],
  ['TRANSFER_CODING_UNSUPPORTED', 'parameters', head({}, 'Transfer-Encoding', 'chunked;q=1')],
  ['PAYLOAD_TOO_LARGE', 'a length above the limit', head({}, 'Content-Length', '10485761')],
  ['PAYLOAD_TOO_LARGE', 'a length beyond all numbers', head({}, 'Content-Length', '9'.repeat(400))],
  ['EXPECTATION_UNSUPPORTED', 'an expectation with more than that', head({}, 'Expect', 'y 100-continue')],
  ['REQUEST_MALFORMED', 'an asterisk', head({ method: 'OPTIONS', target: '*' })],
  ['REQUEST_MALFORMED', 'an authority', head({ target: 'api.test:443' })],
  ['REQUEST_MALFORMED', 'another scheme', head({ target: 'file:///etc/passwd' })],
  ['REQUEST_MALFORMED', 'the absolute form of another host', head({ target: 'http://evil.test/a' })],
  ['REQUEST_MALFORMED', 'the absolute form with a user', head({ target: 'http://api.test@evil.test/a' })],
  ['REQUEST_MALFORMED', 'the absolute form without a host', head({ target: 'http:///a' })],
  ['REQUEST_MALFORMED', 'a path that is not acceptable', head({ target: '/a/../b' })],
])('%s: %s', (code, _, given) => {
  expect(codeOf(given)).toBe(code);
});
