import fc from 'fast-check';
import { isRoutePath, messageRouteKey, routeKeyOf, routePathOf } from '../../lib/spec/protocol';

test('a route key and its path say the same', () => {
  fc.assert(fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (key) => {
    expect(messageRouteKey(routePathOf(key))).toBe(key);
    expect(isRoutePath(routePathOf(key))).toBe(true);
  }));
  expect(['$connect', 'join', 'chat/join', 'größe'].map(routePathOf)).toEqual(['/$connect', '/join', '/chat%2Fjoin', '/gr%C3%B6%C3%9Fe']);
});

test.each(['/', '/a/b', '/a b', '/{id}', '/%61', '/%2f', '/%', '/%FF'])('%s is not the path of a route', (path) => {
  expect(isRoutePath(path)).toBe(false);
});

test('the key of a route of an HTTP API', () => {
  expect([routeKeyOf('/pets', 'GET'), routeKeyOf('/$default', 'ANY')]).toEqual(['GET /pets', '$default']);
});
