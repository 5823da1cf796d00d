import { findingsIn, specInput } from '../../support/spec';

const findings = (fn: object) => findingsIn(specInput({ functions: { Fn: { handler: 'index.handler', ...fn } } }));

test('a function has its code in exactly one place', () => {
  expect(findings({ entry: 'a.ts' })).toEqual([]);
  expect(findings({ code: 'dist' })).toEqual([]);
  expect(findings({})).toEqual(['FUNCTION_CODE_AMBIGUOUS Pets/function Fn']);
  expect(findings({ entry: 'a.ts', code: 'dist' })).toEqual(['FUNCTION_CODE_AMBIGUOUS Pets/function Fn']);
});

test('an entry is for Node.js', () => {
  expect(findings({ entry: 'a.ts', runtime: 'nodejs22.x' })).toEqual([]);
  expect(findings({ code: 'dist', runtime: 'python3.13' })).toEqual([]);
  expect(findings({ entry: 'a.py', runtime: 'python3.13' })).toEqual(['FUNCTION_ENTRY_NOT_BUNDLED Pets/function Fn']);
  expect(findings({ entry: 'a.ts', runtime: 'python3.13', unavailable: 'its code is not here' })).toEqual([]);
});

test('an instance of another language runs one call at a time', () => {
  expect(findings({ code: 'dist', runtime: 'python3.13', concurrency: 1 })).toEqual([]);
  expect(findings({ code: 'dist', runtime: 'nodejs22.x', concurrency: 2 })).toEqual([]);
  expect(findings({ code: 'dist', runtime: 'python3.13', concurrency: 2 })).toEqual(['FUNCTION_PROPERTY_INVALID Pets/function Fn']);
});

test('one that cannot run here needs no code', () => {
  expect(findings({ unavailable: 'Java' })).toEqual([]);
  expect(findings({ unavailable: 'Java', external: 'Shop/Java' })).toEqual([]);
  expect(findings({ unavailable: 'Java', entry: 'a.ts', code: 'dist' })).toEqual(['FUNCTION_CODE_AMBIGUOUS Pets/function Fn']);
});

test('an environment has at most 4096 bytes, names included', () => {
  expect(findings({ entry: 'a.ts', environment: { A: 'ä'.repeat(2_047), B: '' } })).toEqual([]);
  expect(findings({ entry: 'a.ts', environment: { A: 'ä'.repeat(2_047), BC: '' } })).toEqual(['ENVIRONMENT_TOO_LARGE Pets/function Fn']);
});

test.each(['NODE_PATH', 'NODE_COMPILE_CACHE', 'DYLD_INSERT_LIBRARIES', 'ENV', 'IFS', 'HOME', 'TMPDIR', 'AWS_REGION'])(
  'a variable that the local gateway does not pass on is a warning: %s', (name) => {
    expect(findings({ entry: 'a.ts', environment: { [name]: 'x', NODE_ENV: 'test' } })).toEqual(['warning ENVIRONMENT_WITHHELD Pets/function Fn']);
  },
);

test('variables that reach the function cause no warning', () => {
  expect(findings({ entry: 'a.ts', environment: { NODE_ENV: 'test', TZ: 'UTC', PATH: '/bin', LANG: 'C', TABLE: 'pets' } })).toEqual([]);
});
