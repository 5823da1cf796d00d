import { routeTree } from '../../../lib/dashboard/model/route-tree';
import type { RouteState } from '../../../lib/dashboard/protocol';

const linesOf = (...routes: readonly string[]) => routeTree(routes.map(route)).map(({ label, depth, path, routes: own }) =>
  `${'  '.repeat(depth)}${label} ${path === label ? '' : `(${path}) `}${own.map(({ method }) => method).join(',')}`.trimEnd());

test('parents come before their children, variables after names', () => {
  expect(linesOf('GET /pets/{petId}', 'GET /pets', 'POST /pets', 'GET /pets/new', 'GET /cats')).toEqual([
    '/cats GET', '/pets GET,POST', '  /new (/pets/new) GET', '  /{petId} (/pets/{petId}) GET',
  ]);
});

test('parts without methods are joined with the only one below them', () => {
  expect(linesOf('GET /v1/admin/health', 'GET /v1/admin/users')).toEqual([
    '/v1/admin', '  /health (/v1/admin/health) GET', '  /users (/v1/admin/users) GET',
  ]);
  expect(linesOf('ANY /files/{proxy+}')).toEqual(['/files/{proxy+} ANY']);
});

test('methods of the root have a line of their own, with everything else below it', () => {
  expect(linesOf('GET /', 'GET /pets')).toEqual(['/ GET', '  /pets GET']);
  expect(linesOf()).toEqual([]);
});

function route(text: string): RouteState {
  const [method = '', path = ''] = text.split(' ');
  return { method, path, integration: 'mock', integrationLabel: 'mock', apiKeyRequired: false, isNew: false, parameters: [], models: {} };
}
