import { RUNTIME_KINDS, runtimeKind } from '../../../../lib/runtime/functions/runtimes';
import { NOT_HERE } from '../../../../lib/runtime/functions/runtimes/runtime-kind';
import { RUNTIME_FAMILIES, RUNTIMES } from '../../../../lib/spec';

test.each(RUNTIME_FAMILIES)('%s has a kind that runs it exactly if the spec says that it runs here', (family) => {
  expect(RUNTIME_KINDS[family] !== NOT_HERE).toBe(RUNTIMES[family].runsHere);
});

test('a function without a runtime is one of Node.js', () => {
  expect(runtimeKind({})).toBe(RUNTIME_KINDS.nodejs);
});

test('a function of a family that does not run here is refused', async () => {
  await expect(NOT_HERE.find({ runtime: 'java21', codeDirectory: '' }, { nodePath: '', hostFile: '' })).rejects.toThrow('functions of java21 do not run here');
});
