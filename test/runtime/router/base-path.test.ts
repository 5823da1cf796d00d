import { BASE_PATH, basePathOf, longestFirst, readBasePaths, readMappedTarget } from '../../../lib/runtime/router/base-path';

const PATHS = readBasePaths({ 'Orders': 'orders', 'Users/prod': '/users/v1/', 'All': 'users' });

test('a base path is given by API, or by API and stage', () => {
  expect(PATHS).toEqual([
    { api: 'Orders', stage: undefined, path: '/orders' }, { api: 'Users', stage: 'prod', path: '/users/v1' }, { api: 'All', stage: undefined, path: '/users' },
  ]);
  expect(readBasePaths({ Web: '(none)', Page: '', Root: '/' }).map(({ path }) => path)).toEqual(['', '', '']);
});

test.each(['orders', '/a/b/', '(none)', 'v1.0', '...', '.well-known', 'a/..b', '', 'a-b_c.d$e+f!g*h\'(i)'])('"%s" can be a base path', (text) => expect(text).toMatch(BASE_PATH));
test.each(['.', '..', '../x', '/./', 'a/../b', 'a/..', 'a//b', 'a?b', 'a b', '//', 'a#', 'ü'])('"%s" cannot', (text) => expect(text).not.toMatch(BASE_PATH));

test.each([
  ['/orders', 'Orders'],
  ['/orders/prod/items?x=/users/v1', 'Orders'],
  ['//orders/prod', 'Orders'],
  ['/users/v1/7', 'Users'],
  ['/users/v1', 'Users'],
  ['/users/v10', 'All'],
  ['/users?x', 'All'],
  ['/ordersprod', undefined],
  ['/Orders/prod', undefined],
  ['/', undefined],
])('%s leads to %s: the longest base path wins, by whole segments', (target, api) => {
  expect(basePathOf(target, longestFirst(PATHS))?.api).toBe(api);
});

test('the empty base path takes what no other matches', () => {
  const paths = longestFirst(readBasePaths({ Web: '(none)', Orders: 'orders' }));
  expect(['/', '/x/y', '/orders/x'].map((target) => basePathOf(target, paths)?.api)).toEqual(['Web', 'Web', 'Orders']);
});

// the events that are behind custom domains: base path, mapped stage or stage in the path
test.each([
  ['/orders/prod/items/7?a=1', 'orders', undefined, { stageName: 'prod', path: '/orders/prod/items/7', routePath: '/items/7', query: 'a=1' }],
  ['/orders/items/7', 'orders', 'prod', { stageName: 'prod', path: '/orders/items/7', routePath: '/items/7', query: '' }],
  ['/orders', 'orders', 'prod', { stageName: 'prod', path: '/orders', routePath: '/', query: '' }],
  ['/orders/', 'orders', 'prod', { stageName: 'prod', path: '/orders/', routePath: '/', query: '' }],
  ['/orders', 'orders', undefined, { stageName: '', path: '/orders', routePath: '/', query: '' }],
  ['/prod/items', '(none)', undefined, { stageName: 'prod', path: '/prod/items', routePath: '/items', query: '' }],
  ['/items//7/', '(none)', 'prod', { stageName: 'prod', path: '/items//7/', routePath: '/items//7/', query: '' }],
])('%s below %s, stage %s', (target, basePath, stage, expected) => {
  const [mapping] = readBasePaths({ [stage === undefined ? 'Orders' : `Orders/${stage}`]: basePath });
  expect(mapping && readMappedTarget(target, mapping)).toEqual({ ...expected, fullPath: expected.path, basePath });
});
