import type { GatewaySpecInput } from '../../lib/spec';
import { complete, findingsIn, specInput } from '../support/spec';

type Plan = NonNullable<GatewaySpecInput['usagePlans']>[string];

const STAGES = { prod: {} };

test('a plan is complete after reading: what is left out of a limit is the account\'s', () => {
  const spec = complete(specInput({ stages: STAGES, usagePlans: { Free: { throttle: { rateLimit: 5 }, quota: { limit: 9, period: 'WEEK' }, stages: { prod: {} } } } }));
  expect(spec.usagePlans.Free).toEqual({
    throttle: { rateLimit: 5, burstLimit: 5_000 }, quota: { limit: 9, period: 'WEEK', offset: 0 }, stages: { prod: { methods: {} } }, keys: [],
  });
});

test('a plan without limits has none', () => {
  expect(complete(specInput({ usagePlans: { Free: {} } })).usagePlans.Free).toEqual({ stages: {}, keys: [] });
});

test.each<Plan>([
  { throttle: { rateLimit: -1 } }, { throttle: { burstLimit: -1 } }, { throttle: { burstLimit: 0.5 } },
  { quota: { limit: -1, period: 'DAY' } }, { quota: { limit: 1.5, period: 'DAY' } }, { quota: { limit: 1, period: 'DAY' , offset: -1 } },
  { stages: { prod: { methods: { '/pets': {} } } } }, { stages: { prod: { methods: { '*/*': {} } } } },
])('%j is refused', (plan) => {
  expect(findingsIn(specInput({ stages: STAGES, usagePlans: { Free: plan } }))).toEqual([expect.stringMatching(/^SPEC_INVALID/)]);
});
