import fc from 'fast-check';
import { decodeRawCall, encodeRawCall, type RawCall } from '../../../../lib/runtime/functions/wire/raw-call';
import { IDS } from '../../../support/exchange';

const HEAD = 'GET /prod/pets/7 HTTP/1.1\r\nHost: api.test\r\n\r\n';
const call = (given: Partial<RawCall> = {}): RawCall => ({
  ids: IDS, received: { sourceIp: '192.0.2.1', peerIp: '192.0.2.8', port: 443, scheme: 'https', receivedAt: 1_700_000_000_000 },
  parameters: ['7'], caller: undefined, raw: { head: HEAD, body: '' }, ...given,
});
const decoded = (given: RawCall) => ({ ...given, received: { ...given.received, protocol: 'HTTP/1.1' }, route: 3, remainingMs: 2_500 });
const sent = (given: RawCall) => decodeRawCall(encodeRawCall(given, 3, 2_500));

test('a call arrives as it was sent, with its route and its time', () => {
  expect(sent(call())).toEqual(decoded(call()));
});

test.each<[string, Partial<RawCall>]>([
  ['no path parameters', { parameters: [''] }],
  ['several path parameters, one of them empty', { parameters: ['a', '', 'b~c'] }],
  ['a body of any bytes', { raw: { head: HEAD, body: '\u0000\u00ff\n\r\n\r\n\t' } }],
  ['an authorizer\'s context that is not ASCII', { caller: { principal: { type: 'function', principalId: 'T\u00fcr \u20ac', context: { a: 'b\nc', __proto: 'x' }, integrationLatency: 7 } } }],
  ['claims', { caller: { principal: { type: 'claims', claims: { sub: '\ud83d\ude42' } } } }],
  ['an API key of anybody', { caller: { principal: { type: 'anonymous' }, apiKey: { id: 'Key', value: 'v' } } }],
])('%s', (_, given) => {
  expect(sent(call(given))).toEqual(decoded(call(given)));
});

test('a request without a peer of its own comes from its source', () => {
  const { peerIp: _, ...received } = call().received;
  expect(sent(call({ received }))?.received.peerIp).toBe('192.0.2.1');
});

test.each([
  { remainingMs: 0, receivedAt: 0 }, { remainingMs: 900_000, receivedAt: 2 ** 47 + 5 },
])('any time arrives: %o', ({ remainingMs, receivedAt }) => {
  const rawCall = call({ received: { ...call().received, receivedAt } });
  expect(decodeRawCall(encodeRawCall(rawCall, 4_095, remainingMs))).toEqual({ ...decoded(rawCall), route: 4_095, remainingMs });
});

test('of an API key only the id and the value are sent', () => {
  const apiKey = { id: 'Key', value: 'v', limits: 'secret' };
  expect(encodeRawCall(call({ caller: { principal: { type: 'anonymous' }, apiKey } }), 3, 1)).not.toContain('secret');
});

test('every text but a call is refused', () => {
  const text = encodeRawCall(call(), 3, 1);
  expect([decodeRawCall(''), decodeRawCall('a\nb'), decodeRawCall(text.slice(0, text.indexOf('GET'))), decodeRawCall(text.replace('\r\n\r\n', '\r\n'))]).toEqual(Array(4).fill(undefined));
});

test('any bytes in the body arrive', () => {
  fc.assert(fc.property(fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) }), (body) => {
    expect(sent(call({ raw: { head: HEAD, body } }))?.raw).toEqual({ head: HEAD, body });
  }));
});
