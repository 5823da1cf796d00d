import * as esbuild from 'esbuild';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FunctionBuilder } from '../../../lib/cli/dev/function-builder';
import { ProxyFunction } from '../../../lib/constructs';
import { App, codeOfFunction, type FunctionSource } from '../../../lib/synth';
import { newDirectory } from '../../support/temporary-directory';

let project: string;
let builder: FunctionBuilder;

beforeEach(() => {
  project = realpathSync(newDirectory());
  write('package.json', '{}');
  const source: FunctionSource = { entry: path.join(project, 'src/pets.ts'), projectDirectory: project, bundling: {}, handler: 'index.handler', constructPath: 'Pets' };
  builder = new FunctionBuilder(source, esbuild);
});
afterEach(() => builder.close());

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
  writeFileSync(path.join(project, name), text);
}

const namesOfInputs = (): string[] => builder.inputs.files.map((file) => path.relative(project, file)).sort();

test.each([
  ['CommonJS', "import { a } from './a';\nexport const handler = async () => a;"],
  ['an ES module, because of top-level await', "import { a } from './a';\nawait 1;\nexport const handler = async () => a;"],
  ['an ES module, because of import.meta', "import { a } from './a';\nexport const handler = async () => [a, import.meta.url];"],
])('the bundle is the one of a synthesis: %s', async (_, text) => {
  write('src/a.ts', 'export const a = 1;');
  write('src/pets.ts', text);
  const { code } = await builder.build();
  const before = process.cwd();
  process.chdir(project);
  try {
    const synthesized = codeOfFunction(new ProxyFunction(new App(), 'Pets', { entry: path.join(project, 'src/pets.ts') }));
    expect(code?.digest).toBe(synthesized.code?.digest);
  } finally {
    process.chdir(before);
  }
  expect(namesOfInputs()).toEqual(['src/a.ts', 'src/pets.ts']);
});

test('a change makes another bundle, and the same source the same', async () => {
  write('src/pets.ts', 'export const handler = async () => 1;');
  const digests = [(await builder.build()).code?.digest, (await builder.build()).code?.digest];
  write('src/pets.ts', 'export const handler = async () => 2;');
  digests.push((await builder.build()).code?.digest);
  expect([digests[0] === digests[1], digests[1] === digests[2]]).toEqual([true, false]);
});

test('errors are shown with their line, and the files that a mended source would have are among the inputs', async () => {
  write('src/pets.ts', "import { a } from './missing/a';\nexport const handler = async () => a;");
  const { code, text } = await builder.build();
  expect(code).toBeUndefined();
  expect(text).toMatch(/Could not resolve "\.\/missing\/a"[^]*src\/pets\.ts:1:18:\n.*1 │ import/);
  expect(namesOfInputs()).toEqual(['src/missing/a', 'src/pets.ts']);
});

test('warnings do not stop a build', async () => {
  write('src/pets.ts', 'export const handler = async () => ({ a: 1, a: 2 });');
  const { code, text } = await builder.build();
  expect([code === undefined, text]).toEqual([false, expect.stringContaining('Duplicate key "a"')]);
});

test('HANDLER_EXPORT_MISSING: an edit that removes the handler is an error, until it is back', async () => {
  write('src/pets.ts', 'export const main = async () => 1;');
  const { code, text } = await builder.build();
  expect([code, text]).toEqual([undefined, expect.stringContaining('src/pets.ts does not export handler, the handler of the function; it exports main')]);
  write('src/pets.ts', 'export const handler = async () => 1;');
  expect((await builder.build()).code).toBeDefined();
});
