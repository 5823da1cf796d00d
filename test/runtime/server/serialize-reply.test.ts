import { serializeReply, serializeStreamHead, serializeText } from '../../../lib/runtime/server/serialize-reply';
import type { Reply } from '../../../lib/runtime/http/reply';

const reply = (given: Partial<Reply> = {}): Reply => ({ status: 200, headers: [{ name: 'X-A', value: 'b' }], body: Buffer.from('\u00e4'), ...given });
const undated = (text: string | Buffer): string => text.toString('latin1').replace(/Date: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\r\n/, 'Date: *\r\n');

test('text and bytes make the same response', () => {
  const text = serializeText({ status: 200, head: 'X-A: b\r\n', text: '\u00c3\u00a4' }, 60);
  expect(undated(text)).toBe('HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 2\r\nDate: *\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\n\r\n\u00c3\u00a4');
  expect(undated(serializeReply(reply(), 60))).toBe(undated(text));
});

test('a connection that ends sends Connection: close', () => {
  expect(undated(serializeReply(reply(), undefined))).toContain('Date: *\r\nConnection: close\r\n\r\n');
  expect(undated(serializeText({ status: 200, head: '', text: '' }, undefined))).toBe('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nDate: *\r\nConnection: close\r\n\r\n');
});

test('framing is the server\'s own, whatever the response says of it', () => {
  const headers = ['Content-Length', 'transfer-encoding', 'Connection', 'Keep-Alive'].map((name) => ({ name, value: 'mine' }));
  expect(serializeReply(reply({ headers }), 60).toString('latin1')).not.toContain('mine');
  expect(serializeStreamHead({ status: 200, headers }, 60)).not.toContain('mine');
});

test.each([204, 304])('a response %d has neither body nor length', (status) => {
  const text = undated(serializeReply(reply({ status }), 60));
  expect(text).toMatch(/^HTTP\/1\.1 \d{3} [A-Za-z ]+\r\nX-A: b\r\nDate: \*\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\n\r\n$/);
});

test('a stream has chunks instead of a length', () => {
  expect(undated(serializeStreamHead(reply(), undefined))).toBe('HTTP/1.1 200 OK\r\nX-A: b\r\nDate: *\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n');
});

test('a status without a name has one', () => {
  expect(serializeText({ status: 299, head: '', text: '' }, 60)).toMatch(/^HTTP\/1\.1 299 unknown\r\n/);
});

test('the date is that of the moment', () => {
  const before = Math.floor(Date.now() / 1_000) * 1_000;
  const [, date = ''] = /Date: ([^\r]+)/.exec(serializeText({ status: 200, head: '', text: '' }, 60)) ?? [];
  expect(new Date(date).getTime()).toBeGreaterThanOrEqual(before);
  expect(new Date(date).getTime()).toBeLessThanOrEqual(Date.now());
});
