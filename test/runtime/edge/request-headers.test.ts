import { forwardedHeaders } from '../../../lib/runtime/edge/forwarding';
import { serviceHeaders } from '../../../lib/runtime/edge/response-headers';
import type { HeaderList } from '../../../lib/runtime/http/headers';
import { IDS, received, stage, VENDOR } from '../../support/exchange';

function forwarded(headers: HeaderList, endpointType = 'EDGE') {
  return Object.fromEntries(forwardedHeaders({ received: received({ headers }), ids: IDS, context: stage({ endpointType }) }).map(({ name, value }) => [name, value]));
}

describe('headers that a function sees (base specification, Events; aws-data-plane §4)', () => {
  test('the content delivery network adds where the request came from and what the viewer is', () => {
    expect(forwarded([{ name: 'User-Agent', value: 'Mozilla/5.0 (iPhone; Mobile)' }])).toEqual({
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
    const names = Object.keys(forwarded([{ name: 'aUThorization', value: 'a' }, { name: 'user-agent', value: 'b' }, { name: 'tEsT', value: 'c' }]));
    expect(names.slice(0, 3)).toEqual(['Authorization', 'User-Agent', 'tEsT']);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a header named %s is a header like others', (name) => {
    const seen = forwardedHeaders({ received: received({ headers: [{ name, value: 'x' }] }), ids: IDS, context: stage() });
    expect(seen[0]).toEqual({ name, value: 'x' });
  });

  test.each(['Connection', 'Content-Length', 'Content-MD5', 'Expect', 'Max-Forwards', 'Proxy-Authenticate', 'Server', 'TE', 'Transfer-Encoding', 'Trailer', 'Upgrade', 'WWW-Authenticate'])(
    '%s is dropped',
    (name) => {
      expect(Object.keys(forwarded([{ name, value: 'x' }]))).not.toContain(name);
    },
  );

  test('a client cannot pretend to be the content delivery network', () => {
    const seen = forwarded([{ name: 'x-forwarded-for', value: '203.0.113.9' }, { name: 'cloudfront-viewer-country', value: 'XX' }, { name: 'X-FORWARDED-PROTO', value: 'gopher' }]);
    expect(seen).toMatchObject({ 'X-Forwarded-For': '203.0.113.9, 192.0.2.1, 127.0.0.2', 'CloudFront-Viewer-Country': 'US', 'X-Forwarded-Proto': 'https' });
    expect(seen).not.toHaveProperty('cloudfront-viewer-country');
  });

  test('a regional endpoint has no content delivery network', () => {
    expect(Object.keys(forwarded([], 'REGIONAL'))).toEqual(['X-Amzn-Trace-Id', 'X-Forwarded-For', 'X-Forwarded-Port', 'X-Forwarded-Proto']);
  });
});

describe('headers of every response (base specification, Endpoints, rule 7)', () => {
  const names = (status: number, server = { vendor: VENDOR, endpointType: 'EDGE' }) => Object.fromEntries(serviceHeaders(IDS, status, server).map(({ name, value }) => [name, value]));

  test('request id, cache status, Via and trace id', () => {
    expect(names(200)).toMatchObject({ 'x-amzn-RequestId': 'request-1', 'x-amz-apigw-id': 'extended=', 'X-Cache': 'Miss from cloudfront', 'X-Amz-Cf-Id': 'front==' });
  });

  test('a failed call says error', () => {
    expect(names(400)['X-Cache']).toBe('Error from cloudfront');
  });

  test('the vendor names are settings', () => {
    const vendor = { headerPrefix: 'acme', shortPrefix: 'ac', cdnName: 'FastFront', identityProviderName: 'id' };
    expect(Object.keys(names(200, { vendor, endpointType: 'EDGE' }))).toEqual(['x-acme-RequestId', 'x-ac-apigw-id', 'X-Cache', 'Via', 'X-Ac-Cf-Pop', 'X-Ac-Cf-Id']);
  });
});
