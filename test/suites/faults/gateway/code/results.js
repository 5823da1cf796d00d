'use strict';
/** Handlers with odd results, by the numbers of the list of results; `?variant=n` chooses among several of one number. */

const header = (name, value) => ({ statusCode: 200, headers: { [name]: value }, body: 'body' });
const status = (statusCode) => ({ statusCode, body: 'body' });
const withHeaders = (headers, body = 'body') => ({ statusCode: 200, headers, body });
const many = (count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, '']));
const circular = () => {
  const value = { statusCode: 200 };
  value.self = value;
  return value;
};

const RESULTS = {
  R01: [() => header('X-A', 'a\r\nX-B: b')],
  R02: [() => header('X-A', 'a\nX-B: b')],
  R03: [() => header('X-A', 'a\0b')],
  R04: [() => header('X-A', '€')],
  R05: [() => header('X-A', 'é'), () => ({ ...header('X-A', 'é'), body: 'Ym9keQ==', isBase64Encoded: true })],
  R06: [() => header('X Y', 'a')],
  R07: [() => header('X\r\nY', 'a')],
  R08: [() => header('', 'a')],
  R09: [() => header('X:', 'a')],
  R10: [() => ({ statusCode: 200, headers: JSON.parse('{"__proto__": "a"}'), body: 'body' })],
  R11: [0, 99, 1000].map((code) => () => status(code)),
  R11b: [NaN, null, undefined].map((code) => () => status(code)),
  R12: [100, 101, 103, 199].map((code) => () => status(code)),
  R13: [600, 999].map((code) => () => status(code)),
  R14: [() => status('200')],
  R15: ['0xc8', 200.7, '2e2', ' 200', true].map((code) => () => status(code)),
  R16: [() => withHeaders({ 'Content-Length': '1' })],
  R17: [() => withHeaders({ 'Content-Length': '1000' })],
  R18: [() => withHeaders({ 'Content-Length': '1', 'content-length': '2' })],
  R19: ['abc', '-1', '+4', '0x4'].map((length) => () => withHeaders({ 'Content-Length': length })),
  R20: ['chunked', 'gzip, chunked', 'identity'].map((coding) => () => withHeaders({ 'Transfer-Encoding': coding }, '0\r\n\r\n')),
  R21: [() => withHeaders({ 'Transfer-Encoding': 'chunked', 'Content-Length': '5' }, '0\r\n\r\n')],
  R22: ['Connection', 'Upgrade', 'Keep-Alive', 'Trailer', 'Proxy-Connection', 'TE'].map((name) => () => withHeaders({ [name]: 'X-Foo', 'X-Foo': 'foo' })),
  R23: [204, 304, 205].map((code) => () => status(code)),
  R24: [204, 304, 205].map((code) => () => ({ ...status(code), headers: { 'Content-Length': '7' } })),
  R25: [[], {}, null].map((value) => () => header('X-A', value)),
  R26: [5, {}].map((body) => () => ({ statusCode: 200, body })),
  R26b: [() => ({ statusCode: 200, body: null })],
  R27: [() => ({ statusCode: 200, body: 1n })],
  R28: [circular],
  R29: [() => ({ statusCode: 200, body: 'body', extra: () => 1, symbol: Symbol('s') })],
  R30: [() => ({ get statusCode() { throw new Error('unreadable'); } })],
  R31: [() => new Proxy({ statusCode: 200, body: 'body' }, { ownKeys: () => { throw new Error('unreadable'); } })],
  R32: [() => ({ toJSON: () => { for (;;); } })],
  R33: [() => ({ statusCode: 200, body: 'x'.repeat(200 * 1024 * 1024) })],
  R34: [() => ({ statusCode: 200, body: 'x'.repeat(6_291_556) })],
  R35: [() => ({ statusCode: 200, headers: many(1_000_000) }), () => ({ statusCode: 200, headers: many(400_000) })],
  R36: [() => header('X-A', 'a'.repeat(100_000))],
  R37: [() => ({ statusCode: 200, headers: many(5000) })],
  R38: [() => ({ statusCode: 200, body: 'no base64!', isBase64Encoded: true })],
  R39: [() => ({ statusCode: 200, body: 'Ym9keQ==', isBase64Encoded: 'true' })],
  R40: [() => ({ statusCode: 200, unknown: 1 })],
  R41: [() => ({ statusCode: 200, statusMessage: 'Fine\r\nX-B: b' })],
  R42: [() => ({ statusCode: 200, body: 'a\ud800b' })],
  R45: [() => ({ statusCode: 200, multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] }, body: 'body' })],
};
for (const [id, variants] of Object.entries(RESULTS)) {
  exports[id] = async (event) => variants[Number(event.queryStringParameters?.variant ?? 0)]();
}

/** Two replies: the first wins. */
exports.R43 = (event, context, callback) => {
  context.callbackWaitsForEmptyEventLoop = false;
  callback(null, { statusCode: 200, body: 'first' });
  callback(null, { statusCode: 200, body: 'second' });
};

/** An answer that is begun on the channel and never completed. */
exports.R44 = async () => {
  require('node:fs').writeSync(3, Buffer.from('{"statusCode":200,"body":"no end'));
  process.reallyExit(0);
};
