import { compileRequestParameters } from '../../../lib/runtime/mapping/request-parameters';
import { templateScope } from '../../../lib/runtime/mapping/template-scope';
import { received, stage, validated } from '../../support/exchange';
import { atOnce, noSandbox } from '../../support/sandbox';

const REQUEST = validated({
  headers: [{ name: 'X-A', value: '1' }, { name: 'X-A', value: '2' }, { name: 'x-a', value: 'other' }],
  queryParameters: { q: ['a b', 'c'] },
  pathParameters: { id: 'a%2Bb' },
  stage: stage({ variables: { version: '1.0' } }),
  received: received({ body: Buffer.from('{"a": {"b": [1, "x"]}, "t": "text", "n": null, "evil": "a\\r\\nX: y", "wide": "日"}') }),
});

function map(parameters: Record<string, string>, request = REQUEST, target: 'function' | 'http' = 'http') {
  return atOnce(compileRequestParameters(parameters, { target, service: 'amzn' }, noSandbox)(request, templateScope(request)));
}

const headerOf = (from: string, request = REQUEST) => map({ 'integration.request.header.X': from }, request).headers[0]?.value;
const withBody = (text: string) => validated({ received: received({ body: Buffer.from(text) }) });

describe('parameter mapping of requests', () => {
  test.each([
    ['\'constant\'', 'constant'],
    ['\'it\'s\'', 'it\'s'],
    ['method.request.header.X-A', '2'],
    ['method.request.header.x-a', 'other'],
    ['method.request.multivalueheader.X-A', '1,2'],
    ['method.request.querystring.q', 'c'],
    ['method.request.multivaluequerystring.q', 'a b,c'],
    ['method.request.path.id', 'a%2Bb'],
    ['context.resourceId', 'res123'],
    ['context.identity.sourceIp', '192.0.2.1'],
    ['stageVariables.version', '1.0'],
    ['method.request.body.a', '{"b":[1,"x"]}'],
    ['method.request.body.a.b[1]', 'x'],
    ['method.request.body.t', 'text'],
  ])('%s is %s', (from, value) => {
    expect(headerOf(from)).toBe(value);
  });

  test.each([
    'method.request.header.X-Missing', 'method.request.querystring.Q', 'method.request.path.other', 'context.authorizer.principalId', 'context.identity',
    'context.identity.user', 'stageVariables.missing', 'method.request.body.missing', 'method.request.body.n', 'method.request.multivalueheader.Y',
    'stageVariables.constructor', 'context.__proto__',
  ])('%s is missing, so nothing is set', (from) => {
    expect(map({ 'integration.request.header.X': from, 'integration.request.querystring.x': from, 'integration.request.path.x': from }))
      .toEqual({ headers: [], query: [], path: [] });
  });

  test('a query parameter keeps all values of a multi-value source', () => {
    expect(map({ 'integration.request.querystring.x.y': 'method.request.multivaluequerystring.q' }).query).toEqual([['x.y', ['a b', 'c']]]);
  });

  test('a path parameter is decoded for the address of a backend, and as it was sent in a header', () => {
    const from = 'method.request.path.id';
    expect(map({ 'integration.request.path.p': from, 'integration.request.querystring.q': from, 'integration.request.header.h': from })).toEqual({
      path: [{ name: 'p', text: 'a+b', isEncoded: false }],
      query: [['q', ['a+b']]],
      headers: [{ name: 'h', value: 'a%2Bb' }],
    });
  });

  test('an empty body is {}', () => {
    expect(headerOf('method.request.body', withBody(''))).toBe('{}');
  });

  test.each(['{"a":', '[1', '"x', '\'x\''])('a body that starts like JSON but is invalid is rejected: %s', (text) => {
    expect(() => headerOf('method.request.body.a', withBody(text))).toThrow(expect.objectContaining({ code: 'PARAMETER_BODY_NOT_JSON' }));
  });

  test('other text counts as a text', () => {
    expect(headerOf('method.request.body', withBody('plain'))).toBe('plain');
    expect(headerOf('method.request.body.a', withBody('plain'))).toBeUndefined();
  });

  test('a client cannot put line breaks into a header', () => {
    expect(headerOf('method.request.body.evil')).toBe('a  X: y');
    expect(Buffer.from(headerOf('method.request.body.wide') ?? '', 'latin1').toString('utf8')).toBe('日');
  });
});

describe('illegal names', () => {
  test('make every call fail, whatever the value', () => {
    const illegal = expect.objectContaining({ code: 'INTEGRATION_HEADER_ILLEGAL' });
    expect(() => map({ 'integration.request.header.Content-Length': 'method.request.header.Missing' })).toThrow(illegal);
    expect(() => map({ 'integration.request.header.Authorization': '\'a\'' }, REQUEST, 'function')).toThrow(illegal);
    expect(map({ 'integration.request.header.Authorization': '\'a\'' }).headers).toEqual([{ name: 'Authorization', value: 'a' }]);
  });
});
