import { readSimpleHead } from '../../../lib/runtime/server/simple-head';
import { SimpleRequest } from '../../../lib/runtime/server/simple-request';

const HEAD = 'POST /prod/pets?a=1 HTTP/1.1\r\nHost: api.test\r\nContent-Length: 3\r\n\r\n';
const VIEWER = { sourceIp: '192.0.2.7', port: 443, scheme: 'https' as const };

function requestWith(body: string): SimpleRequest {
  const head = readSimpleHead(HEAD, 0);
  if (head === undefined) throw new Error('the head is not simple');
  return new SimpleRequest(head, { head: HEAD, body }, { viewer: VIEWER, peerIp: '127.0.0.1', receivedAt: 7 });
}

test('is the same view of a request as any other', () => {
  expect(requestWith('abc')).toMatchObject({
    method: 'POST', target: '/prod/pets?a=1', headers: [{ name: 'Host', value: 'api.test' }, { name: 'Content-Length', value: '3' }],
    ...VIEWER, peerIp: '127.0.0.1', protocol: 'HTTP/1.1', receivedAt: 7, raw: { head: HEAD, body: 'abc' },
  });
});

test('its body is made of the very bytes, once', () => {
  const request = requestWith('\u00ff\u0000\u00c3');
  expect([...request.body]).toEqual([255, 0, 195]);
  expect(request.body).toBe(request.body);
  expect(requestWith('').body).toHaveLength(0);
});
