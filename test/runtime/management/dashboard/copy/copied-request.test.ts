import { copiedHeaders } from '../../../../../lib/runtime/management/dashboard/copy/copied-request';

test('headers that clients add themselves are not copied, whatever the spelling of their names', () => {
  const names = ['Host', 'Connection', 'Keep-Alive', 'Content-Length', 'Transfer-Encoding', 'Expect', 'Accept-Encoding', 'User-Agent', 'Sec-Fetch-Mode', 'Accept', 'X-Own'];
  const headers = names.map((name) => ({ name, value: '1' }));
  const request = { headers, url: '/', body: '', isBase64: false, bodyBytes: 0, bodyTruncated: false, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' };
  expect(copiedHeaders({ request }).map(({ name }) => name)).toEqual(['Accept', 'X-Own']);
});
