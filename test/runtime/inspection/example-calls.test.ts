import { exampleCalls, type ExampleSource } from '../../../lib/runtime/inspection/example-calls';
import type { KeyState, RouteState } from '../../../lib/runtime';

const route = (method: string, path: string, change: Partial<RouteState> = {}): RouteState =>
  ({ method, path, integration: 'mock', integrationLabel: 'mock', apiKeyRequired: false, isNew: false, parameters: [], models: {}, ...change });
const key: KeyState = { name: 'Partner', enabled: true, value: 'local-value-of-the-key', plans: ['Gold'], stages: ['prod'] };
const callsOf = (routes: readonly RouteState[], source: Partial<ExampleSource> = {}) =>
  exampleCalls({ name: 'prod', routes: [...routes] }, { keys: [], isKeySent: true, ...source });
const targetsOf = (routes: readonly RouteState[]) => callsOf(routes).calls.map(({ method, path }) => `${method} ${path}`);

test('a path without and one with parameters come first, then other methods', () => {
  const routes = [route('DELETE', '/pets/{id}'), route('GET', '/pets/{id}'), route('GET', '/pets'), route('OPTIONS', '/pets'), route('POST', '/pets')];
  expect(targetsOf(routes)).toEqual(['GET /pets', 'GET /pets/1', 'DELETE /pets/1']);
});

test('a call with a body is offered where its model is known, or where nothing else can be called', () => {
  expect(callsOf([route('POST', '/pets')]).calls).toEqual([
    { method: 'POST', path: '/pets', headers: [{ name: 'content-type', value: 'application/json' }], body: '{}' },
  ]);
  expect(targetsOf([route('GET', '/pets'), route('POST', '/pets')])).toEqual(['GET /pets']);
  expect(callsOf([route('GET', '/pets'), route('POST', '/pets', { bodyExample: '{"name":"text"}' })]).calls[1]?.body).toBe('{"name":"text"}');
});

test('parameters are filled in: those of the path, and required ones', () => {
  const parameters = [
    { in: 'query' as const, name: 'page size', required: true }, { in: 'query' as const, name: 'sort', required: false },
    { in: 'header' as const, name: 'X-Tenant', required: true },
  ];
  const [call] = callsOf([route('ANY', '/{proxy+}', { parameters })]).calls;
  expect(call).toEqual({ method: 'GET', path: '/some/path?page%20size=text', headers: [{ name: 'X-Tenant', value: 'text' }], body: '' });
});

test('a key that the stage accepts is sent', () => {
  const keys = [{ ...key, name: 'Off', enabled: false }, { ...key, name: 'Elsewhere', stages: ['dev'] }, { ...key, name: 'Cloud', value: undefined }, key];
  const routes = [route('GET', '/pets', { apiKeyRequired: true })];
  expect(callsOf(routes, { keys: keys as KeyState[] }).calls[0]?.headers).toEqual([{ name: 'x-api-key', value: 'local-value-of-the-key' }]);
  expect(callsOf(routes, { isKeySent: false }).calls[0]?.headers).toEqual([]);
});

test('a token is named where the local issuer can sign one', () => {
  const authorizer = { name: 'Customers', type: 'cognito-user-pools', sources: [{ in: 'header' as const, name: 'Authorization' }], scopes: ['pets/read'] };
  const { calls, tokenAuthorizers } = callsOf([route('GET', '/pets', { authorizer: { ...authorizer, identity: 'token' } })]);
  expect(calls[0]?.token).toEqual({ header: 'Authorization', authorizer: 'Customers', scope: 'pets/read' });
  expect(tokenAuthorizers).toEqual(['Customers']);
});

test('a route that cannot be called says what it needs', () => {
  const sources = [{ in: 'header' as const, name: 'Authorization' }];
  const { calls, obstacles } = callsOf([
    route('GET', '/a', { unavailable: 'function Report cannot run here: it is Python' }),
    route('GET', '/b', { authorizer: { name: 'Guard', type: 'token', sources, scopes: [] } }),
    route('GET', '/c', { authorizer: { type: 'AWS_IAM', sources: [], scopes: [] } }),
    route('GET', '/d', { apiKeyRequired: true }),
  ]);
  expect(calls).toEqual([]);
  expect(obstacles.map(({ path, needs }) => `${path} needs ${needs}`)).toEqual([
    '/a needs what does not run here: function Report cannot run here: it is Python',
    '/b needs what authorizer Guard accepts in header Authorization',
    '/c needs a request signed with credentials of the gateway (AWS_IAM)',
    '/d needs an API key, and no key with a value is in a usage plan of the stage',
  ]);
});
