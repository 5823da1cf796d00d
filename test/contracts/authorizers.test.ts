import {
  CREDENTIAL, decision, openGateway, openIssuer, petsWith, sign, type AuthorizedGateway, type Request, type TestFunction, type TestIssuer,
} from '../support/authorizers';

/* The behavior that every kind of authorization must have. */

let issuer: TestIssuer;
const open: AuthorizedGateway[] = [];

beforeAll(async () => {
  issuer = await openIssuer();
});
afterEach(async () => {
  issuer.answer = undefined;
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});
afterAll(() => issuer.close());

/** One kind: how it is declared, its callers, and how it fails. */
interface Kind {
  readonly open: (authorizer?: TestFunction) => AuthorizedGateway;
  /** A request with the credential of a caller. */
  readonly as: (user: string, request?: Request) => Promise<Request> | Request;
  /** Requests with an invalid credential. */
  readonly bad: () => Promise<Readonly<Record<string, Request>>>;
  /** Status of a request without any credential. */
  readonly missing: number;
  /** Makes the authorizer unreachable. */
  readonly breakDown: (() => Promise<AuthorizedGateway> | AuthorizedGateway) | undefined;
  /** The caller as the function sees it. */
  readonly caller: (event: NonNullable<Awaited<ReturnType<AuthorizedGateway['send']>>['event']>) => unknown;
  /** Calls to the outside so far: authorizer functions, requests for keys. */
  readonly callsOutside: (gateway: AuthorizedGateway) => number;
}

const USERS = { 'good-1': 'user-1', 'good-2': 'user-2' } as const;

const byToken: TestFunction = ({ authorizationToken, headers }) => {
  const user = USERS[(authorizationToken ?? headers.Authorization) as keyof typeof USERS];
  if (user === undefined) throw new Error('Unauthorized');
  return decision({ principalId: user });
};

const tokenOf = (user: string) => ({ Authorization: user === 'user-1' ? 'good-1' : 'good-2' });
const CUSTOM = { type: 'CUSTOM', authorizer: 'Auth' };
const POOL = { type: 'COGNITO_USER_POOLS', authorizer: 'Auth' };

function functionKind(authorizer: object): Kind {
  const spec = { authorizers: { Auth: authorizer as never }, resources: petsWith(CUSTOM) };
  const openWith = (decide: TestFunction = byToken) => openGateway(spec, { functions: { Decide: decide } });
  return {
    open: openWith,
    as: (user, request = {}) => ({ ...request, headers: tokenOf(user) }),
    bad: () => Promise.resolve({ 'unknown': { headers: { Authorization: 'bad' } }, 'nearly': { headers: { Authorization: 'good-1 ' } } }),
    missing: 401,
    breakDown: () => openWith(() => Promise.reject(new Error('connection refused'))),
    caller: ({ requestContext }) => requestContext.authorizer?.principalId,
    callsOutside: (gateway) => gateway.countOf('Decide'),
  };
}

function jwtKind(authorizer: () => object): Kind {
  const openIt = () => openGateway({ authorizers: { Auth: authorizer() as never }, resources: petsWith(POOL) });
  return {
    open: openIt,
    as: async (user, request = {}) => ({ ...request, headers: { Authorization: await issuer.token({ sub: user }) } }),
    bad: async () => {
      const good = await issuer.token();
      const [head, payload] = good.split('.');
      const bearer = (token: string) => ({ headers: { Authorization: token } });
      return {
        'no token': bearer('bad'),
        'a changed payload': bearer(`${head}.${Buffer.from(JSON.stringify({ sub: 'admin' })).toString('base64url')}.${good.split('.')[2]}`),
        'no signature': bearer(`${head}.${payload}.`),
        'another issuer': bearer(await issuer.token({ iss: 'https://evil.example' })),
        'expired': bearer(await issuer.token({ exp: 1 })),
      };
    },
    missing: 401,
    breakDown: () => {
      issuer.answer = () => ({ status: 503 });
      return openIt();
    },
    caller: ({ requestContext }) => (requestContext.authorizer?.claims as { readonly sub?: string } | undefined)?.sub,
    callsOutside: () => issuer.requests.length,
  };
}

const SECOND = { accessKeyId: 'AKIDSECOND', secretAccessKey: 'another-secret-of-another-user', userArn: 'arn:aws:iam::123456789012:user/user-2' };
const FIRST = { ...CREDENTIAL, userArn: 'arn:aws:iam::123456789012:user/user-1' };

const KINDS: Readonly<Record<string, Kind>> = {
  'token': functionKind({ type: 'token', function: 'Decide' }),
  'request': functionKind({ type: 'request', function: 'Decide', identitySources: ['method.request.header.Authorization'] }),
  'cognito-user-pools': jwtKind(() => ({ type: 'cognito-user-pools', userPools: [{ issuer: issuer.url }] })),
  'jwt': jwtKind(() => ({ type: 'jwt', issuer: issuer.url, audience: ['pets'] })),
  'iam': {
    open: () => openGateway({ resources: petsWith({ type: 'AWS_IAM' }) }, { credentials: [FIRST, SECOND] }),
    as: (user, request) => sign(request, { credential: user === 'user-1' ? FIRST : SECOND }),
    bad: () => Promise.resolve({
      'unknown key': sign({}, { credential: { accessKeyId: 'AKIDOTHER', secretAccessKey: 'x' } }),
      'wrong secret': sign({}, { credential: { ...CREDENTIAL, secretAccessKey: 'x' } }),
      'bearer token': { headers: { Authorization: 'Bearer good-1' } },
    }),
    missing: 403,
    breakDown: undefined,
    caller: ({ requestContext }) => String(requestContext.identity.userArn).split('/')[1],
    callsOutside: () => 0,
  },
};

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  const gateway = (...given: Parameters<Kind['open']>) => {
    const opened = kind.open(...given);
    open.push(opened);
    return opened;
  };

  test('refuses a request without a credential without calling anything', async () => {
    const opened = gateway();
    const before = kind.callsOutside(opened);
    const answer = await opened.send();
    expect(answer.status).toBe(kind.missing);
    expect(kind.callsOutside(opened)).toBe(before);
    expect(opened.calls).toEqual([]);
  });

  test('refuses an invalid credential; the method is not called', async () => {
    const opened = gateway();
    for (const [name, request] of Object.entries(await kind.bad())) {
      const answer = await opened.send(request);
      expect([name, answer.status === 401 || answer.status === 403]).toEqual([name, true]);
    }
    expect(opened.countOf('Backend')).toBe(0);
  });

  test('accepts a valid caller and passes its identity to the function', async () => {
    const answer = await gateway().send(await kind.as('user-1'));
    expect(answer.status).toBe(200);
    expect(answer.event === undefined ? undefined : kind.caller(answer.event)).toBe('user-1');
  });

  test('never mixes up the identities of callers', async () => {
    const opened = gateway();
    const users = ['user-1', 'user-2', 'user-1', 'user-2', 'user-2', 'user-1'];
    const answers = await Promise.all(users.map(async (user) => opened.send(await kind.as(user))));
    expect(answers.map(({ text }) => kind.caller(JSON.parse(text) as never))).toEqual(users); // the function returns its event
  });

  test('makes one outside call for many requests of one caller', async () => {
    const opened = gateway();
    await opened.send(await kind.as('user-1'));
    const before = kind.callsOutside(opened);
    for (const path of ['/prod/pets', '/prod/pets/7', '/prod/pets?x=1']) expect((await opened.send(await kind.as('user-1', { path }))).status).toBe(200);
    expect(kind.callsOutside(opened)).toBe(before);
    expect(opened.countOf('Backend')).toBe(4);
  });

  test('the log has the code and the cause of a refusal, and no credential', async () => {
    const opened = gateway();
    for (const request of Object.values(await kind.bad())) {
      await opened.send(request);
      const [entry] = opened.log.splice(0);
      expect(entry).toMatchObject({ message: 'request', code: expect.stringMatching(/^[A-Z_]+$/) as string });
      const secret = request.headers?.Authorization ?? '';
      expect(JSON.stringify(entry)).not.toContain(secret.split('Signature=').at(-1));
    }
  });

  const { breakDown } = kind;
  if (breakDown === undefined) return;

  test('refuses every caller while the authorizer is unreachable', async () => {
    const broken = await breakDown();
    open.push(broken);
    const answer = await broken.send(await kind.as('user-1'));
    expect([answer.status, answer.text]).toEqual([500, '{"message":null}']);
    expect(broken.countOf('Backend')).toBe(0);
  });
});

test('a preflight is answered without authorization, and OPTIONS of an ANY method is not', async () => {
  const resources = petsWith(CUSTOM);
  const cors = { methods: ['GET' as const], allowHeaders: [], allowMethods: ['GET'] };
  const authorizers = { Auth: { type: 'token' as const, function: 'Decide' } };
  const method = resources['/pets'].methods?.GET;
  const spec = { authorizers, resources: { '/pets': { id: 'pets', cors, methods: { GET: method } }, '/any': { id: 'any', methods: { ANY: method } } } };
  const gateway = openGateway(spec, { functions: { Decide: byToken } });
  open.push(gateway);
  expect((await gateway.send({ method: 'OPTIONS' })).status).toBe(200);
  expect((await gateway.send({ method: 'OPTIONS', path: '/prod/any' })).status).toBe(401);
});
