import { findingsIn, specInput } from '../../support/spec';

const findings = (fn: object) => findingsIn(specInput({ functions: { Fn: { handler: 'index.handler', ...fn } } }));

test('a function has its code in exactly one place', () => {
  expect(findings({ entry: 'a.ts' })).toEqual([]);
  expect(findings({ code: 'dist' })).toEqual([]);
  expect(findings({})).toEqual(['FUNCTION_CODE_AMBIGUOUS Pets/function Fn']);
  expect(findings({ entry: 'a.ts', code: 'dist' })).toEqual(['FUNCTION_CODE_AMBIGUOUS Pets/function Fn']);
});

test('an environment has at most 4096 bytes, names included', () => {
  expect(findings({ entry: 'a.ts', environment: { A: 'ä'.repeat(2_047), B: '' } })).toEqual([]);
  expect(findings({ entry: 'a.ts', environment: { A: 'ä'.repeat(2_047), BC: '' } })).toEqual(['ENVIRONMENT_TOO_LARGE Pets/function Fn']);
});
