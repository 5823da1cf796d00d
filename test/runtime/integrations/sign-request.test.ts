import { signRequest } from '../../../lib/runtime/integrations/sign-request';
import { expectedSignature, readSignature } from '../../../lib/runtime/authorizers/signature';
import type { BackendRequest } from '../../../lib/runtime/ports';
import { received } from '../../support/exchange';

const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

function request(given: Partial<BackendRequest> = {}): BackendRequest {
  return { method: 'GET', url: 'https://example.amazonaws.com/', headers: [], body: undefined, timeoutMs: 1_000, maxBytes: 1_000, ...given };
}

function signed(given: Partial<BackendRequest>, service = 'service', credentials: Parameters<typeof signRequest>[1]['credentials'] = CREDENTIALS): BackendRequest {
  return signRequest(request(given), { credentials, service, region: 'us-east-1', now: Date.UTC(2015, 7, 30, 12, 36, 0) });
}

const headerOf = ({ headers }: BackendRequest, name: string) => headers.find((one) => one.name.toLowerCase() === name)?.value;

/** The test suite that AWS publishes for signers: its names and signatures. */
test.each<[string, Partial<BackendRequest>, string]>([
  ['get-vanilla', {}, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['post-vanilla', { method: 'POST' }, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  ['get-vanilla-query-order-key-case', { url: 'https://example.amazonaws.com/?Param2=value2&Param1=value1' }, 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500'],
  ['post-x-www-form-urlencoded', {
    method: 'POST', headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }], body: Buffer.from('Param1=value1'),
  }, 'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a'],
])('AWS\'s example %s', (_, given, signature) => {
  const result = signed(given);
  expect(headerOf(result, 'authorization')).toContain(`Signature=${signature}`);
  expect(verified(result)).toBe(true);
});

/** Whether our own check of signatures accepts what was sent. */
function verified({ method, url, headers, body = Buffer.alloc(0) }: BackendRequest): boolean {
  const sent = received({ method, target: url.replace(/^https?:\/\/[^/]*/, ''), headers, body });
  const signature = readSignature(sent, 'amz');
  return expectedSignature(sent, signature, { secretAccessKey: CREDENTIALS.secretAccessKey, platform: 'amz' }) === signature.signature;
}

test.each<[string, Partial<BackendRequest>]>([
  ['a body that is not text', { method: 'PUT', body: Buffer.from([0, 0xff, 0x80]), headers: [{ name: 'Content-Type', value: 'image/png' }] }],
  ['a query with everything', { url: 'http://127.0.0.1:8000/?b=2&a=%2F%20+&a=1&c' }],
  ['a path with escapes', { url: 'http://127.0.0.1:8000/a%20b/c%2Fd' }],
  ['repeated headers, and odd white space', { headers: [{ name: 'X-A', value: ' 1  2 ' }, { name: 'x-a', value: '3' }] }],
  ['a port that is not the default', { url: 'http://localhost:4566/q' }],
])('%s: our own check accepts it', (_, given) => {
  expect(verified(signed(given))).toBe(true);
});

test('what the client or the definition sent of a signature is replaced', () => {
  const headers = [{ name: 'authorization', value: 'x' }, { name: 'Host', value: 'evil.test' }, { name: 'x-amz-date', value: 'x' }];
  const result = signed({ headers }, 'service', { ...CREDENTIALS, sessionToken: 'session' });
  expect(headerOf(result, 'host')).toBe('example.amazonaws.com');
  expect(headerOf(result, 'x-amz-security-token')).toBe('session');
  expect(headerOf(result, 'x-amz-date')).toBe('20150830T123600Z');
  expect(verified(result)).toBe(true);
});

test('S3 wants the hash of the body in a header', () => {
  expect(headerOf(signed({ method: 'PUT', body: Buffer.from('x') }, 's3'), 'x-amz-content-sha256')).toBe('2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881');
});

test('ENDPOINT_INVALID: a percent sign that is not an escape', () => {
  expect(() => signed({ url: 'https://example.amazonaws.com/100%' }, 's3')).toThrow('ENDPOINT_INVALID');
});
