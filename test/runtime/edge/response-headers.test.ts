import { serviceHeaders } from '../../../lib/runtime/edge/response-headers';
import type { ResponseContext } from '../../../lib/runtime/plan/exchange';
import { IDS, VENDOR } from '../../support/exchange';

describe('headers of every response', () => {
  const names = (status: number, server: ResponseContext = { protocol: 'rest', vendor: VENDOR, endpointType: 'EDGE' }) => Object.fromEntries(serviceHeaders(IDS, status, server).map(({ name, value }) => [name, value]));

  test('request id, cache status, Via and trace id', () => {
    expect(names(200)).toMatchObject({ 'x-amzn-RequestId': 'request-1', 'x-amz-apigw-id': 'extended=', 'X-Cache': 'Miss from cloudfront', 'X-Amz-Cf-Id': 'front==' });
  });

  test('a failed call says error', () => {
    expect(names(400)['X-Cache']).toBe('Error from cloudfront');
  });

  test('the vendor names are settings', () => {
    const vendor = { headerPrefix: 'acme', shortPrefix: 'ac', cdnName: 'FastFront', identityProviderName: 'id' };
    expect(Object.keys(names(200, { protocol: 'rest', vendor, endpointType: 'EDGE' }))).toEqual(['x-acme-RequestId', 'x-ac-apigw-id', 'X-Cache', 'Via', 'X-Ac-Cf-Pop', 'X-Ac-Cf-Id']);
  });
});
