import { GatewayError } from '../../../../lib/errors';
import { planThrottle } from '../../../../lib/runtime/pipeline/steps/throttle';
import type { RoutedRequest } from '../../../../lib/runtime/plan/exchange';
import type { NamedLimit } from '../../../../lib/runtime/plan/limits';
import { SUSPENDED } from '../../../../lib/runtime/plan/step';
import type { Throttling } from '../../../../lib/runtime/throttling/throttling';
import type { SystemPorts } from '../../../../lib/runtime/ports';
import { keyLimits, stageLimit } from '../../../../lib/runtime/throttling/limits';
import { createThrottling } from '../../../../lib/runtime/throttling/throttling';
import { usagePlanSchema, type UsagePlanInput } from '../../../support/usage-plan';
import { methodSpec, plan, ports, routed } from '../../../support/exchange';
import type { ThrottleSpec } from '../../../../lib/spec';

const store = { read: () => new Map(), changed: () => undefined };
const NOW = Date.UTC(2025, 10, 21, 12);

/** A request, and the stage's limit of its method. */
interface ThrottledRequest {
  readonly request: Partial<RoutedRequest>;
  readonly limit: NamedLimit | undefined;
}

/** Runs the step over a request; limits that are kept in this process never make it wait. */
function throttle({ request, limit }: ThrottledRequest, throttling: Throttling, clocks: Pick<SystemPorts, 'now' | 'monotonicNow'>): void {
  const spec = methodSpec({ apiKeyRequired: request.apiKey !== undefined });
  const { step } = planThrottle({ spec, limit, throttling, ports: ports(clocks) });
  const limited = routed(request);
  const waits = step?.run(limited as never, limited, { resume: () => undefined, fail: () => undefined }); // the steps before it have passed
  if (waits === SUSPENDED || waits !== undefined) throw new Error('the step waits');
}

/** A gateway's limits with a clock that stands still until it is moved. */
function gateway(account?: ThrottleSpec) {
  let elapsedMs = 0;
  const clocks = { ...ports({ now: () => NOW + elapsedMs, monotonicNow: () => elapsedMs }) };
  const throttling = createThrottling(account, store, clocks);
  const call = (request: ThrottledRequest): string => {
    try {
      throttle(request, throttling, clocks);
      return 'passed';
    } catch (error) {
      if (GatewayError.isGatewayError(error)) return `${error.code} ${String(error.details.limit)}`;
      throw error;
    }
  };
  const calls = (request: ThrottledRequest, times: number) => Array.from({ length: times }, () => call(request));
  return { call, calls, wait: (ms: number) => (elapsedMs += ms) };
}

const PETS = { path: '/pets', httpMethod: 'GET' } as const;
const petsPlan = plan({ resourcePath: PETS.path, httpMethod: PETS.httpMethod });

/** A request to GET /pets with a key of a plan, on a stage with a limit of its methods. */
function request(given: UsagePlanInput | undefined, stageThrottle?: { rate: number; burst: number }, key = 'Dev'): ThrottledRequest {
  const name = { api: 'Shop', stage: 'prod' };
  const settings = { '*/*': { throttlingRateLimit: stageThrottle?.rate, throttlingBurstLimit: stageThrottle?.burst } };
  const limits = given && keyLimits(name, { plan: 'Free', key }, usagePlanSchema.parse({ stages: { prod: {} }, ...given }));
  return {
    request: { plan: petsPlan, ...(limits === undefined ? {} : { apiKey: { id: key, value: 'secret', limits } }) },
    limit: stageLimit(name, settings, PETS),
  };
}

const burst = (burstLimit: number): ThrottleSpec => ({ rateLimit: 1, burstLimit });

describe('the order of limits', () => {
  const names = {
    ofMethod: 'RATE_EXCEEDED usage plan "Free", API key "Dev", method /pets/GET of stage "Shop"/prod',
    ofPlan: 'RATE_EXCEEDED usage plan "Free", API key "Dev"',
    ofStage: 'RATE_EXCEEDED method /pets/GET of stage "Shop"/prod',
    ofAccount: 'RATE_EXCEEDED the account',
  };

  test.each([
    ['the plan\'s limit of the method', [1, 1, 1, 1], names.ofMethod],
    ['then the plan\'s own', [2, 1, 1, 1], names.ofPlan],
    ['then the stage\'s of the method', [2, 2, 1, 1], names.ofStage],
    ['then the account\'s', [2, 2, 2, 1], names.ofAccount],
  ] as const)('first %s', (_, [ofMethod, ofPlan, ofStage, ofAccount], expected) => {
    const { call } = gateway(burst(ofAccount));
    const limited = request({ throttle: burst(ofPlan), stages: { prod: { methods: { '/pets/GET': burst(ofMethod) } } } }, { rate: 1, burst: ofStage });
    expect([call(limited), call(limited)]).toEqual(['passed', expected]);
  });

  test('a generous limit of a method does not lift the plan\'s', () => {
    const { calls } = gateway();
    const limited = request({ throttle: burst(1), stages: { prod: { methods: { '/pets/GET': burst(9) } } } });
    expect(calls(limited, 2)).toEqual(['passed', names.ofPlan]);
  });

  test('the quota comes after the rates', () => {
    const { call, wait } = gateway();
    const limited = request({ throttle: burst(1), quota: { limit: 1, period: 'DAY' } });
    expect([call(limited), call(limited)]).toEqual(['passed', names.ofPlan]);
    wait(1_000);
    expect(call(limited)).toBe('QUOTA_EXCEEDED 1');
  });

  test('a request that is refused takes nothing from any limit, and is not counted', () => {
    const { calls, call, wait } = gateway(burst(1));
    const limited = request({ throttle: burst(5), quota: { limit: 2, period: 'DAY' } });
    expect(calls(limited, 10).filter((answer) => answer === 'passed')).toHaveLength(1);
    wait(1_000);
    expect(call(limited)).toBe('passed');
    wait(1_000);
    expect(call(limited)).toBe('QUOTA_EXCEEDED 2');
    expect(call(request(undefined))).toBe('passed'); // the refused one left the account's token
  });
});

describe('whose limits they are', () => {
  test('a plan\'s are for each key by itself', () => {
    const { call } = gateway();
    expect([call(request({ throttle: burst(1) })), call(request({ throttle: burst(1) }, undefined, 'Other'))]).toEqual(['passed', 'passed']);
  });

  test('a stage\'s are for all callers of a method together', () => {
    const { call } = gateway();
    const stage = { rate: 1, burst: 1 };
    expect(call(request({}, stage))).toBe('passed');
    expect(call(request({}, stage, 'Other'))).toMatch('RATE_EXCEEDED');
    expect(call(request(undefined, stage))).toMatch('RATE_EXCEEDED');
  });

  test('without a limit everything passes', () => {
    expect(new Set(gateway().calls(request(undefined), 20_000))).toEqual(new Set(['passed']));
  });
});

test('the limits of a key on a method are built once, whatever the number of requests', () => {
  let built = 0;
  const limitsOf = (key: string) => ({
    throttle: undefined, quota: undefined,
    ofMethod: () => {
      built += 1;
      return { owner: 'key_method' as const, name: `of ${key}`, throttle: burst(2) };
    },
  });
  const throttling = createThrottling(undefined, store, ports());
  const spec = methodSpec({ apiKeyRequired: true });
  const { step } = planThrottle({ spec, limit: undefined, throttling, ports: ports({ monotonicNow: () => 0 }) });
  const callOf = (key: string) => {
    const limited = routed({ plan: petsPlan, apiKey: { id: key, value: 'secret', limits: limitsOf(key) } });
    return () => step?.run(limited as never, limited, { resume: () => undefined, fail: () => undefined }); // as above
  };
  const [one, other] = [callOf('one'), callOf('other')];
  for (const call of [one, one, other, other]) call();
  expect(built).toBe(2);
  expect(one).toThrow(expect.objectContaining({ code: 'RATE_EXCEEDED', details: expect.objectContaining({ limit: 'of one' }) }));
});

test('the account lets 5,000 requests pass at once, and 10,000 a second', () => {
  const { calls, wait } = gateway({ rateLimit: 10_000, burstLimit: 5_000 });
  const passing = (times: number) => calls(request(undefined), times).filter((answer) => answer === 'passed').length;
  expect(passing(6_000)).toBe(5_000);
  wait(100);
  expect(passing(6_000)).toBe(1_000);
  wait(60_000);
  expect(passing(6_000)).toBe(5_000);
});

test('A24: of 1,000 requests at once a quota of 100 lets 100 pass', () => {
  const answers = gateway().calls(request({ quota: { limit: 100, period: 'DAY' } }), 1_000);
  expect(answers.filter((answer) => answer === 'passed')).toHaveLength(100);
});

test('A19, A20: the quota follows the wall clock, the rate does not', () => {
  let wall = NOW;
  const clocks = { now: () => wall, monotonicNow: () => 0 };
  const throttling = createThrottling(undefined, store, clocks);
  const limited = request({ throttle: burst(1), quota: { limit: 5, period: 'DAY' } });
  throttle(limited, throttling, clocks);
  for (const jump of [3_600_000, -3_600_000, 86_400_000]) {
    wall = NOW + jump;
    expect(() => throttle(limited, throttling, clocks)).toThrow('exceeded');
  }
});
