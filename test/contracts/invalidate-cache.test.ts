import { CREDENTIAL, decision, openGateway, petsWith, sign, type AuthorizedGateway, type GatewayParts, type Request } from '../support/authorizers';

/* execute-api:InvalidateCache: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-caching.html */

const open: AuthorizedGateway[] = [];
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())));

const stages = { prod: { cacheClusterEnabled: true, methodSettings: { '/pets/GET': { cachingEnabled: true } } } };
const RELOAD = { 'Cache-Control': 'max-age=0' };
const allow = (action: string, Resource = '*') => ({ Effect: 'Allow' as const, Action: action, Resource });

/** How often the function is called by a request and a second one that asks for a fresh response. */
async function callsOf(gateway: AuthorizedGateway, asCaller: (request: Request) => Request): Promise<number> {
  open.push(gateway);
  expect(await gateway.send(asCaller({}))).toMatchObject({ status: 200 });
  expect(await gateway.send(asCaller({ headers: RELOAD }))).toMatchObject({ status: 200 });
  return gateway.countOf('Backend');
}

describe('a signed request with Cache-Control: max-age=0', () => {
  const signed = (credential: object, api: object = {}) => {
    const credentials = [{ ...CREDENTIAL, ...credential }] as NonNullable<GatewayParts['credentials']>;
    return callsOf(openGateway({ resources: petsWith({ type: 'AWS_IAM' }), stages, api: api as never }, { credentials }), (request) => sign(request));
  };
  const policy = (...Statement: readonly object[]) => ({ policy: { Statement } });
  const INVOKE = allow('execute-api:Invoke');

  test.each([
    ['no policy of its own: the right is not assumed', {}, 1],
    ['a policy to invoke only', policy(INVOKE), 1],
    ['a policy to invalidate', policy(INVOKE, allow('execute-api:InvalidateCache', '*/prod/GET/pets')), 2],
    ['a policy for all actions', policy(allow('execute-api:*')), 2],
    ['a policy to invalidate another resource', policy(INVOKE, allow('execute-api:InvalidateCache', '*/prod/GET/cats')), 1],
    ['a policy that denies it', policy(allow('*'), { Effect: 'Deny', Action: 'execute-api:invalidatecache', Resource: '*' }), 1],
  ])('with %s', async (_, credential, calls) => {
    await expect(signed(credential)).resolves.toBe(calls);
  });

  test('with a resource policy that allows it', async () => {
    const Statement = [{ ...allow('execute-api:InvalidateCache', 'execute-api:/*'), Principal: '*' }];
    await expect(signed(policy(INVOKE), { policy: { Statement } })).resolves.toBe(2);
  });
});

test.each([['execute-api:Invoke', 1], ['execute-api:*', 2]])('an authorizer function that allows %s', async (action, calls) => {
  const gateway = openGateway({
    authorizers: { Auth: { type: 'token', function: 'Decide' } }, resources: petsWith({ type: 'CUSTOM', authorizer: 'Auth' }), stages,
  }, { functions: { Decide: () => decision({}, { Action: action }) } });
  await expect(callsOf(gateway, ({ headers }) => ({ headers: { Authorization: 'me', ...headers } }))).resolves.toBe(calls);
});

test('a method without authorization has no caller', async () => {
  await expect(callsOf(openGateway({ resources: petsWith({ type: 'NONE' }), stages }), (request) => request)).resolves.toBe(1);
});
