import type { Principal } from '../../../lib/runtime/exchange';
import { compileKeys, identify, type KeyedStage } from '../../../lib/runtime/steps/api-key';
import { gatewaySchema } from '../../../lib/spec';
import { codeOf } from '../../support/error-code';
import { methodSpec, plan, validated } from '../../support/exchange';

const GOOD = 'good-key-0123456789abcdef';
const OFF = 'off-key-0123456789abcdefg';
const LATE = 'late-key-0123456789abcdef';

const spec = gatewaySchema.parse({
  format: 'synthgate/1',
  api: { id: 'api', name: 'Test' },
  stages: { prod: {}, beta: {} },
  apiKeys: { Good: { value: GOOD }, Off: { enabled: false, value: OFF }, Late: {}, Unplanned: { value: 'unplanned-key-0123456789' } },
  usagePlans: { Plan: { throttle: { rateLimit: 1, burstLimit: 2 }, quota: { limit: 3, period: 'DAY' }, stages: { prod: {} }, keys: ['Good', 'Off', 'Late'] } },
});
const keyValueOf: KeyedStage['keyValueOf'] = (key, value) => value ?? (key === 'Late' ? LATE : undefined);
const keysOf = (given: Partial<KeyedStage> = {}) => compileKeys(spec, { api: 'Test', stage: 'prod', source: 'HEADER', keyValueOf, ...given });
const keyed = plan({ spec: methodSpec({ apiKeyRequired: true }) });

describe('keys in X-Api-Key (base specification, Authentication; aws-data-plane §15)', () => {
  const call = (value?: string, keys = keysOf()) => () =>
    identify(validated({ headers: value === undefined ? [] : [{ name: 'x-API-key', value }], plan: keyed }), keys);

  test('a key of a plan of the stage passes and is known to the function', () => {
    expect(call(GOOD)().apiKey).toMatchObject({ id: 'Good', value: GOOD });
    expect(call(LATE)().apiKey).toMatchObject({ id: 'Late', value: LATE });
  });

  test('a key brings what its plan allows it', () => {
    expect(call(GOOD)().apiKey?.limits).toMatchObject({
      throttle: { name: 'usage plan "Plan", API key "Good"', throttle: { rateLimit: 1, burstLimit: 2 } },
      quota: { plan: 'Plan', key: 'Good', quota: { limit: 3, period: 'DAY', offset: 0 } },
    });
  });

  test.each([
    ['missing', undefined], ['empty', ''], ['unknown', 'x'], ['a prefix', 'good-key'], ['one character more', `${GOOD}x`], ['disabled', OFF],
    ['in no plan', 'unplanned-key-0123456789'],
  ])('API_KEY_REFUSED: %s', (_, value) => {
    expect(codeOf(call(value))).toBe('API_KEY_REFUSED');
  });

  test('API_KEY_REFUSED: a key of another stage', () => {
    expect(codeOf(call(GOOD, keysOf({ stage: 'beta' })))).toBe('API_KEY_REFUSED');
  });

  test('a refusal says nothing of the key that was sent', () => {
    expect(call('a-wrong-key-0123456789ab')).toThrow(expect.objectContaining({ message: expect.not.stringContaining('a-wrong-key') as unknown }));
  });

  test('nobody asks for a key where none is required', () => {
    expect(identify(validated(), keysOf()).apiKey).toBeUndefined();
  });
});

describe('keys that the authorizer names (aws-data-plane §15, apiKeySource AUTHORIZER)', () => {
  const keys = keysOf({ source: 'AUTHORIZER' });
  const named = (usageIdentifierKey?: string): Principal =>
    ({ type: 'function', principalId: 'user', context: {}, integrationLatency: 0, ...(usageIdentifierKey === undefined ? {} : { usageIdentifierKey }) });
  const call = (principal: Principal, headers: { name: string; value: string }[] = []) => () =>
    identify(validated({ principal, headers, plan: keyed }), keys);

  test('usageIdentifierKey is looked up as a key is', () => {
    expect(call(named(GOOD))().apiKey).toMatchObject({ id: 'Good' });
    expect(codeOf(call(named(OFF)))).toBe('API_KEY_REFUSED');
  });

  test('API_KEY_REFUSED: no authorizer named one, whatever X-Api-Key says', () => {
    const sent = [{ name: 'X-Api-Key', value: GOOD }];
    expect(codeOf(call({ type: 'anonymous' }, sent))).toBe('API_KEY_REFUSED');
    expect(codeOf(call(named(), sent))).toBe('API_KEY_REFUSED');
  });
});
