import { trustedProxies, viewerOf, type Viewer } from '../../../lib/runtime/edge/viewer';

const PEER: Viewer = { sourceIp: '10.0.0.1', scheme: 'http', port: 3000 };
const isTrusted = trustedProxies(['10.0.0.0/8', '::1']);
const fields = (...pairs: readonly (readonly [string, string])[]) => pairs.map(([name, value]) => ({ name, value }));
const sourceIp = (...values: readonly string[]) =>
  viewerOf(PEER, values.map((value) => ({ name: 'X-Forwarded-For', value })), isTrusted).sourceIp;

test('only trusted proxies are believed', () => {
  const spoofed = fields(['X-Forwarded-For', '192.0.2.1'], ['X-Forwarded-Proto', 'https'], ['X-Forwarded-Port', '443']);
  const untrusted = { ...PEER, sourceIp: '192.0.2.9' };
  expect(viewerOf(untrusted, spoofed, isTrusted)).toBe(untrusted);
  expect(viewerOf(PEER, spoofed, trustedProxies([]))).toBe(PEER);
});

test.each([
  ['the client of the proxy', ['192.0.2.1'], '192.0.2.1'],
  ['not what the client said before the proxy', ['127.0.0.1, 192.0.2.1'], '192.0.2.1'],
  ['the client of the first of several proxies', ['6.6.6.6, 192.0.2.1, 10.0.0.3', '10.0.0.2'], '192.0.2.1'],
  ['the first proxy where all are trusted', ['10.0.0.3, 10.0.0.2'], '10.0.0.3'],
  ['the peer where the header is missing', [], '10.0.0.1'],
  ['the last one that somebody vouches for', ['192.0.2.1, nonsense, 10.0.0.2'], '10.0.0.2'],
  ['the peer where the header has no address', ['\'"><img>,,,;::1%eth0;'], '10.0.0.1'],
  ['an address with a port', ['192.0.2.1:4711'], '192.0.2.1'],
  ['an address of IPv6 with a port', ['[2001:DB8::1]:4711'], '2001:db8::1'],
  ['an address in canonical form', ['::ffff:192.0.2.1'], '192.0.2.1'],
])('%s', (_, values, expected) => {
  expect(sourceIp(...values)).toBe(expected);
});

test('scheme and port come from the last proxy, if it sends them', () => {
  const forwarded = (proto: string, port: string) => viewerOf(PEER, fields(['X-Forwarded-Proto', proto], ['x-forwarded-port', port]), isTrusted);
  expect(forwarded('https', '443')).toEqual({ ...PEER, scheme: 'https', port: 443 });
  expect(forwarded('http, HTTPS', '1,8443')).toEqual({ ...PEER, scheme: 'https', port: 8443 });
  expect(forwarded('gopher', '99999')).toEqual(PEER);
  expect(forwarded('', 'x')).toEqual(PEER);
});
