import { decision, openGateway, openIssuer, petsWith, type AuthorizedGateway } from '../../support/authorizers';

const OFFICE = '192.0.2.0/24';
const allow = (given: object = {}) => ({ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*', ...given });
const deny = (given: object = {}) => allow({ Effect: 'Deny', ...given });
const from = (operator: string) => ({ Condition: { [operator]: { 'aws:SourceIp': OFFICE } } });
const open: AuthorizedGateway[] = [];
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())));

function gateway(Statement: readonly object[], authorization: object = { type: 'NONE' }, authorizer?: object): AuthorizedGateway {
  const authorizers: Record<string, never> = authorizer === undefined ? {} : { Auth: authorizer as never };
  const opened = openGateway({ api: { policy: { Statement } } as never, authorizers, resources: petsWith(authorization) }, {
    functions: { Decide: ({ authorizationToken }) => decision({}, { Effect: authorizationToken === 'deny' ? 'Deny' : 'Allow', Resource: authorizationToken === 'none' ? 'x' : '*' }) },
  });
  open.push(opened);
  return opened;
}

describe('without authorization', () => {
  test('an explicit allow is needed', async () => {
    const opened = gateway([allow(from('IpAddress'))]);
    expect((await opened.send({ sourceIp: '192.0.2.7' })).status).toBe(200);
    expect(await opened.send({ sourceIp: '198.51.100.1' })).toMatchObject({
      status: 403, errorType: 'AccessDeniedException', error: { code: 'POLICY_NOT_ALLOWED' },
      text: '{"Message":"User: anonymous is not authorized to perform: execute-api:Invoke on resource: arn:aws:execute-api:us-east-1:********9012:api123/prod/GET/pets because no resource-based policy allows the execute-api:Invoke action"}',
    });
  });

  test('a deny wins, with an explicit message', async () => {
    const opened = gateway([allow(), deny(from('IpAddress'))]);
    expect((await opened.send({ sourceIp: '198.51.100.1' })).status).toBe(200);
    const answer = await opened.send({ sourceIp: '192.0.2.7' });
    expect(answer).toMatchObject({ status: 403, error: { code: 'POLICY_DENIED' } });
    expect(answer.text).toContain('api123/prod/GET/pets with an explicit deny in a resource-based policy"}');
  });

  test('statements name stages, methods and paths', async () => {
    const opened = gateway([allow(), deny({ Resource: 'execute-api:/prod/POST/*' }), deny({ Resource: '*/GET/pets/7' })]);
    expect((await opened.send()).status).toBe(200);
    expect((await opened.send({ method: 'POST' })).status).toBe(403);
    for (const path of ['/prod/pets/7', '/prod/pets/7/', '/prod//pets/7']) expect([path, (await opened.send({ path })).status]).toEqual([path, 403]);
    expect((await opened.send({ path: '/prod/pets/8' })).status).toBe(200);
  });

  test('the address is the peer\'s: X-Forwarded-For does not count (RELIABILITY A26)', async () => {
    const opened = gateway([allow(from('IpAddress'))]);
    expect((await opened.send({ sourceIp: '198.51.100.1', headers: { 'X-Forwarded-For': '192.0.2.7' } })).status).toBe(403);
    expect((await opened.send({ sourceIp: '::ffff:192.0.2.7' })).status).toBe(200);
  });

  test('a private network is never the caller\'s here', async () => {
    const opened = gateway([allow(), deny({ Condition: { StringNotEquals: { 'aws:SourceVpc': 'vpc-1' } } })]);
    expect((await opened.send()).status).toBe(403);
  });

  test('aws:SecureTransport is true, over HTTP as well: API Gateway is reached over HTTPS only', async () => {
    const secure = (value: string) => ({ Condition: { Bool: { 'aws:SecureTransport': value } } });
    expect((await gateway([allow(), deny(secure('false'))]).send()).status).toBe(200);
    expect((await gateway([allow(secure('true'))]).send()).status).toBe(200);
    expect((await gateway([allow(secure('false'))]).send()).status).toBe(403);
  });

  test('preflights need an allow as well', async () => {
    const cors = { methods: ['GET' as const], allowHeaders: [], allowMethods: ['GET'] };
    const resources = { '/pets': { ...petsWith({ type: 'NONE' })['/pets'], cors } };
    for (const [Statement, status] of [[[allow()], 200], [[allow({ Resource: '*/GET/*' })], 403]] as const) {
      const opened = openGateway({ api: { policy: { Statement } } as never, resources });
      open.push(opened);
      expect((await opened.send({ method: 'OPTIONS' })).status).toBe(status);
    }
  });
});

describe('with an authorizer function', () => {
  const CUSTOM = { type: 'CUSTOM', authorizer: 'Auth' };
  const TOKEN = { type: 'token', function: 'Decide' };
  const bearer = (Authorization: string) => ({ headers: { Authorization } });

  test('a deny ends the request before the function is called', async () => {
    const opened = gateway([deny()], CUSTOM, TOKEN);
    expect((await opened.send(bearer('t'))).error?.code).toBe('POLICY_DENIED');
    expect(opened.calls).toEqual([]);
  });

  test.each([['t', 200], ['deny', 403], ['none', 403]])('otherwise the function decides: %s is %i', async (token, status) => {
    expect((await gateway([allow()], CUSTOM, TOKEN).send(bearer(token))).status).toBe(status);
    expect((await gateway([allow({ Resource: 'x' })], CUSTOM, TOKEN).send(bearer(token))).status).toBe(status);
  });
});

test('with user pools a deny comes first, and a good token needs an allow as well', async () => {
  const issuer = await openIssuer();
  const POOL = { type: 'COGNITO_USER_POOLS', authorizer: 'Auth' };
  const pools = { type: 'cognito-user-pools', userPools: [{ issuer: issuer.url }] };
  const good = { headers: { Authorization: await issuer.token() } };
  expect((await gateway([deny()], POOL, pools).send(good)).error?.code).toBe('POLICY_DENIED');
  expect(issuer.requests).toEqual([]);
  expect((await gateway([allow()], POOL, pools).send(good)).status).toBe(200);
  expect((await gateway([allow()], POOL, pools).send()).status).toBe(401);
  expect((await gateway([allow({ Resource: 'x' })], POOL, pools).send(good)).error?.code).toBe('POLICY_NOT_ALLOWED');
  await issuer.close();
});

test('CDK tokens in the policy are replaced by local values, which are checked', async () => {
  const policy = { Statement: [allow({ Condition: { IpAddress: { 'aws:SourceIp': '${token:Office}' } } })] };
  const load = (value: string) => openGateway({ api: { policy } as never, resources: petsWith({ type: 'NONE' }) }, { values: { Office: value } });
  const opened = load(OFFICE);
  open.push(opened);
  expect((await opened.send()).status).toBe(200);
  expect((await opened.send({ sourceIp: '198.51.100.1' })).status).toBe(403);
  expect(() => load('the office')).toThrow('SPEC_INVALID');
});
