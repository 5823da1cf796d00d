import { compileEndpoint, type EndpointValues } from '../../../lib/runtime/integrations/endpoint';
import { stage } from '../../support/exchange';

const url = (uri: string, values: Partial<EndpointValues> = {}, variables: Record<string, string> = {}) =>
  compileEndpoint(uri, stage({ variables }))({ path: [], query: [], ...values });

describe('aws-data-plane §8, Integration URI', () => {
  test('stage variables stand anywhere; an unknown one is empty', () => {
    expect(url('${stageVariables.url}/a?v=${stageVariables.v}&n=${stageVariables.none}', {}, { url: 'http://host:81', v: '1' })).toBe('http://host:81/a?v=1&n=');
  });

  test('{name} is a mapped value as sent; without one it stays', () => {
    expect(url('http://h/{a}/{b}', { path: [['a', 'x%2By/z']] })).toBe('http://h/x%2By/z/{b}');
    expect(url('http://h/{a}', { path: [['a', '$&']] })).toBe('http://h/$&');
  });

  test('a value cannot open a query, a fragment or a line', () => {
    expect(url('http://h/{a}', { path: [['a', 'x?y#z w\r\né😀\ud800']] })).toBe('http://h/x%3Fy%23z%20w%0D%0A%C3%A9%F0%9F%98%80%EF%BF%BD');
  });

  test('the uri\'s query comes first, then the client\'s, then what is mapped, encoded', () => {
    expect(url('http://h/p?own=1', { rawQuery: 'a=%20b&c', query: [['m', ['x y', '&']]] })).toBe('http://h/p?own=1&a=%20b&c&m=x%20y&m=%26');
    expect(url('http://h/p', { query: [['m', ['1']]] })).toBe('http://h/p?m=1');
  });
});
