import { CONNECTION_HEADERS, draftAgain, draftOf, missingFields, playRequest } from '../../../lib/dashboard/model/draft';
import type { RequestRecord, RouteState } from '../../../lib/dashboard/protocol';
import { CONNECTION_HEADERS as NOT_SENT } from '../../../lib/runtime/http/header-names';

const ROUTE: RouteState = {
  method: 'POST', path: '/shops/{shop}/files/{proxy+}', integration: 'proxy', integrationLabel: 'proxy Files', apiKeyRequired: true, isNew: false,
  authorizer: { name: 'Auth', type: 'token', sources: [{ in: 'header', name: 'Authorization' }, { in: 'query', name: 'tenant' }], scopes: [] }, bodyExample: '{"a":1}', models: {},
  parameters: [
    { in: 'path', name: 'shop', required: true }, { in: 'query', name: 'color', required: false }, { in: 'header', name: 'X-Own', required: true },
  ],
};
const PLACE = { api: 'Pets', stage: 'prod' };
const declared = (keys: readonly string[] = [], credentials: readonly string[] = []) => ({ ...PLACE, keys, credentials });

test('the form of a route has what the definition declares, the example of the model, and a key if one is needed', () => {
  const draft = draftOf(ROUTE, declared(['Student', 'Teacher']));
  expect(draft).toMatchObject({ ...PLACE, method: 'POST', body: '{"a":1}', key: 'Student' });
  expect(draft.pathParameters.map(({ name }) => name)).toEqual(['shop', 'proxy']);
  expect(draft.query.map(({ name }) => name)).toEqual(['tenant', 'color']);
  expect(draft.headers.map(({ name, value }) => `${name}=${value}`)).toEqual(['Content-Type=application/json', 'Authorization=', 'X-Own=']);
});

test('a method without a body has none, and ANY begins with GET', () => {
  expect(draftOf({ ...ROUTE, method: 'ANY' }, declared())).toMatchObject({ method: 'GET', key: '' });
  expect(draftOf({ ...ROUTE, method: 'GET' }, declared()).body).toBe('');
});

test('what is filled in is sent, encoded; what is empty is not', () => {
  const draft = draftOf(ROUTE, declared(['Student']));
  expect(missingFields(draft)).toEqual(['shop', 'proxy']);
  const filled = {
    ...draft,
    pathParameters: [{ name: 'shop', value: 'a/b {proxy+} $&' }, { name: 'proxy', value: 'x/y z' }],
    query: [{ name: 'color', value: 'red & blue' }, { name: 'size', value: '' }],
  };
  expect(missingFields(filled)).toEqual([]);
  expect(playRequest(filled)).toEqual({
    ...PLACE, method: 'POST', path: '/shops/a%2Fb%20%7Bproxy%2B%7D%20%24%26/files/x/y%20z?color=red%20%26%20blue',
    headers: [{ name: 'Content-Type', value: 'application/json' }], body: '{"a":1}', key: 'Student',
  });
});

test('the headers of the connection are those that the gateway does not send', () => {
  expect([...CONNECTION_HEADERS].sort()).toEqual([...NOT_SENT].sort());
});

test('a recorded request is sent again as it was, without what the connection added', () => {
  const record = {
    ...PLACE, id: '1', method: 'PUT', path: '/pets/7', query: 'a=1&b=x+y&c=%zz', status: 200,
    request: { body: 'text', headers: [{ name: 'Host', value: 'x' }, { name: 'Content-Length', value: '4' }, { name: 'X-Own', value: 'mine' }] },
  } as unknown as RequestRecord;
  expect(playRequest(draftAgain(record))).toEqual({
    ...PLACE, method: 'PUT', path: '/pets/7?a=1&b=x%20y&c=%25zz', headers: [{ name: 'X-Own', value: 'mine' }], body: 'text',
  });
});

test('bytes stay bytes when they are sent again', () => {
  const record = { ...PLACE, method: 'PUT', path: '/', query: '', request: { body: 'AP8=', isBase64: true, headers: [] } } as unknown as RequestRecord;
  expect(playRequest(draftAgain(record))).toMatchObject({ body: 'AP8=', isBase64: true });
});

test('where the gateway can sign, a caller is chosen and no token is asked for', () => {
  const authorizer = { name: 'Pool', type: 'cognito-user-pools', sources: [{ in: 'header', name: 'Authorization' }], scopes: ['pets/read', 'pets/write'], identity: 'token' } as const;
  const draft = draftOf({ ...ROUTE, authorizer, parameters: [] }, declared());
  expect(draft.headers.map(({ name }) => name)).toEqual(['Content-Type']);
  expect(playRequest(draft).identity).toEqual({ authorizer: 'Pool', claims: { sub: 'test-user' }, groups: [], scopes: ['pets/read'] });
  const caller = { kind: 'token', authorizer: 'Pool', user: '', groups: 'admin, staff', scopes: '' } as const;
  expect(playRequest({ ...draft, caller }).identity).toEqual({ authorizer: 'Pool', groups: ['admin', 'staff'], scopes: [] });
  expect(playRequest({ ...draft, caller: undefined })).not.toHaveProperty('identity');
  const signed = draftOf({ ...ROUTE, authorizer: { type: 'AWS_IAM', sources: [], scopes: [], identity: 'credential' } }, declared([], ['AKIDANNA', 'AKIDCARL']));
  expect(playRequest(signed).identity).toEqual({ credential: 'AKIDANNA' });
});
