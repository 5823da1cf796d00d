import * as fc from 'fast-check';
import { createRouter, type RouteEntry } from '../../../lib/runtime/router/router';

function entry(text: string): RouteEntry<string> {
  const [method = '', path = ''] = text.split(' ');
  return { method, path, target: text };
}

function match(routes: readonly string[], method: string, path: string) {
  const match = createRouter(routes.map(entry)).match(method, path);
  return match === undefined ? undefined : { target: match.target, ...match.pathParameters };
}

describe('router', () => {
  test.each([
    ['a literal beats a parameter beats a greedy part', ['GET /pets/list', 'GET /pets/{id}', 'GET /{proxy+}'], 'GET', '/pets/list', { target: 'GET /pets/list' }],
    ['a parameter beats a greedy part', ['GET /pets/{id}', 'GET /{proxy+}'], 'GET', '/pets/7', { target: 'GET /pets/{id}', id: '7' }],
    ['goes on to a less specific resource when the method is missing', ['POST /test', 'OPTIONS /{proxy+}'], 'OPTIONS', '/test', { target: 'OPTIONS /{proxy+}', proxy: 'test' }],
    ['ANY of the more specific resource beats the method of a greedy one', ['ANY /test/any', 'OPTIONS /{proxy+}'], 'OPTIONS', '/test/any', { target: 'ANY /test/any' }],
    ['the own method beats ANY', ['ANY /a', 'GET /a'], 'GET', '/a', { target: 'GET /a' }],
    ['comes back from a dead end', ['GET /part1', 'GET /part1/fixed', 'GET /{param+}'], 'GET', '/part1/other', { target: 'GET /{param+}', param: 'part1/other' }],
    ['comes back below parameters', ['GET /foo/{p}/baz', 'GET /{a}/{b}/end'], 'GET', '/foo/x/end', { target: 'GET /{a}/{b}/end', a: 'foo', b: 'x' }],
    ['a trailing slash does not count and is not captured', ['GET /{proxy+}'], 'GET', '/value/', { target: 'GET /{proxy+}', proxy: 'value' }],
    ['double slashes inside are captured', ['GET /{proxy+}'], 'GET', '/value//more', { target: 'GET /{proxy+}', proxy: 'value//more' }],
    ['values are captured as sent', ['GET /{proxy+}'], 'GET', '/a%2Bb/c+d', { target: 'GET /{proxy+}', proxy: 'a%2Bb/c+d' }],
    ['the root', ['GET /'], 'GET', '/', { target: 'GET /' }],
    ['a parameter named __proto__ is a name like others', ['GET /{__proto__}'], 'GET', '/x', undefined],
  ] as const)('%s', (_, routes, method, path, expected) => {
    if (expected === undefined) expect(createRouter(routes.map(entry)).match(method, path)?.pathParameters).toHaveProperty('__proto__', 'x');
    else expect(match(routes, method, path)).toEqual(expected);
  });

  test.each([
    ['a greedy part needs a segment', ['GET /files/{proxy+}'], 'GET', '/files'],
    ['a greedy part needs more than a slash', ['GET /files/{proxy+}'], 'GET', '/files/'],
    ['a parameter needs a character', ['GET /{a}/x'], 'GET', '//x'],
    ['GET does not answer HEAD', ['GET /a'], 'HEAD', '/a'],
    ['ANY does not serve methods beyond the seven', ['ANY /a'], 'PROPFIND', '/a'],
    ['paths are case-sensitive', ['GET /Pets'], 'GET', '/pets'],
    ['literals are not decoded', ['GET /private'], 'GET', '/%70rivate'],
  ])('finds nothing: %s', (_, routes, method, path) => {
    expect(match(routes, method, path)).toBeUndefined();
  });

  test('a client that sends the method ANY does not get the ANY method', () => {
    expect(match(['ANY /a'], 'ANY', '/a')).toBeUndefined();
  });

  test('names the methods at a path, of every resource that matches it', () => {
    const router = createRouter(['GET /pets', 'POST /pets', 'DELETE /{proxy+}'].map(entry));
    expect(router.methodsAt('/pets')).toEqual(['DELETE', 'GET', 'POST']);
    expect(router.methodsAt('/')).toEqual([]);
  });
});

describe('the router agrees with a naive reading of the rules', () => {
  type Found = { readonly route: string; readonly parameters: Record<string, string> } | undefined;

  /** How specific a template is, part by part: literal, then parameter, then greedy. */
  const rank = (part: string): number => (part.endsWith('+}') ? 2 : part.startsWith('{') ? 1 : 0);
  const partsOf = (path: string): string[] => path.split('/').slice(1).filter((part, index, all) => part !== '' || index < all.length - 1);

  /** Parameters when a template matches the segments one by one. */
  function matchTemplate(template: string, segments: readonly string[]): Record<string, string> | undefined {
    const parts = template === '/' ? [] : partsOf(template);
    const parameters: Record<string, string> = {};
    for (const [index, part] of parts.entries()) {
      if (rank(part) === 2) {
        const rest = segments.slice(index).join('/');
        return rest === '' ? undefined : { ...parameters, [part.slice(1, -2)]: rest };
      }
      const segment = segments[index];
      if (segment === undefined || (rank(part) === 1 ? segment === '' : segment !== part)) return undefined;
      if (rank(part) === 1) parameters[part.slice(1, -1)] = segment;
    }
    return parts.length === segments.length ? parameters : undefined;
  }

  /** Every resource that matches and has the method or ANY; the one whose parts are the more specific, left to right. */
  function naively(routes: readonly string[], method: string, path: string): Found {
    const segments = path === '/' ? [] : partsOf(path);
    const resources = [...new Set(routes.map((route) => route.split(' ')[1]))];
    const candidates = resources.flatMap((resource) => {
      const parameters = matchTemplate(resource, segments);
      const route = [`${method} ${resource}`, `ANY ${resource}`].find((one) => routes.includes(one));
      return parameters === undefined || route === undefined ? [] : [{ route, resource, parameters }];
    });
    const ranks = (resource: string) => partsOf(resource).map(rank).join('');
    const [best] = candidates.sort((one, other) => (ranks(one.resource) < ranks(other.resource) ? -1 : 1));
    return best === undefined ? undefined : { route: best.route, parameters: best.parameters };
  }

  const segment = fc.constantFrom('a', 'b', 'c', '%2F', 'x.y');
  /** One name for the variable part below a resource, as the rules of a definition want it. */
  const template = fc.tuple(fc.array(fc.oneof(segment, fc.constant('{}')), { maxLength: 4 }), fc.boolean()).map(([parts, isGreedy]) => {
    const named = parts.map((part, index) => (part === '{}' ? `{p${index}}` : part));
    return `/${(isGreedy ? [...named, `{g${named.length}+}`] : named).join('/')}`;
  });
  const methods = fc.constantFrom('GET', 'POST', 'ANY');
  const routes = fc.uniqueArray(fc.tuple(methods, template).map(([method, path]) => `${method} ${path}`), { maxLength: 12 });
  /** Slashes right after the stage are one before the router sees them. */
  const request = fc.tuple(fc.array(fc.oneof(segment, fc.constant('z'), fc.constant('')), { maxLength: 5 }), fc.boolean())
    .filter(([[first]]) => first !== '')
    .map(([parts, hasSlash]) => `/${parts.join('/')}${hasSlash && parts.length > 0 ? '/' : ''}`);

  test('on random trees and random paths', () => {
    fc.assert(fc.property(routes, fc.constantFrom('GET', 'POST', 'HEAD'), request, (tree, method, path) => {
      const match = createRouter(tree.map(entry)).match(method, path);
      expect(match && { route: match.target, parameters: { ...match.pathParameters } }).toEqual(naively(tree, method, path));
    }), { numRuns: 2_000 });
  });
});
