import { examineSpec } from '../../../lib/spec';
import { findingsIn, MOCK, specInput } from '../../support/spec';

const KEYS = { One: { value: 'key-of-one-0123456789' }, Two: { value: 'key-of-two-0123456789' } };
const STAGES = { beta: {}, prod: {} };
const RESOURCES = { '/': { id: 'root', methods: { GET: MOCK } }, '/pets': { id: 'pets', methods: { ANY: MOCK } } };

describe('quotas begin on a day that there is', () => {
  const quota = (period: 'DAY' | 'WEEK' | 'MONTH', offset: number) => findingsIn(specInput({ usagePlans: { Free: { quota: { limit: 1, period, offset } } } }));

  test.each([['DAY', 0], ['WEEK', 6], ['MONTH', 27]] as const)('%s with an offset of %d, and not one day more', (period, max) => {
    expect(quota(period, max)).toEqual([]);
    expect(quota(period, max + 1)).toEqual(['QUOTA_OFFSET_INVALID Pets/usage plan Free']);
  });
});

describe('a key opens a stage through one plan', () => {
  const plans = (one: string, two: string, keys = ['One']) =>
    specInput({ apiKeys: KEYS, stages: STAGES, usagePlans: { Free: { stages: { [one]: {} }, keys }, Paid: { stages: { [two]: {} }, keys: ['One'] } } });

  test('several plans open several stages', () => {
    expect(findingsIn(plans('beta', 'prod'))).toEqual([]);
    expect(findingsIn(plans('prod', 'prod', ['Two']))).toEqual([]);
  });

  test('USAGE_PLANS_OVERLAP: two plans for one key and stage, as AWS refuses them', () => {
    expect(findingsIn(plans('prod', 'prod'))).toEqual(['USAGE_PLANS_OVERLAP Pets/usage plan Paid']);
  });

  test('TOO_MANY_PLANS_OF_KEY: at most ten plans have a key', () => {
    const planned = (count: number) => specInput({
      apiKeys: KEYS, usagePlans: Object.fromEntries(Array.from({ length: count }, (_, index) => [`Plan${index}`, { keys: ['One'] }])),
    });
    expect(findingsIn(planned(10))).toEqual([]);
    expect(findingsIn(planned(11))).toEqual(['TOO_MANY_PLANS_OF_KEY Pets/API key One']);
  });
});

describe('keys are told apart by their values', () => {
  const issuesOf = (input: object) => examineSpec(input, 'gateway').issues;

  test('API_KEY_VALUE_REPEATED, without the value', () => {
    const [found, ...others] = issuesOf(specInput({ apiKeys: { One: KEYS.One, Two: KEYS.One } }));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: 'API_KEY_VALUE_REPEATED', location: 'Pets/API key Two' });
    expect(found?.message).not.toContain(KEYS.One.value);
  });

  test('keys without a value do not count as repeated', () => {
    expect(findingsIn(specInput({ apiKeys: { One: {}, Two: {} } }))).toEqual([]);
  });

  test('a value of the wrong form is not in the message either', () => {
    expect(JSON.stringify(issuesOf(specInput({ apiKeys: { One: { value: 'too-short' } } })))).not.toContain('too-short');
  });
});

describe('METHOD_SETTING_UNUSED: what is set for a method that there is not is worth a warning', () => {
  const planWith = (key: string) => ({ Free: { stages: { prod: { methods: { [key]: {} } } } } });
  const ofPlan = (key: string) => findingsIn(specInput({ resources: RESOURCES, stages: STAGES, usagePlans: planWith(key) }));
  const ofStage = (key: string) => findingsIn(specInput({ resources: RESOURCES, stages: { prod: { methodSettings: { [key]: {} } } } }));

  test.each(['//GET', '/pets/ANY'])('there is %s', (key) => {
    expect([...ofPlan(key), ...ofStage(key)]).toEqual([]);
  });

  test.each(['//POST', '/pets/GET', '/toys/GET'])('there is no %s', (key) => {
    expect(ofPlan(key)).toEqual(['warning METHOD_SETTING_UNUSED Pets/usage plan Free']);
    expect(ofStage(key)).toEqual(['warning METHOD_SETTING_UNUSED Pets/stage prod']);
  });

  test.each(['*/*', '/toys/*', '/*/POST'])('%s may match nothing', (key) => {
    expect(ofStage(key)).toEqual([]);
  });
});

test('stages of a usage plan exist', () => {
  expect(findingsIn(specInput({ usagePlans: { Free: { stages: { prod: {} } } } }))).toEqual(['REFERENCE_UNRESOLVED Pets/usage plan Free']);
});

describe('what AWS counts over all APIs of an account is worth a warning', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`Name${index}`, {}]));

  test('TOO_MANY_USAGE_PLANS', () => {
    expect(findingsIn(specInput({ usagePlans: many(300) }))).toEqual([]);
    expect(findingsIn(specInput({ usagePlans: many(301) }))).toEqual(['warning TOO_MANY_USAGE_PLANS Pets']);
  });

  test('TOO_MANY_API_KEYS', () => {
    expect(findingsIn(specInput({ apiKeys: many(10_000) }))).toEqual([]);
    expect(findingsIn(specInput({ apiKeys: many(10_001) }))).toEqual(['warning TOO_MANY_API_KEYS Pets']);
  });
});
