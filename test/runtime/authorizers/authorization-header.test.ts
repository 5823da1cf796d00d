import { createHash } from 'node:crypto';
import { missingParts, readAuthorizationHeader } from '../../../lib/runtime/authorizers/authorization-header';

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
const requires = (...names: readonly string[]) => names.map((name) => `Authorization header requires '${name}' parameter.`);
const ALL = requires('Credential', 'Signature', 'SignedHeaders');
const NO_DATE = 'Authorization header requires existence of either a \'X-Amz-Date\' or a \'Date\' header.';
const read = (header: string, ...names: readonly string[]) => readAuthorizationHeader(header, names.map((name) => ({ name, value: 'x' })), 'amz');

test.each([
  ['one word, a raw token', 'eyJhbGciOi.J9', [], [...ALL, NO_DATE]],
  ['one word that ends in an equal sign', 'dXNlcg==', [], [...ALL, NO_DATE]],
  ['the algorithm alone', 'AWS4-HMAC-SHA256', [], [...ALL, NO_DATE]],
  ['a second word with an equal sign', 'Basic dXNlcjpwYXM=', [], [...ALL, NO_DATE]],
  ['a date', 'Basic dXNlcjpwYXM=', ['x-amz-date'], ALL],
  ['a date in Date', 'Basic dXNlcjpwYXM=', ['Date'], ALL],
  ['some parts', 'AWS4-HMAC-SHA256 Credential=a/b, Signature=', ['X-Amz-Date'], requires('Signature', 'SignedHeaders')],
  ['every part and no date', 'AWS4-HMAC-SHA256 Credential=a,SignedHeaders=host,Signature=0', [], [NO_DATE]],
])('%s: every missing part is named, and what was sent as a hash', (_, header, names, sentences) => {
  const reason = `${sentences.join(' ')} (Hashed with SHA-256 and encoded with Base64) Authorization=${hashOf(header)}`;
  expect(read(header, ...names)).toEqual({ type: 'incomplete', reason });
});

test.each(['Bearer abc', 'Bearer abc def=', 'AWS4-HMAC-SHA256 Credential=a, host'])('%s: a word without an equal sign', (header) => {
  const reason = `Invalid key=value pair (missing equal-sign) in Authorization header (hashed with SHA-256 and encoded with Base64): '${hashOf(header)}'.`;
  expect(read(header, 'X-Amz-Date')).toEqual({ type: 'incomplete', reason });
});

test('a complete header gives its parts, names in any spelling', () => {
  expect(read('AWS4-HMAC-SHA256  credential=a/b,SIGNEDHEADERS=host;x, Signature=ab==', 'Date')).toEqual({
    type: 'complete', algorithm: 'AWS4-HMAC-SHA256', parts: { credential: 'a/b', signedheaders: 'host;x', signature: 'ab==' },
  });
});

test('nothing is missing where every part has a value', () => {
  expect(missingParts({ credential: 'a', signature: 'b', signedheaders: 'c' }, 'X')).toEqual([]);
});
