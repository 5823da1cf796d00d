import { inPhase, watchPhases } from '../../../lib/runtime/access-log/phases';
import { CREDENTIAL, decision, openGateway, openIssuer, Outcome, petsWith, sign, type AuthorizedGateway, type GatewayParts, type Request, type TestIssuer } from '../../support/authorizers';

/* https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html */

const open: AuthorizedGateway[] = [];
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await openIssuer();
});
afterAll(() => issuer.close());
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())));

const NAMES = ['error', 'latency', 'status'];
const FORMAT = ['authenticate', 'authorizer', 'authorize'].map((phase) => [phase, ...NAMES.map((name) => `$context.${phase}.${name}`)].join('|')).join(' ')
  + ' call|$context.authorizer.integrationLatency|$context.authorizer.integrationStatus|$context.authorizer.requestId $context.requestId';

function gatewayWith(authorization: object, authorizers: object, parts: GatewayParts = {}): AuthorizedGateway {
  const gateway = openGateway({
    authorizers: authorizers as never, resources: petsWith(authorization), stages: { prod: { accessLog: { format: FORMAT } } },
  }, parts);
  open.push(gateway);
  return gateway;
}

async function lineOf(gateway: AuthorizedGateway, request: Request): Promise<string> {
  await gateway.send(request);
  const [line = '', id = ''] = /^(.*) (\S+)$/.exec(gateway.accessLines.at(-1) ?? '')?.slice(1) ?? [];
  return line.replace(id, 'ID');
}

describe('an authorizer function', () => {
  const custom = (decide: () => unknown) => {
    const gateway = gatewayWith({ type: 'CUSTOM', authorizer: 'Auth' }, { Auth: { type: 'token', function: 'Decide' } }, {
      functions: {
        Decide: () => {
          gateway.clock.now += 25;
          return decide();
        },
      },
    });
    return gateway;
  };
  const caller = { headers: { Authorization: 'me' } };

  test('that allows: how long it took, and that the policy said yes', async () => {
    const gateway = custom(() => decision());
    await expect(lineOf(gateway, caller)).resolves.toBe('authenticate|-|-|- authorizer|-|25|200 authorize|-|0|200 call|25|200|ID');
    await expect(lineOf(gateway, caller)).resolves.toBe('authenticate|-|-|- authorizer|-|0|200 authorize|-|0|200 call|0|-|-'); // remembered
  });

  test('that denies: the authorizer did its work, the policy refused', async () => {
    const line = await lineOf(custom(() => decision({}, { Effect: 'Deny' })), caller);
    expect(line).toMatch(/^authenticate\|-\|-\|- authorizer\|-\|25\|200 authorize\|User is not authorized .*\|0\|403 call\|25\|200\|ID$/);
  });

  test.each([
    ['refuses', () => { throw new Error('Unauthorized'); }, 'authorizer|Unauthorized|25|401 authorize|-|-|- call|25|401|ID'],
    ['fails', () => { throw new Error('boom'); }, 'authorizer|-|25|500 authorize|-|-|- call|25|500|ID'],
    ['answers nonsense', () => 'nonsense', 'authorizer|-|25|500 authorize|-|-|- call|25|200|ID'],
    ['does not answer', () => new Outcome({ type: 'timeout', timeoutMs: 10, limit: 'function' }), 'authorizer|-|25|500 authorize|-|-|- call|25|500|ID'],
  ])('that %s', async (_, decide, expected) => {
    await expect(lineOf(custom(decide), caller)).resolves.toBe(`authenticate|-|-|- ${expected}`);
  });

  test('that is not called because the request has no token', async () => {
    await expect(lineOf(custom(() => decision()), {})).resolves.toBe('authenticate|-|-|- authorizer|Unauthorized|0|401 authorize|-|-|- call|-|-|-');
  });
});

test('a token', async () => {
  const gateway = gatewayWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Auth' }, { Auth: { type: 'jwt', issuer: issuer.url, audience: ['pets'] } });
  await expect(lineOf(gateway, { headers: { Authorization: await issuer.token() } })).resolves.toBe('authenticate|-|-|- authorizer|-|0|200 authorize|-|-|- call|-|-|-');
  await expect(lineOf(gateway, { headers: { Authorization: await issuer.token({ exp: 1 }) } }))
    .resolves.toBe('authenticate|-|-|- authorizer|The incoming token has expired|0|401 authorize|-|-|- call|-|-|-');
});

describe('a signature', () => {
  const signed = (policy?: object) => gatewayWith({ type: 'AWS_IAM' }, {}, { credentials: [{ ...CREDENTIAL, ...(policy === undefined ? {} : { policy: policy as never }) }] });

  test('that is right', async () => {
    await expect(lineOf(signed(), sign())).resolves.toBe('authenticate|-|0|200 authorizer|-|-|- authorize|-|0|200 call|-|-|-');
  });

  test('that is missing', async () => {
    await expect(lineOf(signed(), {})).resolves.toBe('authenticate|Missing Authentication Token|0|403 authorizer|-|-|- authorize|-|-|- call|-|-|-');
  });

  test('of a caller without permission', async () => {
    const line = await lineOf(signed({ Statement: [{ Effect: 'Deny', Action: '*', Resource: '*' }] }), sign());
    expect(line).toMatch(/^authenticate\|-\|0\|200 authorizer\|-\|-\|- authorize\|User: .* is not authorized .*\|0\|403 call/);
  });
});

test('a request without logs is not observed', async () => {
  expect(inPhase({}, { phase: 'authorize' }, () => 7)).toBe(7);
  await expect(inPhase({ recorder: {} }, { phase: 'authorize' }, () => Promise.resolve(7))).resolves.toBe(7);
});

test('an error that is not in the catalog is 500', () => {
  const watch = watchPhases(() => 0);
  expect(() => inPhase({ recorder: watch }, { phase: 'authorizer' }, () => { throw new TypeError('x'); })).toThrow(TypeError);
  expect(watch.facts()).toEqual({ authorizer: { status: 500, error: undefined, latencyMs: 0, invocationId: undefined } });
});
