import * as fc from 'fast-check';
import { GatewayError } from '../../../lib/errors';
import { proxyReply, type ResultContext } from '../../../lib/runtime/lambda-format/result';

const CONTEXT: ResultContext = { functionName: 'fn', accept: '*/*', binaryMediaTypes: [] };

function reply(result: unknown, context: Partial<ResultContext> = {}) {
  const { status, headers, body } = proxyReply(JSON.stringify(result), { ...CONTEXT, ...context });
  return { status, headers: headers.map(({ name, value }) => `${name}: ${value}`), body: body.toString('latin1') };
}

function errorCode(result: unknown, context: Partial<ResultContext> = {}): string {
  try {
    proxyReply(typeof result === 'string' ? result : JSON.stringify(result), { ...CONTEXT, ...context });
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('proxy result', () => {
  test('an empty object is 200 with an empty JSON body', () => {
    expect(reply({})).toEqual({ status: 200, headers: ['Content-Type: application/json'], body: '' });
  });

  test('a numeric text is a status', () => {
    expect(reply({ statusCode: '201' }).status).toBe(201);
  });

  test.each([200, 204, 300, 304, 404, 418, 599])('status %i passes', (statusCode) => {
    expect(reply({ statusCode }).status).toBe(statusCode);
  });

  test.each(['statusCode', 'headers', 'multiValueHeaders', 'cookies', 'body', 'isBase64Encoded', 'headers":{"a'])('%s of 100,000 lists in each other is malformed', (member) => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(errorCode(`{"${member}":${deep}${member.includes('{') ? '}' : ''}}`)).toBe('RESULT_MALFORMED');
  });

  test('only headers are enough: 200 with an empty body', () => {
    expect(reply({ headers: { 'X-A': 'a' } })).toEqual({ status: 200, headers: ['Content-Type: application/json', 'X-A: a'], body: '' });
  });

  test('a content type of the function in any case replaces the default', () => {
    expect(reply({ headers: { 'content-TYPE': 'text/plain' } }).headers).toEqual(['content-TYPE: text/plain']);
  });

  test('multi values come first and give the spelling', () => {
    const result = { multiValueHeaders: { 'tesT-Multi': ['a', 'b'] }, headers: { 'test-multi': 'c', 'content-type': 'x/y' } };
    expect(reply(result).headers).toEqual(['tesT-Multi: a', 'tesT-Multi: b', 'tesT-Multi: c', 'content-type: x/y']);
  });

  test('numbers and booleans are header values', () => {
    expect(reply({ headers: { n: 1, b: true, 'content-type': 'x/y' } }).headers).toEqual(['n: 1', 'b: true', 'content-type: x/y']);
  });

  test('headers, multiValueHeaders and body may be null', () => {
    expect(reply({ headers: null, multiValueHeaders: null, body: null }).status).toBe(200);
  });

  test.each([
    ['null', 'null'],
    ['a text', '"text"'],
    ['a list', '[]'],
    ['a number', '1'],
    ['no JSON', 'undefined'],
    ['an unknown member', { wrongValue: 1 }],
    ['__proto__ as a member', '{"__proto__": {}}'],
    ['a status that is not a number', { statusCode: 'test' }],
    ['hexadecimal text', { statusCode: '0xc8' }],
    ['a fraction', { statusCode: 200.7 }],
    ['status 0', { statusCode: 0 }],
    ['an interim status', { statusCode: 101 }],
    ['status 600', { statusCode: 600 }],
    ['headers as a list', { headers: [] }],
    ['headers as text', { headers: 'a' }],
    ['a header that is an object', { headers: { a: {} } }],
    ['a header that is null', { headers: { a: null } }],
    ['a multi value that is not a list', { multiValueHeaders: { a: 'b' } }],
    ['a line break in a value', { headers: { a: 'b\r\nc: d' } }],
    ['NUL in a value', { headers: { a: 'b\0' } }],
    ['a character without a byte', { headers: { a: '€' } }],
    ['a space in a name', { headers: { 'a b': 'c' } }],
    ['an empty name', { headers: { '': 'c' } }],
    ['a body that is an object', { body: {} }],
    ['a body that is a number', { body: 1 }],
    ['a flag that is text', { isBase64Encoded: 'true' }],
  ])('RESULT_MALFORMED (502): %s', (_, result) => {
    expect(errorCode(result)).toBe('RESULT_MALFORMED');
  });

  const fields = (count: number) => ({ multiValueHeaders: { 'x': Array<string>(count).fill(''), 'content-type': ['x/y'] } });

  test('header values of 10,240 bytes and 1,000 headers are carried, more is RESULT_MALFORMED (502)', () => {
    expect(reply({ headers: { 'x': 'a'.repeat(10_237), 'content-type': 'x/y' } }).status).toBe(200);
    expect(errorCode({ headers: { 'x': 'a'.repeat(10_238), 'content-type': 'x/y' } })).toBe('RESULT_MALFORMED');
    expect(reply(fields(999)).headers).toHaveLength(1000);
    expect(errorCode(fields(1000))).toBe('RESULT_MALFORMED');
  });

  test('a large text of very many members is refused before it is parsed, one of few is not', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x${index}`, '']));
    expect(errorCode({ headers: many })).toBe('RESULT_MALFORMED');
    expect(errorCode('['.repeat(100_000))).toBe('RESULT_MALFORMED');
    expect(reply({ body: JSON.stringify(many) }).status).toBe(200);
  });

  test('__proto__ is a header name like others', () => {
    expect(errorCode('{"headers": {"__proto__": "x"}}')).toBe('accepted');
  });
});

describe('base64 in a proxy result', () => {
  const result = { isBase64Encoded: true, body: 'dGV4dA==', headers: { 'Content-Type': 'x/y' } };

  test.each([
    ['no binary media types: never decoded', [], '*/*', 'dGV4dA=='],
    ['Accept names a binary type', ['image/png'], 'image/png', 'text'],
    ['a wildcard of the client is compared literally', ['image/png'], 'image/*', 'dGV4dA=='],
    ['a wildcard of the client matches the same entry', ['image/*'], 'image/*', 'text'],
    ['*/* takes all', ['*/*'], 'text/plain', 'text'],
    ['*/* takes a request without Accept', ['*/*'], undefined, 'text'],
  ])('%s', (_, binaryMediaTypes, accept, body) => {
    expect(reply(result, { binaryMediaTypes, accept }).body).toBe(body);
  });

  test.each(['no base64!', 'a', 'aGVsb', 'YQ=', 'YWJj='])('RESULT_NOT_BASE64 (500) when %j must be decoded and cannot', (body) => {
    expect(errorCode({ isBase64Encoded: true, body }, { binaryMediaTypes: ['*/*'] })).toBe('RESULT_NOT_BASE64');
  });

  test('any result gives a reply or a coded error, never another one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(['accepted', 'RESULT_MALFORMED', 'RESULT_NOT_BASE64']).toContain(errorCode(JSON.stringify(value)));
      }),
    );
  });
});
