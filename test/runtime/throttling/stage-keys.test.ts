import { compileKeys, NO_KEYS, type KeyedStage } from '../../../lib/runtime/throttling/stage-keys';
import { gatewaySchema } from '../../../lib/spec';

const spec = gatewaySchema.parse({
  format: 'synthgate/1',
  api: { id: 'api', name: 'Test' },
  stages: { prod: {}, beta: {} },
  apiKeys: { Good: { value: 'good-key-0123456789abcdef' }, Off: { enabled: false, value: 'off-key-0123456789abcdefg' }, Late: {}, Unplanned: { value: 'unplanned-key-0123456789' } },
  usagePlans: {
    Plan: { throttle: { rateLimit: 1, burstLimit: 2 }, stages: { prod: {} }, keys: ['Good', 'Off', 'Late'] },
    Beta: { stages: { beta: {} }, keys: ['Good'] },
  },
});
const keysOf = (given: Partial<KeyedStage> = {}) => compileKeys(spec, { api: 'Test', stage: 'prod', source: 'HEADER', keyValueOf: (_, value) => value, ...given });

test('the keys that open a stage are enabled, have a value and are in a plan of the stage', () => {
  expect(keysOf().find('good-key-0123456789abcdef')).toMatchObject({ id: 'Good' });
  for (const value of ['off-key-0123456789abcdefg', 'unplanned-key-0123456789', '', 'good-key']) expect(keysOf().find(value)).toBeUndefined();
});

test('a key without a value in the definition has the one that the runtime was given, or opens nothing', () => {
  expect(keysOf({ keyValueOf: (key, value) => value ?? (key === 'Late' ? 'late' : undefined) }).find('late')).toMatchObject({ id: 'Late', value: 'late' });
  expect(keysOf().find('undefined')).toBeUndefined();
});

test('on another stage a key is another plan\'s', () => {
  expect(keysOf().find('good-key-0123456789abcdef')?.limits.throttle?.throttle).toEqual({ rateLimit: 1, burstLimit: 2 });
  expect(keysOf({ stage: 'beta' }).find('good-key-0123456789abcdef')?.limits.throttle).toBeUndefined();
});

test('where the key is looked for is the deployment\'s', () => {
  expect(keysOf({ source: 'AUTHORIZER' }).source).toBe('AUTHORIZER');
});

test('without keys there are no limits', () => {
  expect(NO_KEYS.find('good-key-0123456789abcdef')).toBeUndefined();
});
