import { decodeTextResult, encodeTextResult, textResultJson } from '../../../lib/runtime/lambda-format/text-result';

/** Returns the value that the gateway reads from a result sent as text; undefined where the result goes as JSON. */
function sent(result: unknown): unknown {
  const text = encodeTextResult(result);
  const decoded = text === undefined ? undefined : decodeTextResult(Buffer.from(text).toString('latin1'));
  return decoded === undefined ? undefined : JSON.parse(textResultJson(decoded));
}

test.each([
  ['a status', { statusCode: 200 }],
  ['headers and a body', { statusCode: 404, headers: { 'Content-Type': 'text/plain', 'X-A': 'a: b' }, body: 'no\n\nsuch pet' }],
  ['text that is not ASCII', { statusCode: 200, body: '\u00e4\u20ac\ud83d\ude42', isBase64Encoded: false }],
  ['an empty header', { statusCode: 200, headers: { 'X-Empty': '' }, body: '' }],
])('%s arrives as it is', (_, result) => {
  const { isBase64Encoded, ...rest } = { isBase64Encoded: false, headers: {}, body: '', ...result };
  expect(isBase64Encoded).toBe(false);
  expect(sent(result)).toEqual(rest);
});

class Made {
  public readonly statusCode = 200;
}

test.each<[string, unknown]>([
  ['null', null],
  ['a text', 'text'],
  ['a list', []],
  ['an instance of a class', new Made()],
  ['an object without a prototype', Object.assign(Object.create(null) as object, { statusCode: 200 })],
  ['an object that writes itself', { statusCode: 200, toJSON: () => ({}) }],
  ['no status', { body: 'x' }],
  ['a status that is a text', { statusCode: '200' }],
  ['a status that is not a number', { statusCode: Number.NaN }],
  ['a status that is not a whole number', { statusCode: 200.5 }],
  ['an interim status', { statusCode: 103 }],
  ['a status above 599', { statusCode: 600 }],
  ['an unknown member', { statusCode: 200, other: 1 }],
  ['lists of values', { statusCode: 200, multiValueHeaders: {} }],
  ['Base64', { statusCode: 200, isBase64Encoded: true }],
  ['a body that is not a string', { statusCode: 200, body: {} }],
  ['a long body', { statusCode: 200, body: 'x'.repeat(65_537) }],
  ['headers that are null', { statusCode: 200, headers: null }],
  ['a header that is a number', { statusCode: 200, headers: { 'X-A': 1 } }],
  ['a header with a line break', { statusCode: 200, headers: { 'X-A': 'a\r\nX-B: b' } }],
  ['a header\'s name with a line break', { statusCode: 200, headers: { 'X-A\nX-B': 'b' } }],
  ['a long header', { statusCode: 200, headers: { 'X-A': 'b'.repeat(4_096) } }],
  ['many headers', { statusCode: 200, headers: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`X-${index}`, ''])) }],
])('%s goes as JSON', (_, result) => {
  expect(encodeTextResult(result)).toBeUndefined();
});

test('a text without an end of its head is not a text result, nor is one that is longer than any', () => {
  expect(decodeTextResult('200\nX-A: b')).toBeUndefined();
  expect(decodeTextResult(`200\nX-A: ${'b'.repeat(4_087)}\n\n${'c'.repeat(3 * 65_536)}`)).toBeDefined();
  expect(decodeTextResult(`200\nX-A: ${'b'.repeat(4_088)}\n\n`)).toBeUndefined();
  expect(decodeTextResult(`200\n\n${'c'.repeat(3 * 65_536 + 1)}`)).toBeUndefined();
});

test('the longest text result is read', () => {
  const headers = { 'X-A': 'b'.repeat(4_096 - '200\nX-A: '.length) };
  expect(sent({ statusCode: 200, headers, body: '\u20ac'.repeat(65_536) })).toEqual({ statusCode: 200, headers, body: '\u20ac'.repeat(65_536) });
});
