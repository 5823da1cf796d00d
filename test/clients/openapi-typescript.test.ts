import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compilerErrors } from '../support/compiler-errors';

/* A client generator that people use reads the document of the example, and what it generates says what the definition says. */

const root = path.resolve(__dirname, '..', '..');
const document = path.join(root, 'examples', '17-openapi', 'expected', 'openapi', 'PetsApi.openapi-3.1.json');
const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

const types = execFileSync(process.execPath, [path.join(root, 'test', 'support', 'openapi', 'write-types.mjs')], {
  input: readFileSync(document), encoding: 'utf8',
});

/** Returns the compiler's messages about a program that uses the generated types. */
function problemsOf(program: string): string[] {
  writeFileSync(path.join(folder, 'api.ts'), types);
  const file = path.join(folder, 'client.ts');
  writeFileSync(file, `import type { components, operations, paths } from './api';\n${program}\nexport type { components, operations, paths };\n`);
  return compilerErrors([file], { strict: true, target: 'es2022', types: [], skipLibCheck: true });
}

test('a client that keeps to the definition compiles', () => {
  expect(problemsOf(`
    type Pet = components['schemas']['Pet'];
    export const pet: Pet = { name: 'Bo', born: null, tags: ['dog'] };
    export const list: operations['listPets']['responses'][200]['content']['application/json'] = [pet];
    export const body: operations['addPet']['requestBody']['content']['application/json'] = pet;
    export const query: paths['/pets']['get']['parameters']['query'] = { tag: 'dog' };
    export const name: operations['getPetsByName']['parameters']['path']['name'] = 'Bo';
  `)).toEqual([]);
});

test.each([
  ['a body without a required property', "export const body: operations['addPet']['requestBody']['content']['application/json'] = { name: 'Bo' };"],
  ['a property of the wrong type', "export const pet: components['schemas']['Pet'] = { name: 1, born: null };"],
  ['a method that is not there', "export const gone: NonNullable<paths['/pets']['delete']> = {};"],
  ['a path that is not there', "export type Gone = paths['/cats'];"],
])('one that does not, does not: %s', (_, program) => {
  expect(problemsOf(program)).not.toEqual([]);
});
