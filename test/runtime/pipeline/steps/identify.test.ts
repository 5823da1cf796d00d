import { planIdentify } from '../../../../lib/runtime/pipeline/steps/identify';
import type { RoutedRequest } from '../../../../lib/runtime/plan/exchange';
import type { AcceptedKey, Principal } from '../../../../lib/runtime/plan/principal';
import { compileKeys, type KeyedStage } from '../../../../lib/runtime/throttling/stage-keys';
import { gatewaySchema } from '../../../../lib/spec';
import { codeOfPromise } from '../../../support/error-code';
import { methodSpec, routed, run } from '../../../support/exchange';

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
const identified = async (given: Partial<RoutedRequest>, keys: ReturnType<typeof keysOf>): Promise<AcceptedKey | undefined> =>
  (await run(routed(given), planIdentify({ spec: methodSpec({ apiKeyRequired: true }), keys }))).apiKey;

describe('keys in X-Api-Key', () => {
  const call = (value?: string, keys = keysOf()) => identified({ headers: value === undefined ? [] : [{ name: 'x-API-key', value }] }, keys);

  test('a key of a plan of the stage passes and is known to the function', async () => {
    expect(await call(GOOD)).toMatchObject({ id: 'Good', value: GOOD });
    expect(await call(LATE)).toMatchObject({ id: 'Late', value: LATE });
  });

  test('a key brings what its plan allows it', async () => {
    expect((await call(GOOD))?.limits).toMatchObject({
      throttle: { name: 'usage plan "Plan", API key "Good"', throttle: { rateLimit: 1, burstLimit: 2 } },
      quota: { plan: 'Plan', key: 'Good', quota: { limit: 3, period: 'DAY', offset: 0 } },
    });
  });

  test.each([
    ['missing', undefined], ['empty', ''], ['unknown', 'x'], ['a prefix', 'good-key'], ['one character more', `${GOOD}x`], ['disabled', OFF],
    ['in no plan', 'unplanned-key-0123456789'],
  ])('API_KEY_REFUSED: %s', async (_, value) => {
    expect(await codeOfPromise(call(value))).toBe('API_KEY_REFUSED');
  });

  test.each([
    ['unknown: the definition has no key with this value', 'x', 'prod'],
    ['Off, which is disabled', OFF, 'prod'],
    ['Unplanned, which is in no usage plan of stage prod', 'unplanned-key-0123456789', 'prod'],
    ['Good, which is in no usage plan of stage beta', GOOD, 'beta'],
  ])('a refusal says that the key was %s', async (problem, value, stage) => {
    await expect(call(value, keysOf({ stage }))).rejects.toMatchObject({ details: { problem } });
  });

  test('API_KEY_REFUSED: a key of another stage', async () => {
    expect(await codeOfPromise(call(GOOD, keysOf({ stage: 'beta' })))).toBe('API_KEY_REFUSED');
  });

  test('a refusal says nothing of the key that was sent', async () => {
    await expect(call('a-wrong-key-0123456789ab')).rejects.toMatchObject({ message: expect.not.stringContaining('a-wrong-key') as unknown });
  });

  test('no key is looked up where none is required', async () => {
    const open = planIdentify({ spec: methodSpec(), keys: keysOf() });
    expect(open.step).toBeUndefined();
    expect((await run(routed({ headers: [{ name: 'X-Api-Key', value: GOOD }] }), open)).apiKey).toBeUndefined();
  });
});

describe('keys that the authorizer names', () => {
  const keys = keysOf({ source: 'AUTHORIZER' });
  const named = (usageIdentifierKey?: string): Principal =>
    ({ type: 'function', principalId: 'user', context: {}, integrationLatency: 0, ...(usageIdentifierKey === undefined ? {} : { usageIdentifierKey }) });
  const call = (principal: Principal, headers: { name: string; value: string }[] = []) => identified({ principal, headers }, keys);

  test('usageIdentifierKey is looked up as a key is', async () => {
    expect(await call(named(GOOD))).toMatchObject({ id: 'Good' });
    expect(await codeOfPromise(call(named(OFF)))).toBe('API_KEY_REFUSED');
  });

  test('API_KEY_REFUSED: no authorizer named one, whatever X-Api-Key says', async () => {
    const sent = [{ name: 'X-Api-Key', value: GOOD }];
    expect(await codeOfPromise(call({ type: 'anonymous' }, sent))).toBe('API_KEY_REFUSED');
    expect(await codeOfPromise(call(named(), sent))).toBe('API_KEY_REFUSED');
  });
});
