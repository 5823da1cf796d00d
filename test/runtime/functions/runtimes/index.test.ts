import { RUNTIME_KINDS, runtimeKind } from '../../../../lib/runtime/functions/runtimes';
import { RUNTIME_FAMILIES } from '../../../../lib/spec';

test('each family has a kind that runs it', () => {
  expect(Object.keys(RUNTIME_KINDS).sort()).toEqual([...RUNTIME_FAMILIES].sort());
});

test('a function without a runtime is one of Node.js', () => {
  expect(runtimeKind({})).toBe(RUNTIME_KINDS.nodejs);
});
