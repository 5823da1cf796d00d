import fc from 'fast-check';
import { compileEndpoint, type EndpointValues } from '../../../lib/runtime/integrations/endpoint';
import { stage } from '../../support/exchange';

const url = (uri: string, values: Partial<EndpointValues> = {}, variables: Record<string, string> = {}) =>
  compileEndpoint(uri, stage({ variables }))({ path: [], query: [], ...values });

/** `{a}` with what a client sent. */
const ofClient = (text: string): EndpointValues['path'] => [{ name: 'a', text, isEncoded: false }];

describe('Integration URI', () => {
  test('stage variables may occur anywhere; an unknown one is empty', () => {
    expect(url('${stageVariables.url}/a?v=${stageVariables.v}&n=${stageVariables.none}', {}, { url: 'http://host:81', v: '1' })).toBe('http://host:81/a?v=1&n=');
  });

  test('{name} is a mapped text, encoded; without one it stays', () => {
    expect(url('http://h/{a}/{b}', { path: ofClient('x+y/z%2F') })).toBe('http://h/x+y/z%252F/{b}');
    expect(url('http://h/{a}', { path: ofClient('$&') })).toBe('http://h/$&');
  });

  test('escapes that the definition wrote are kept', () => {
    expect(url('http://h/{a}', { path: [{ name: 'a', text: 'x%2By z', isEncoded: true }] })).toBe('http://h/x%2By%20z');
  });

  test('a value cannot open a query, a fragment or a line', () => {
    expect(url('http://h/{a}', { path: ofClient('x?y#z w\r\né😀\ud800') })).toBe('http://h/x%3Fy%23z%20w%0D%0A%C3%A9%F0%9F%98%80%EF%BF%BD');
  });

  test('a value in the uri\'s query cannot add a parameter', () => {
    expect(url('http://h/p?id={a}&x=1', { path: ofClient('1&x=2#f+') })).toBe('http://h/p?id=1%26x%3D2%23f%2B&x=1');
  });

  test('the uri\'s query comes first, then the parameters, encoded', () => {
    expect(url('http://h/p?own=1', { query: [['a', [' b']], ['c', ['']], ['m', ['x y', '&']]] })).toBe('http://h/p?own=1&a=%20b&c=&m=x%20y&m=%26');
    expect(url('http://h/p', { query: [['m', ['1']]] })).toBe('http://h/p?m=1');
  });

  test('of a query\'s characters, those are encoded that mean something else in it', () => {
    expect(url('http://h/p', { query: [['n/;', ['a/b;c:d@e,f$g?h!(i)*\'~']], ['=', ['&=+#% "<>[]|é\ud800']]] }))
      .toBe('http://h/p?n/;=a/b;c:d@e,f$g?h!(i)*\'~&%3D=%26%3D%2B%23%25%20%22%3C%3E%5B%5D%7C%C3%A9%EF%BF%BD');
  });

  test('a backend reads the same parameters as the gateway, whatever they are', () => {
    const parameter = fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }));
    fc.assert(fc.property(fc.uniqueArray(parameter, { selector: ([name]) => name }), (query) => {
      const read = new URL(url('http://h/p', { query })).searchParams;
      expect([...new Set(read.keys())].map((name) => [name, read.getAll(name)])).toEqual(query);
    }));
  });
});
