import { bodyBytes, isText, replyOf, type Reply } from '../../../lib/runtime/http/reply';

const BYTES: Reply = { status: 200, headers: [{ name: 'X-A', value: 'b' }], body: Buffer.from('\u00e4') };

test('a text reply has the lists and bytes of its text', () => {
  expect(replyOf({ status: 200, head: 'X-A: b: c\r\nX-Empty: \r\n', text: '\u00c3\u00a4' })).toEqual({
    status: 200, headers: [{ name: 'X-A', value: 'b: c' }, { name: 'X-Empty', value: '' }], body: Buffer.from('\u00e4'),
  });
});

test('lists and bytes are what they are', () => {
  expect(replyOf(BYTES)).toBe(BYTES);
  expect([isText(BYTES), isText({ status: 200, head: '', text: '' })]).toEqual([false, true]);
});

test('bytes of a body: of a stream those that were sent', () => {
  expect(bodyBytes(BYTES)).toBe(2);
  expect(bodyBytes({ status: 200, head: '', text: '\u00c3\u00a4' })).toBe(2);
  expect(bodyBytes({ ...BYTES, body: Buffer.alloc(0), streamedBytes: 7 })).toBe(7);
});
