import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf, defaultStateDirectory, readAssembly } from '../../../lib/runtime/state/assembly';
import { codeOfError, petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

let source: string;
beforeEach(() => { source = writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec()]); });

test('names what is missing', () => {
  expect(() => readAssembly('/nowhere/gateway.out')).toThrow('[ASSEMBLY_NOT_FOUND] there is no assembly or spec at /nowhere/gateway.out');
});

test.each([
  ['manifest.json', undefined, 'missing'],
  ['manifest.json', '{"version":', 'no JSON text'],
  ['manifest.json', '{"apis": {}}', 'no version'],
  ['manifest.json', '{"version": "1.0.0", "apis": {"Pets": {}}}', '/apis/Pets/spec'],
  ['manifest.json', '{"version": "1.0.0", "apis": {"Pets": {"spec": "../../etc/passwd"}}}', 'a path inside the directory'],
  ['Pets.gateway.json', undefined, 'missing'],
  ['code.json', undefined, 'missing'],
  ['code.json', '{"functions": {"Pets": {"asset": "/etc", "digest": "0", "handler": "a.b"}}}', '/functions/Pets/asset'],
])('a damaged assembly is refused with the file and the reason: %s %s', (name, text, reason) => {
  const file = path.join(source, name);
  rmSync(file);
  if (text !== undefined) writeFileSync(file, text);
  expect(codeOfError(() => readAssembly(source))).toBe('ASSEMBLY_DAMAGED');
  expect(() => readAssembly(source)).toThrow(file);
  expect(() => readAssembly(source)).toThrow(reason);
});

test('a spec that is not valid JSON is refused with its own code', () => {
  writeFileSync(path.join(source, 'Pets.gateway.json'), '{');
  expect(codeOfError(() => readAssembly(source))).toBe('SPEC_NOT_JSON');
});

test('a newer minor version is read, a newer major version is refused', () => {
  const manifest = (version: string): void => {
    writeFileSync(path.join(source, 'manifest.json'), JSON.stringify({ version, apis: { Pets: { spec: 'Pets.gateway.json' } }, code: 'code.json' }));
  };
  manifest('1.9.0');
  expect(readAssembly(source)).toHaveLength(1);
  manifest('2.0.0');
  expect(() => readAssembly(source)).toThrow(/ASSEMBLY_VERSION_UNSUPPORTED.*2\.0\.0.*1\.x\.x/);
});

test('code that is named but not there is missed by function', () => {
  rmSync(path.join(source, 'assets'), { recursive: true });
  const [api] = readAssembly(source);
  expect(() => codeOf(api)).toThrow(/FUNCTION_CODE_MISSING.*"Pets".*asset\.[0-9a-f]{64} is missing/);
});

test.each([
  ['gateway.out', 'gateway.state'],
  ['build/other.out', 'build/other.state'],
  ['plain', 'plain.state'],
])('the state directory of %s is %s', (given, expected) => {
  expect(defaultStateDirectory(given)).toBe(path.resolve(expected));
});

test('the state directory of a spec is that of its assembly, or beside it', () => {
  expect(defaultStateDirectory(path.join(source, 'Pets.gateway.json'))).toBe(defaultStateDirectory(source));
  const alone = newDirectory();
  mkdirSync(path.join(alone, 'specs'));
  expect(defaultStateDirectory(path.join(alone, 'specs', 'Pets.gateway.json'))).toBe(path.join(alone, 'specs', 'gateway.state'));
});
