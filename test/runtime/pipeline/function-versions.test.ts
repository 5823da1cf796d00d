import { functionAbsence, functionVersions } from '../../../lib/runtime/pipeline/function-versions';
import type { LoadedStage } from '../../../lib/runtime/plan/loaded';
import { gatewaySchema, type GatewaySpecInput } from '../../../lib/spec';

type FunctionsInput = NonNullable<GatewaySpecInput['functions']>;
type OnFailure = FunctionsInput[string]['onFailure'];

/** The versions of functions A and B of a stage. */
function versionsOf(a: OnFailure, b: Partial<FunctionsInput[string]> = {}, values: Record<string, string> = {}, functionEnvironment = {}) {
  const fn = { entry: 'a.ts', handler: 'index.handler' };
  const { functions } = gatewaySchema.parse({ format: 'synthgate/1', api: { name: 'Pets', id: 'abcdefghij' }, functions: { A: { ...fn, onFailure: a }, B: { ...fn, ...b } } });
  const code = { directory: '/code', handler: 'index.handler', digest: 'd' };
  const loaded = { deployed: { functions }, code: { A: code, B: code } } as unknown as LoadedStage; // all that is read of it
  return functionVersions(loaded, { values, functionEnvironment });
}

const toB = { type: 'function', function: 'B' } as const;

test('a destination is the version of the same deployment', () => {
  const versions = versionsOf(toB);
  expect(versions.get('A')?.onFailure).toEqual({ type: 'function', version: versions.get('B') });
  expect(versions.get('B')).not.toHaveProperty('onFailure');
});

test('a function whose records go elsewhere is another version', () => {
  const keyOf = (...given: Parameters<typeof versionsOf>) => versionsOf(...given).get('A')?.key;
  const keys = [keyOf(undefined), keyOf(toB), keyOf(toB, { memoryMiB: 256 }), keyOf({ type: 'http', url: 'https://a/' }), keyOf({ type: 'http', url: 'https://b/' })];
  expect(new Set(keys).size).toBe(keys.length);
  expect(keyOf(toB)).toBe(keyOf(toB));
});

test('an address has the local values of its tokens', () => {
  const onFailure = { type: 'http', url: 'https://${token:Hook.Host}/a' } as const;
  expect(versionsOf(onFailure, {}, { 'Hook.Host': 'example.com' }).get('A')?.onFailure).toEqual({ type: 'http', url: 'https://example.com/a' });
  expect(versionsOf(onFailure).has('A')).toBe(false);
});

describe('variables from outside the definition', () => {
  const environmentOf = (functionEnvironment: object, environment: Record<string, string> = {}) =>
    versionsOf(undefined, { environment }, {}, functionEnvironment).get('B')?.environment;

  test('replace those of the definition; those of a function win over those of all', () => {
    const environments = { '*': { TABLE: 'all', STAGE: 'dev' }, 'B': { TABLE: 'own' }, 'A': { ONLY: 'A' } };
    expect(environmentOf(environments, { TABLE: 'defined', KEPT: 'yes' })).toEqual({ KEPT: 'yes', TABLE: 'own', STAGE: 'dev' });
  });

  test('stand in for tokens without a local value', () => {
    const token = { TABLE: '${token:Table.Ref}' };
    expect(environmentOf({}, token)).toBeUndefined();
    expect(environmentOf({ B: { TABLE: 'local' } }, token)).toEqual({ TABLE: 'local' });
  });

  test('make another version', () => {
    const keyOf = (functionEnvironment: object) => versionsOf(undefined, {}, {}, functionEnvironment).get('B')?.key;
    expect(new Set([keyOf({}), keyOf({ B: { X: '1' } }), keyOf({ '*': { X: '2' } })]).size).toBe(3);
    expect(keyOf({ A: { X: '1' } })).toBe(keyOf({}));
  });
});

describe('the language', () => {
  const runtimeOf = (fn: Partial<FunctionsInput[string]>): string | undefined => versionsOf(undefined, { entry: undefined, code: 'b', ...fn }).get('B')?.runtime;

  test.each(['nodejs22.x', 'python3.12', 'python3.19', 'provided.al2023'])('is that of the runtime %s', (runtime) => {
    expect(runtimeOf({ runtime })).toBe(runtime);
  });

  test('of a stand-in for a function that is unavailable is JavaScript', () => {
    expect(runtimeOf({ unavailable: 'its code is not here', runtime: 'python3.12' })).toBeUndefined();
    expect(runtimeOf({ unavailable: 'its code is not here', runtime: 'nodejs22.x' })).toBe('nodejs22.x');
  });
});

test('where the code was copied from is known and makes no other version', () => {
  const loaded = (code: object): LoadedStage => {
    const { functions } = gatewaySchema.parse({ format: 'synthgate/1', api: { name: 'Pets', id: 'abcdefghij' }, functions: { A: { code: 'a', handler: 'app.main', runtime: 'python3.12' } } });
    return { deployed: { functions }, code: { A: { directory: '/code', handler: 'app.main', digest: 'd', ...code } } } as unknown as LoadedStage; // all that is read of it
  };
  const [plain, sourced] = [{}, { sourceDirectory: '/project/a' }].map((code) => functionVersions(loaded(code), { values: {}, functionEnvironment: {} }).get('A'));
  expect(plain).not.toHaveProperty('sourceDirectory');
  expect(sourced).toEqual({ ...plain, sourceDirectory: '/project/a' });
});

test('a function of an app whose variable has no value lacks the value, not its code', () => {
  const fn = { entry: 'a.ts', handler: 'index.handler', external: 'Shop/Orders', environment: { TABLE: '${token:Table.Ref}' } };
  const { functions } = gatewaySchema.parse({ format: 'synthgate/1', api: { name: 'Pets', id: 'abcdefghij' }, functions: { Orders: fn } });
  const codeOf = (values: Record<string, string>) => functionAbsence('Orders', functions, { values, functionEnvironment: {} })?.code;
  expect([codeOf({}), codeOf({ 'Table.Ref': 'orders' })]).toEqual(['FUNCTION_VALUE_MISSING', 'FUNCTION_UNAVAILABLE']);
  expect(functionAbsence('Unknown', functions, { values: {}, functionEnvironment: {} })).toBeUndefined();
});
