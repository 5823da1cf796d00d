import { proxyEvent } from '../../../lib/runtime/lambda-format/event';
import { commonLogTime } from '../../../lib/runtime/lambda-format/request-context';
import { acceptedKey, IDS, plan, received, stage, validated, VENDOR } from '../../support/exchange';

function event(given: Parameters<typeof validated>[0] = {}) {
  return JSON.parse(JSON.stringify(proxyEvent(validated(given)))) as Record<string, unknown> & { requestContext: Record<string, unknown> };
}

describe('proxy event', () => {
  test('has exactly the members of the service', () => {
    expect(Object.keys(event()).sort()).toEqual([
      'body', 'headers', 'httpMethod', 'isBase64Encoded', 'multiValueHeaders', 'multiValueQueryStringParameters', 'path',
      'pathParameters', 'queryStringParameters', 'requestContext', 'resource', 'stageVariables',
    ]);
  });

  test('members without a value are null', () => {
    const none = { pathParameters: null, queryStringParameters: null, multiValueQueryStringParameters: null, stageVariables: null };
    expect(event()).toMatchObject({ body: null, ...none });
  });

  test('requestContext has exactly the members of the service', () => {
    expect(Object.keys(event().requestContext).sort()).toEqual([
      'accountId', 'apiId', 'deploymentId', 'domainName', 'domainPrefix', 'extendedRequestId', 'httpMethod', 'identity', 'path',
      'protocol', 'requestId', 'requestTime', 'requestTimeEpoch', 'resourceId', 'resourcePath', 'stage',
    ]);
  });

  test('identity has every member, null when it does not apply', () => {
    expect(event().requestContext.identity).toEqual({
      accessKey: null, accountId: null, apiKey: null, caller: null, cognitoAuthenticationProvider: null, cognitoAuthenticationType: null,
      cognitoIdentityId: null, cognitoIdentityPoolId: null, principalOrgId: null, sourceIp: '192.0.2.1', user: null, userAgent: null, userArn: null,
    });
  });

  test('identity uses the vendor name and the key', () => {
    const acme = stage({ vendor: { ...VENDOR, identityProviderName: 'acme' } });
    const { identity } = event({ stage: acme, apiKey: acceptedKey('Dev', 'secret') }).requestContext;
    expect(identity).toMatchObject({ acmeIdentityId: null, acmeIdentityPoolId: null, apiKey: 'secret', apiKeyId: 'Dev' });
  });

  test('the single maps keep the last value, the multi maps all', () => {
    const headers = [{ name: 'X-A', value: '1' }, { name: 'x-a', value: '2' }];
    const read = event({ headers, queryParameters: { q: ['1', '2'] } });
    expect(read).toMatchObject({
      headers: { 'X-A': '2' }, multiValueHeaders: { 'X-A': ['1', '2'] }, queryStringParameters: { q: '2' }, multiValueQueryStringParameters: { q: ['1', '2'] },
    });
  });

  test('a value with ; or , is one value', () => {
    const { multiValueHeaders } = event({ headers: [{ name: 'Accept', value: 'text/html, */*;q=0.8' }, { name: 'Cookie', value: 'a=1; b=2' }] });
    expect(multiValueHeaders).toEqual({ Accept: ['text/html, */*;q=0.8'], Cookie: ['a=1; b=2'] });
  });

  test('a body is text, or base64 when its type is a binary one', () => {
    const request = received({ body: Buffer.from('hé') });
    const headers = [{ name: 'content-type', value: 'image/png; a=b' }];
    expect(event({ received: request, headers })).toMatchObject({ body: 'hé', isBase64Encoded: false });
    expect(event({ received: request, headers, stage: stage({ binaryMediaTypes: ['image/*'] }) })).toMatchObject({ body: 'aMOp', isBase64Encoded: true });
  });

  test('an empty body of a binary type is null and not encoded', () => {
    expect(event({ headers: [{ name: 'content-type', value: 'image/png' }], stage: stage({ binaryMediaTypes: ['*/*'] }) })).toMatchObject({ body: null, isBase64Encoded: false });
  });

  test('names from the client cannot reach a prototype', () => {
    const text = JSON.stringify(proxyEvent(validated({ headers: [{ name: '__proto__', value: 'x' }] })));
    expect(text).toContain('"headers":{"__proto__":"x"}');
  });

  test('paths, ids and times are those of the request', () => {
    const read = event({ path: '/a/b', fullPath: '/prod//a/b', pathParameters: { proxy: 'a/b' }, plan: plan() });
    expect(read).toMatchObject({ resource: '/{proxy+}', path: '/a/b', pathParameters: { proxy: 'a/b' } });
    expect(read.requestContext).toMatchObject({
      path: '/prod//a/b', resourcePath: '/{proxy+}', requestId: IDS.requestId, domainName: 'api.test', domainPrefix: 'api', requestTime: '21/Nov/2025:00:18:03 +0000', requestTimeEpoch: 1763684283000,
    });
  });

  test('times are in the Common Log Format, in UTC', () => {
    expect(commonLogTime(Date.UTC(2026, 0, 2, 3, 4, 5))).toBe('02/Jan/2026:03:04:05 +0000');
  });
});
