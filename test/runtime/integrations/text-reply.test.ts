import { textResponder } from '../../../lib/runtime/integrations/text-reply';
import { VENDOR } from '../../support/exchange';

const reply = textResponder({ protocol: 'rest', vendor: VENDOR });
const replyTo = (head: string) => reply({ head, body: 'text' });

test('a head becomes the lines of a response, with a media type', () => {
  expect(replyTo('201\nX-A: b')).toEqual({
    status: 201,
    head: 'Content-Type: application/json\r\nX-A: b\r\n',
    text: 'text',
  });
  expect(replyTo('200\ncontent-type: text/plain')?.head).toBe('content-type: text/plain\r\n');
  expect(replyTo('299')?.status).toBe(299);
});

/* An instance may send whatever it likes: what is refused, renamed or dropped is read by result.ts. */
test.each([
  '', 'x', '0200', '199', '600', '2000', '200 ', '204', '304', '200\n', '200\nX-A', '200\nX-A:b', '200\n: b', '200\nX A: b', '200\nX-A: b\r', '200\nX-A: \u0000',
  '200\nX-A: \u00e9', '200\nX-A: b\nx-a: c', '200\nContent-Length: 7', '200\nTransfer-Encoding: chunked', '200\nConnection: close', '200\nTE: a', '200\nDate: today',
  '200\nServer: me', '200\nx-amzn-requestid: mine', '200\nX-Amzn-Trace-Id: mine', '200\nVia: me', `200${'\nX: a'.repeat(51)}`, `200\nX-A: ${'b'.repeat(5000)}`,
])('%j is left to result.ts', (head) => {
  expect(replyTo(head)).toBeUndefined();
  expect(replyTo(head)).toBeUndefined(); // when it is remembered, too
});

test('what is remembered is bounded: a thousand heads, and the first one again', () => {
  for (let index = 0; index < 1000; index++) expect(replyTo(`200\nX-A: ${index}`)?.head).toContain(`X-A: ${index}\r\n`);
  expect(replyTo('200\nX-A: 0')?.head).toContain('X-A: 0\r\n');
});
