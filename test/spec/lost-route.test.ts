import { mayAnswerFor, unreachableRoutes, type LostRoute, type RoutePlace } from '../../lib/spec';

const place = (text: string): RoutePlace => {
  const [httpMethod, path = ''] = text.split(' ');
  return { path, httpMethod: httpMethod as RoutePlace['httpMethod'] }; // as the table writes it
};
const lost = (extent: LostRoute['extent'], path: string, method?: LostRoute['method']): LostRoute => ({ extent, path, method, reason: 'lost' });

test.each([
  ['ANY /{proxy+}', lost('at', '/files/{name}.json', 'GET'), true],
  ['GET /files/{id}', lost('at', '/files/{name}.json', 'GET'), true],
  ['GET /files/all', lost('at', '/files/{name}.json', 'GET'), false],
  ['POST /files/{id}', lost('at', '/files/{name}.json', 'GET'), false],
  ['GET /files/{id}/parts', lost('at', '/files/{name}.json', 'GET'), false],
  ['GET /{any}/{id}', lost('at', '/files/x', 'GET'), true],
  ['GET /files/x', lost('at', '/files/x', 'GET'), false],
  ['GET /files/{id}', lost('at', '/files/{name+}/x', 'GET'), true],
  ['ANY /{proxy+}', lost('below', '/pets', 'GET'), true],
  ['ANY /pets', lost('below', '/pets'), false],
  ['GET /pets/{id}', lost('below', '/pets'), true],
  ['GET /pets/all', lost('below', '/pets'), false],
  ['ANY /pets/all', lost('below', '/pets'), true],
  ['GET /cats/{id}', lost('below', '/pets'), false],
  ['GET /{kind}/all', lost('below', '/pets'), true],
  ['ANY /', lost('at-or-below', '/', 'GET'), true],
  ['GET /', lost('at-or-below', '/', 'GET'), false],
  ['PUT /a/{b}', lost('at-or-below', '/', 'GET'), false],
  ['GET /a/{b}', lost('at-or-below', '/', 'GET'), true],
])('whether %s may answer for a route that is lost', (text, route, expected) => {
  expect(mayAnswerFor(place(text), route)).toBe(expected);
});

test('routes that no request reaches: parts that are not valid, and variables of several names at one place', () => {
  const places = ['GET /a', 'GET /a/{b}.json', 'GET /{c+}/d', 'GET /e/{f}', 'PUT /e/{g}/h', 'GET /i/{j}', 'GET /i/{k+}', 'GET /l/{m}', 'PUT /l/{m}'].map(place);
  expect(unreachableRoutes(places).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /a/{b}.json', 'GET /{c+}/d', 'GET /e/{f}', 'PUT /e/{g}/h',
  ]);
  expect(unreachableRoutes(['ANY /chat%2Fjoin', 'ANY /%7Bproxy+%7D'].map(place), { protocol: 'websocket' })).toEqual([]);
});
