import fc from 'fast-check';
import { routeTable, samplePaths } from '../../lib/diff/route-matching';
import { createHttpRouter, createRouter } from '../../lib/runtime/router/router';
import { gatewaySchema, methodsOf } from '../../lib/spec';

/* A diff asks which route answers: it has a table of its own, as it must not load the gateway. It answers as the gateway's router does. */

const METHODS = ['ANY', 'GET', 'POST', 'OPTIONS'] as const;
const part = fc.constantFrom('a', 'b', '{p}', '{rest+}');
const routePath = fc.array(part, { maxLength: 3 }).map((parts) => {
  const greedy = parts.indexOf('{rest+}');
  return `/${(greedy === -1 ? parts : parts.slice(0, greedy + 1)).join('/')}`;
});
const tables = fc.array(fc.oneof({ arbitrary: fc.tuple(fc.constantFrom(...METHODS), routePath), weight: 6 }, { arbitrary: fc.constant(['ANY', '/$default'] as const), weight: 1 }), { maxLength: 8 });
const requests = fc.tuple(fc.constantFrom('GET', 'POST', 'OPTIONS', 'TRACE'), fc.array(fc.constantFrom('a', 'b', 'c', '~0'), { maxLength: 4 }).map((segments) => `/${segments.join('/')}`));

test.each(['rest', 'http'] as const)('a table of routes answers as the router of a %s API does', (protocol) => {
  fc.assert(fc.property(tables, requests, (declared, [method, requested]) => {
    const table = protocol === 'http' ? declared : declared.filter(([, own]) => own !== '/$default');
    const paths = [...new Set(table.map(([, path]) => path))];
    const spec = gatewaySchema.parse({
      format: 'synthgate/1', protocol, api: { id: 'pets', name: 'Pets' },
      resources: Object.fromEntries(paths.map((path, index) => [path, {
        id: `r${index}`, methods: Object.fromEntries(table.filter(([, own]) => own === path).map(([own]) => [own, { integration: { type: 'mock', responses: [] } }])),
      }])),
    });
    const router = (protocol === 'http' ? createHttpRouter : createRouter)(methodsOf(spec).map((located) => ({ path: located.path, method: located.httpMethod, target: located })));
    const answer = routeTable(spec).answer(method, requested);
    expect(answer).toBe(router.match(method, requested)?.target);
  }), { numRuns: 3_000 });
});

test('sample paths stand for what a route answers', () => {
  expect(samplePaths('/pets/{id}', 2)).toEqual(['/pets/~1']);
  expect(samplePaths('/files/{path+}', 2)).toEqual(['/files/~1', '/files/~1/~more']);
  expect(samplePaths('/', 2)).toEqual(['/']);
});
