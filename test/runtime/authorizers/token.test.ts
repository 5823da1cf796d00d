import { decision, openGateway, Outcome, petsWith, type AuthorizedGateway, type TestFunction } from '../../support/authorizers';

const CUSTOM = { type: 'CUSTOM', authorizer: 'Auth' };
const ARN = 'arn:aws:execute-api:us-east-1:123456789012:api123/prod';
const open: AuthorizedGateway[] = [];
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())));

function gateway(Decide: TestFunction, authorizer: object = {}, api: object = {}): AuthorizedGateway {
  const authorizers = { Auth: { type: 'token' as const, function: 'Decide', ...authorizer } };
  const spec = { authorizers, resources: petsWith(CUSTOM), stages: { prod: {}, beta: {} }, api: api as never };
  const opened = openGateway(spec, { functions: { Decide } });
  open.push(opened);
  return opened;
}

const bearer = (token: string, path?: string) => ({ headers: { Authorization: token }, ...(path === undefined ? {} : { path }) });

test('the function gets exactly type, token and ARN, and with its start at most ten seconds', async () => {
  const opened = gateway(() => decision());
  await opened.send(bearer('t', '/prod/pets/7/'));
  expect(opened.calls[0]).toEqual({ name: 'Decide', event: { type: 'TOKEN', authorizationToken: 't', methodArn: `${ARN}/GET/pets/7` }, timeoutMs: 10_000 });
});

test('the method\'s function gets the principal, the context as strings, and the latency', async () => {
  const opened = gateway(async () => {
    opened.clock.now += 12;
    return Promise.resolve(decision({ context: { text: 'a', number: 1.5, flag: true } }));
  });
  const { event } = await opened.send(bearer('t'));
  expect(event?.requestContext.authorizer).toEqual({ text: 'a', number: '1.5', flag: 'true', principalId: 'user-1', integrationLatency: 12 });
  const again = await opened.send(bearer('t'));
  expect(again.event?.requestContext.authorizer?.integrationLatency).toBe(0);
});

test.each([
  ['nothing', {}], ['an empty header', { headers: { Authorization: '' } }], ['another header', { headers: { 'X-Token': 't' } }],
])('%s is 401 without a call', async (_, request) => {
  const opened = gateway(() => decision());
  expect(await opened.send(request)).toMatchObject({ status: 401, text: '{"message":"Unauthorized"}', errorType: 'UnauthorizedException', error: { code: 'IDENTITY_SOURCE_MISSING' } });
  expect(opened.calls).toEqual([]);
});

test('the token may be in another header', async () => {
  const opened = gateway(() => decision(), { identitySource: 'method.request.header.X-Token' });
  expect((await opened.send({ headers: { 'x-token': 't' } })).status).toBe(200);
});

test.each([['Bearer abc', 200], ['Bearer abc!', 401], ['xBearer abc', 401], ['bearer abc', 401]])('validation expression: %s is %i', async (token, status) => {
  const opened = gateway(() => decision(), { identityValidationExpression: 'Bearer [a-z]+' });
  const answer = await opened.send(bearer(token));
  expect(answer.status).toBe(status);
  expect(opened.countOf('Decide')).toBe(status === 200 ? 1 : 0);
  if (status === 401) expect(answer.error?.code).toBe('IDENTITY_PATTERN_MISMATCH');
});

test('AUTHORIZER_UNAUTHORIZED: the error text "Unauthorized" is 401, and only that', async () => {
  const opened = gateway(({ authorizationToken }) => { throw new Error(authorizationToken); });
  expect(await opened.send(bearer('Unauthorized'))).toMatchObject({ status: 401, text: '{"message":"Unauthorized"}', error: { code: 'AUTHORIZER_UNAUTHORIZED' } });
  for (const text of ['unauthorized', 'Unauthorized.', 'boom']) {
    expect(await opened.send(bearer(text))).toMatchObject({
      status: 500, text: '{"message":null}', errorType: 'AuthorizerConfigurationException', error: { code: 'AUTHORIZER_CALL_FAILED' },
    });
  }
});

test.each([
  ['a timeout', new Outcome({ type: 'timeout', timeoutMs: 10_000, limit: 'caller' })],
  ['a crash', new Outcome({ type: 'failed', code: 'FUNCTION_CRASHED', reason: 'signal SIGKILL' })],
  ['no free instance', new Outcome({ type: 'throttled' })],
])('AUTHORIZER_CALL_FAILED: %s', async (_, outcome) => {
  expect(await gateway(() => outcome).send(bearer('t'))).toMatchObject({ status: 500, text: '{"message":null}', error: { code: 'AUTHORIZER_CALL_FAILED' } });
});

test.each([
  ['nothing', null],
  ['a text', 'allow'],
  ['no principal', { ...decision(), principalId: undefined }],
  ['a list in the context', decision({ context: { list: ['a'] } as never })],
])('AUTHORIZER_RESULT_INVALID: %s', async (_, result) => {
  const opened = gateway(() => result);
  expect(await opened.send(bearer('t'))).toMatchObject({
    status: 500, text: '{"message":null}', errorType: 'AuthorizerConfigurationException', error: { code: 'AUTHORIZER_RESULT_INVALID' },
  });
  expect(opened.countOf('Backend')).toBe(0);
});

test('AUTHORIZER_CALL_FAILED: a stage variable that names no function affects only methods of that authorizer', async () => {
  const authorizers = { Auth: { type: 'token' as const, function: '${stageVariables.auth}' } };
  const open1 = openGateway({ authorizers, resources: { ...petsWith(CUSTOM), '/open': petsWith({ type: 'NONE' })['/pets'] } });
  open.push(open1);
  expect((await open1.send(bearer('t'))).error?.code).toBe('AUTHORIZER_CALL_FAILED');
  expect((await open1.send({ path: '/prod/open' })).status).toBe(200);
});

test('AUTHORIZER_DENIED, AUTHORIZER_NOT_ALLOWED: what the policy says', async () => {
  const opened = gateway(({ authorizationToken }) => decision({}, authorizationToken === 'deny' ? { Effect: 'Deny' } : { Resource: '*/GET/dogs' }));
  expect(await opened.send(bearer('deny'))).toMatchObject({
    status: 403, text: '{"Message":"User is not authorized to access this resource with an explicit deny in an identity-based policy"}', errorType: 'AccessDeniedException', error: { code: 'AUTHORIZER_DENIED' },
  });
  expect(await opened.send(bearer('none'))).toMatchObject({
    status: 403, text: '{"Message":"User is not authorized to access this resource because no identity-based policy allows the execute-api:Invoke action"}', error: { code: 'AUTHORIZER_NOT_ALLOWED' },
  });
  expect(opened.countOf('Backend')).toBe(0);
});

test('a gateway response reads what the function said about the caller that it refuses', async () => {
  const responseTemplates = { 'application/json': '{"why":"$context.authorizer.why","who":"$context.authorizer.principalId"}' };
  const opened = openGateway({
    authorizers: { Auth: { type: 'token' as const, function: 'Decide' } },
    resources: petsWith(CUSTOM),
    gatewayResponses: { ACCESS_DENIED: { responseTemplates } },
  }, {
    functions: {
      Decide: ({ authorizationToken }) => decision(
        { principalId: 'anna', context: { why: `no ${authorizationToken}` } }, authorizationToken === 'deny' ? { Effect: 'Deny' } : { Resource: 'x' },
      ),
    },
  });
  open.push(opened);
  for (const [token, code] of [['deny', 'AUTHORIZER_DENIED'], ['none', 'AUTHORIZER_NOT_ALLOWED'], ['deny', 'AUTHORIZER_DENIED']] as const) {
    expect(await opened.send(bearer(token))).toMatchObject({ status: 403, text: `{"why":"no ${token}","who":"anna"}`, error: { code } });
  }
  expect(opened.countOf('Decide')).toBe(2); // the third is answered from the cache
  expect(opened.countOf('Backend')).toBe(0);
});

test('METHOD_ARN_TOO_LONG: one byte more than 1,600 is 414, before any authorizer is called', async () => {
  const opened = gateway(() => decision());
  const rest = 1_600 - `${ARN}/GET/pets/`.length;
  expect((await opened.send(bearer('t', `/prod/pets/${'x'.repeat(rest)}`))).status).toBe(200);
  expect(await opened.send(bearer('t', `/prod/pets/${'x'.repeat(rest + 1)}`))).toMatchObject({ status: 414, text: '{"message":"Request URI too long"}' });
  expect(opened.countOf('Decide')).toBe(1);
});

describe('results', () => {
  test('are remembered for their time, and not longer', async () => {
    const opened = gateway(() => decision(), { resultsCacheTtlSeconds: 60 });
    for (const [after, calls] of [[0, 1], [59_999, 1], [1, 2], [59_999, 2]]) {
      opened.clock.now += after;
      await opened.send(bearer('t'));
      expect(opened.countOf('Decide')).toBe(calls);
    }
  });

  test('end early, never late, when the clock is put back', async () => {
    const opened = gateway(() => decision());
    await opened.send(bearer('t'));
    opened.clock.now -= 3_600_000;
    await opened.send(bearer('t'));
    expect(opened.countOf('Decide')).toBe(2);
  });

  test('are not remembered with a time of 0', async () => {
    const opened = gateway(() => decision(), { resultsCacheTtlSeconds: 0 });
    await opened.send(bearer('t'));
    await opened.send(bearer('t'));
    expect(opened.countOf('Decide')).toBe(2);
  });

  test('belong to one token, stage and authorizer', async () => {
    const authorizers = { Auth: { type: 'token' as const, function: 'Decide' }, Other: { type: 'token' as const, function: 'Decide' } };
    const secondMethods = petsWith({ type: 'CUSTOM', authorizer: 'Other' })['/pets'];
    const opened = openGateway({ authorizers, resources: { ...petsWith(CUSTOM), '/other': secondMethods }, stages: { prod: {}, beta: {} } }, { functions: { Decide: () => decision() } });
    open.push(opened);
    for (const request of [bearer('t'), bearer('u'), bearer('t', '/beta/pets'), bearer('t', '/prod/other')]) await opened.send(request);
    expect(opened.countOf('Decide')).toBe(4);
  });

  test('are policies, not decisions: one that allows GET does not allow POST', async () => {
    const opened = gateway(() => decision({}, { Resource: '*/GET/*' }));
    expect((await opened.send(bearer('t'))).status).toBe(200);
    expect((await opened.send({ ...bearer('t'), method: 'POST' })).status).toBe(403);
    expect(opened.countOf('Decide')).toBe(1);
  });

  test('that deny are remembered; failures are not', async () => {
    let works = false;
    const opened = gateway(({ authorizationToken }) => {
      if (authorizationToken === 'deny') return decision({}, { Effect: 'Deny' });
      if (!works) throw new Error('Unauthorized');
      return decision();
    });
    for (const token of ['deny', 'deny', 'late']) await opened.send(bearer(token));
    works = true;
    expect((await opened.send(bearer('late'))).status).toBe(200);
    expect(opened.countOf('Decide')).toBe(3);
  });
});

test('the API key that the function names opens the method, and X-Api-Key does not', async () => {
  const value = 'key-of-user-1-0123456789';
  const method = { authorization: CUSTOM, apiKeyRequired: true, integration: { type: 'proxy', function: 'Backend' } } as never;
  const opened = openGateway({
    api: { apiKeySource: 'AUTHORIZER' } as never,
    authorizers: { Auth: { type: 'token', function: 'Decide' } },
    resources: { '/pets': { id: 'pets', methods: { GET: method } } },
    apiKeys: { Key: { value } },
    usagePlans: { Plan: { stages: { prod: {} }, keys: ['Key'] } },
  }, { functions: { Decide: ({ authorizationToken }) => decision(authorizationToken === 'named' ? { usageIdentifierKey: value } : {}) } });
  open.push(opened);
  expect((await opened.send(bearer('named'))).event?.requestContext.identity.apiKeyId).toBe('Key');
  expect(await opened.send({ headers: { 'Authorization': 'other', 'X-Api-Key': value } })).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' });
});

test('templates see the caller, the claims and the context by name', async () => {
  const requestTemplates = { 'application/json': '{"statusCode": 200}' };
  const responseTemplates = { 'application/json': '$context.authorizer.principalId $context.authorizer.role [$context.authorizer.claims] [$context.authorizer]' };
  const method = { authorization: CUSTOM, methodResponses: { 200: {} }, integration: { type: 'mock', requestTemplates, responses: [{ statusCode: '200', responseTemplates }] } } as never;
  const opened = openGateway({
    authorizers: { Auth: { type: 'token', function: 'Decide' } }, resources: { '/pets': { id: 'pets', methods: { GET: method } } },
  }, { functions: { Decide: () => decision({ context: { role: 'admin' } }) } });
  open.push(opened);
  expect((await opened.send(bearer('t'))).text).toBe('user-1 admin [] []');
});
