import { nearestRoute, nearestStage } from '../../../lib/runtime/router/nearest-route';

const ROUTES = ['GET /pets', 'POST /pets', 'GET /pets/{petId}', 'ANY /admin/{proxy+}', 'OPTIONS /pets', 'GET /'].map((text) => {
  const [method = '', path = ''] = text.split(' ');
  return { method, path };
});

test.each([
  ['GET', '/pet', 'GET /pets'], ['GET', '/Pets', 'GET /pets'], ['POST', '/pet', 'POST /pets'], ['DELETE', '/pet/7', 'GET /pets/{petId}'],
  ['GET', '/prd/pets/a-long-tail', undefined], ['PUT', '/admn/a/b', 'PUT /admin/{proxy+}'], ['GET', '/cat', undefined], ['GET', `/${'a'.repeat(300)}`, undefined],
])('%s %s: %s', (method, path, nearest) => {
  expect(nearestRoute(method, path, ROUTES)).toBe(nearest);
});

test.each([['prd', 'prod'], ['Prod', 'prod'], ['dv', 'dev'], ['pets', undefined], ['', undefined]])('stage %s: %s', (given, meant) => {
  expect(nearestStage(given, ['dev', 'prod'])).toBe(meant);
});
