import { decision, openGateway, petsWith, type AuthorizedGateway, type TestFunction } from '../../support/authorizers';

const CUSTOM = { type: 'CUSTOM', authorizer: 'Auth' };
const open: AuthorizedGateway[] = [];
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())));

function gateway(authorizer: object, Decide: TestFunction = () => decision(), variables: Record<string, string> = {}): AuthorizedGateway {
  const authorizers = { Auth: { type: 'request' as const, function: 'Decide', ...authorizer } };
  const opened = openGateway({ authorizers, resources: petsWith(CUSTOM), stages: { prod: { variables } } }, { functions: { Decide } });
  open.push(opened);
  return opened;
}

test('the function gets the request without its body, and no authorizer in its context', async () => {
  const opened = gateway({ identitySources: ['method.request.header.X-User'] }, undefined, { color: 'red' });
  await opened.send({ method: 'POST', path: '/prod/pets?a=1&a=2', headers: { 'X-User': 'u' }, body: 'secret' });
  const [{ event }] = opened.calls;
  expect(Object.keys(event).sort()).toEqual([
    'headers', 'httpMethod', 'methodArn', 'multiValueHeaders', 'multiValueQueryStringParameters', 'path', 'pathParameters', 'queryStringParameters',
    'requestContext', 'resource', 'stageVariables', 'type',
  ]);
  expect(event).toMatchObject({
    type: 'REQUEST', methodArn: 'arn:aws:execute-api:us-east-1:123456789012:api123/prod/POST/pets', resource: '/pets', path: '/pets', httpMethod: 'POST',
    queryStringParameters: { a: '2' }, multiValueQueryStringParameters: { a: ['1', '2'] }, pathParameters: null, stageVariables: { color: 'red' },
  });
  expect(event.requestContext).not.toHaveProperty('authorizer');
});

const SOURCES = ['method.request.header.X-User', 'method.request.querystring.q', 'stageVariables.color', 'context.identity.sourceIp'];

test('every identity source must be there while results are remembered', async () => {
  const opened = gateway({ identitySources: SOURCES }, undefined, { color: 'red' });
  expect((await opened.send({ path: '/prod/pets?q=1', headers: { 'X-User': 'u' } })).status).toBe(200);
  for (const request of [{ path: '/prod/pets?q=1' }, { headers: { 'X-User': 'u' } }, { path: '/prod/pets?q=', headers: { 'X-User': 'u' } }, { path: '/prod/pets?Q=1', headers: { 'X-User': 'u' } }]) {
    expect(await opened.send(request)).toMatchObject({ status: 401, error: { code: 'IDENTITY_SOURCE_MISSING' } });
  }
  expect(opened.countOf('Decide')).toBe(1);
  expect((await gateway({ identitySources: SOURCES }).send({ path: '/prod/pets?q=1', headers: { 'X-User': 'u' } })).status).toBe(401);
});

test('none must be there when nothing is remembered', async () => {
  const opened = gateway({ identitySources: SOURCES, resultsCacheTtlSeconds: 0 });
  expect((await opened.send()).status).toBe(200);
  await opened.send();
  expect(opened.countOf('Decide')).toBe(2);
});

test.each([
  [{ 'X-A': 'a', 'X-B': 'bc' }, { 'X-A': 'ab', 'X-B': 'c' }],
  [{ 'X-A': 'a,b', 'X-B': 'c' }, { 'X-A': 'a', 'X-B': 'b,c' }],
  [{ 'X-A': '1:a', 'X-B': 'b' }, { 'X-A': '1', 'X-B': 'a1:b' }],
  [{ 'X-A': 'a', 'X-B': 'b' }, { 'X-A': 'b', 'X-B': 'a' }],
])('%j and %j are two identities', async (one, other) => {
  const opened = gateway({ identitySources: ['method.request.header.X-A', 'method.request.header.X-B'] });
  await opened.send({ headers: one });
  await opened.send({ headers: other });
  expect(opened.countOf('Decide')).toBe(2);
});

test('two lines of a header are another identity than one of them', async () => {
  const opened = gateway({ identitySources: ['method.request.querystring.q'] });
  for (const path of ['/prod/pets?q=1', '/prod/pets?q=2&q=1', '/prod/pets?q=2&q=1']) await opened.send({ path });
  expect(opened.countOf('Decide')).toBe(2);
});

test('headers that are not identity sources do not matter', async () => {
  const opened = gateway({ identitySources: ['context.identity.sourceIp'] });
  await opened.send({ path: '/prod/pets', headers: { 'X-Forwarded-For': '10.0.0.1' } });
  await opened.send({ path: '/prod/pets/7', headers: { 'X-Forwarded-For': '10.0.0.2' } });
  await opened.send({ path: '/prod/pets/7', sourceIp: '192.0.2.2' });
  expect(opened.countOf('Decide')).toBe(2);
});
