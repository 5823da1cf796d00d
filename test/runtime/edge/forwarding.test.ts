import { forwardedHeaders, viaValue } from '../../../lib/runtime/edge/forwarding';
import type { HeaderList } from '../../../lib/runtime/http/headers';
import type { ResponseContext } from '../../../lib/runtime/plan/exchange';
import { IDS, received, stage, VENDOR } from '../../support/exchange';

const EDGE: ResponseContext = { protocol: 'rest', vendor: VENDOR, endpointType: 'EDGE' };
const REGIONAL: ResponseContext = { protocol: 'rest', vendor: VENDOR, endpointType: 'REGIONAL' };
const OWN = ['X-Amzn-Trace-Id', 'X-Forwarded-For', 'X-Forwarded-Port', 'X-Forwarded-Proto'];

function forwarded(lines: readonly (readonly [string, string])[], context = REGIONAL, peerIp?: string) {
  const headers = lines.map(([name, value]) => ({ name, value }));
  return forwardedHeaders({ received: received({ headers, ...(peerIp === undefined ? {} : { peerIp }) }), ids: IDS, context })
    .map(({ name, value }) => [name, value] as const);
}

const namesOf = (names: readonly string[], context = REGIONAL) => forwarded(names.map((name) => [name, '']), context).map(([name]) => name);

test('the client\'s lines come first, in their order and spelling, then those of the edge', () => {
  expect(namesOf(['X-A', 'x-b', 'X-A'])).toEqual(['X-A', 'x-b', 'X-A', ...OWN]);
  expect(namesOf([], EDGE)).toEqual([
    ...OWN, 'Via', 'X-Amz-Cf-Id', 'CloudFront-Forwarded-Proto', 'CloudFront-Is-Desktop-Viewer', 'CloudFront-Is-Mobile-Viewer', 'CloudFront-Is-SmartTV-Viewer',
    'CloudFront-Is-Tablet-Viewer', 'CloudFront-Viewer-ASN', 'CloudFront-Viewer-Country',
  ]);
});

test('three names are spelled as the service spells them', () => {
  expect(namesOf(['host', 'USER-AGENT', 'authorization']).slice(0, 3)).toEqual(['Host', 'User-Agent', 'Authorization']);
});

test.each(['Connection', 'content-length', 'Content-MD5', 'Expect', 'Max-Forwards', 'Proxy-Authenticate', 'Server', 'TE', 'Transfer-Encoding', 'Trailer', 'Upgrade', 'WWW-Authenticate'])(
  '%s is dropped', (name) => {
    expect(namesOf([name])).toEqual(OWN);
  });

test('what a client sends under the edge\'s names is not passed on', () => {
  const lines = [['x-amzn-trace-id', 'mine'], ['X-Forwarded-Proto', 'ftp'], ['via', 'me']] as const;
  expect(forwarded(lines, EDGE)).toEqual(expect.arrayContaining([['X-Amzn-Trace-Id', IDS.trace.text], ['X-Forwarded-Proto', 'https'], ['Via', expect.not.stringContaining('me')]]));
  expect(forwarded(lines, REGIONAL)[0]).toEqual(['via', 'me']); // no edge, no name of it
});

test('X-Forwarded-For is all that was sent, and the peer', () => {
  expect(forwarded([['X-Forwarded-For', 'a, b'], ['x-forwarded-for', 'c']])).toContainEqual(['X-Forwarded-For', 'a, b, c, 192.0.2.1']);
  expect(forwarded([], REGIONAL, '192.0.2.8')).toContainEqual(['X-Forwarded-For', '192.0.2.8']);
});

test('at an EDGE endpoint the address of the edge follows that of the viewer', () => {
  expect(forwarded([], EDGE)).toContainEqual(['X-Forwarded-For', '192.0.2.1, 127.0.0.2']);
  expect(forwarded([['X-Forwarded-For', 'a']], EDGE, '192.0.2.8')).toContainEqual(['X-Forwarded-For', 'a, 192.0.2.8, 127.0.0.2']);
});

test('the edge says what device asks, by the User-Agent', () => {
  const kinds = (lines: readonly (readonly [string, string])[]) => forwarded(lines, EDGE).filter(([name]) => name.includes('-Is-')).map(([, value]) => value);
  expect(kinds([['User-Agent', 'iPad']])).toEqual(['false', 'false', 'false', 'true']);
  expect(kinds([])).toEqual(['true', 'false', 'false', 'false']);
});

test('Via names the protocol and the edge', () => {
  expect(viaValue('0123', 'CloudFront', 'HTTP/1.1')).toBe('1.1 0123.cloudfront.net (CloudFront)');
  expect(viaValue('0123', 'CloudFront', 'HTTP/1.0')).toBe('1.0 0123.cloudfront.net (CloudFront)');
});

function seen(headers: HeaderList, endpointType = 'EDGE') {
  const fields = forwardedHeaders({ received: received({ headers }), ids: IDS, context: stage({ endpointType }) });
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

describe('headers that a function sees', () => {
  test('the content delivery network adds where the request came from and what the viewer is', () => {
    expect(seen([{ name: 'User-Agent', value: 'Mozilla/5.0 (iPhone; Mobile)' }])).toEqual({
      'User-Agent': 'Mozilla/5.0 (iPhone; Mobile)',
      'X-Amzn-Trace-Id': 'Root=1-0-0',
      'X-Forwarded-For': '192.0.2.1, 127.0.0.2',
      'X-Forwarded-Port': '443',
      'X-Forwarded-Proto': 'https',
      'Via': expect.stringMatching(/^1\.1 [0-9a-f]+\.cloudfront\.net \(CloudFront\)$/) as string,
      'X-Amz-Cf-Id': 'front==',
      'CloudFront-Forwarded-Proto': 'https',
      'CloudFront-Is-Desktop-Viewer': 'false',
      'CloudFront-Is-Mobile-Viewer': 'true',
      'CloudFront-Is-SmartTV-Viewer': 'false',
      'CloudFront-Is-Tablet-Viewer': 'false',
      'CloudFront-Viewer-ASN': '64496',
      'CloudFront-Viewer-Country': 'US',
    });
  });

  test('spelling is kept but for Authorization and User-Agent', () => {
    const names = Object.keys(seen([{ name: 'aUThorization', value: 'a' }, { name: 'user-agent', value: 'b' }, { name: 'tEsT', value: 'c' }]));
    expect(names.slice(0, 3)).toEqual(['Authorization', 'User-Agent', 'tEsT']);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a header named %s is a header like others', (name) => {
    const fields = forwardedHeaders({ received: received({ headers: [{ name, value: 'x' }] }), ids: IDS, context: stage() });
    expect(fields[0]).toEqual({ name, value: 'x' });
  });

  test.each(['Connection', 'Content-Length', 'Content-MD5', 'Expect', 'Max-Forwards', 'Proxy-Authenticate', 'Server', 'TE', 'Transfer-Encoding', 'Trailer', 'Upgrade', 'WWW-Authenticate'])(
    '%s is dropped',
    (name) => {
      expect(Object.keys(seen([{ name, value: 'x' }]))).not.toContain(name);
    },
  );

  test('a client cannot pretend to be the content delivery network', () => {
    const headers = seen([{ name: 'x-forwarded-for', value: '203.0.113.9' }, { name: 'cloudfront-viewer-country', value: 'XX' }, { name: 'X-FORWARDED-PROTO', value: 'gopher' }]);
    expect(headers).toMatchObject({ 'X-Forwarded-For': '203.0.113.9, 192.0.2.1, 127.0.0.2', 'CloudFront-Viewer-Country': 'US', 'X-Forwarded-Proto': 'https' });
    expect(headers).not.toHaveProperty('cloudfront-viewer-country');
  });

  test('a regional endpoint has no content delivery network', () => {
    expect(Object.keys(seen([], 'REGIONAL'))).toEqual(['X-Amzn-Trace-Id', 'X-Forwarded-For', 'X-Forwarded-Port', 'X-Forwarded-Proto']);
  });
});
