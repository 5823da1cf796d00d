import { RootConstruct } from 'constructs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ProxyFunction, type ProxyFunctionProps } from '../../lib/constructs';
import { bundleFunction } from '../../lib/synth/bundle-function';
import { thrownBy } from '../support/declaration';
import { newProject } from '../support/project';

const bundle = (props: ProxyFunctionProps) => {
  const { files, issues } = bundleFunction(new ProxyFunction(new RootConstruct(), 'Fn', props));
  const texts = files && Object.fromEntries([...files].map(([name, contents]) => [name, Buffer.from(contents).toString()]));
  return { texts, found: issues.map((one) => `${one.severity} ${one.code} ${one.location}: ${one.message}`) };
};

/** Loads a bundle; returns its exports. */
const load = (texts: Record<string, string> | undefined) => {
  const project = newProject(texts);
  return createRequire(project.file('x.js'))(project.file('index.js')) as Record<string, unknown>; // the exports of a CommonJS file
};

describe('an entry', () => {
  test('becomes one CommonJS file with a source map', () => {
    const project = newProject({ 'src/a.ts': 'import { b } from "./b";\nexport const handler = (): number => b;\n', 'src/b.ts': 'export const b: number = 7;' });
    const { texts, found } = bundle({ entry: project.file('src/a.ts') });
    expect(found).toEqual([]);
    expect(Object.keys(texts ?? {}).sort()).toEqual(['index.js', 'index.js.map', 'package.json']);
    expect(texts?.['index.js']).toContain('//# sourceMappingURL=index.js.map');
    expect(JSON.parse(texts?.['index.js.map'] ?? '')).toMatchObject({ sources: ['src/a.ts', 'src/b.ts'], sourcesContent: [expect.any(String), expect.any(String)] });
    expect((load(texts).handler as () => number)()).toBe(7);
  });

  test('loads inside a project of ES modules', () => {
    const project = newProject({ 'a.ts': 'export const handler = 1;' });
    expect(JSON.parse(bundle({ entry: project.file('a.ts') }).texts?.['package.json'] ?? '')).toEqual({ type: 'commonjs' });
  });

  test('of the name index.js in the project itself is not in the way', () => {
    const project = newProject({ 'index.js': 'exports.handler = 1;' });
    expect(bundle({ entry: project.file('index.js') }).found).toEqual([]);
  });

  test('names no directory of this machine', () => {
    const project = newProject({ 'src/a.ts': 'export const handler = () => { throw new Error("x"); };' });
    const { texts } = bundle({ entry: project.file('src/a.ts') });
    expect(JSON.stringify(texts)).not.toContain(project.directory);
  });

  test.each([
    ['top-level await', 'export const handler = await Promise.resolve(7);'],
    ['import.meta', 'export const handler = import.meta.url;'],
  ])('with %s becomes an ES module', (_, text) => {
    const project = newProject({ 'a.mts': text });
    const { texts, found } = bundle({ entry: project.file('a.mts') });
    expect(found).toEqual([]);
    expect(Object.keys(texts ?? {}).sort()).toEqual(['index.mjs', 'index.mjs.map']);
  });

  test('is bundled as told', () => {
    const project = newProject({ 'a.ts': 'import x from "left-out";\nexport const handler = () => [x, STAGE, "a long readable text"];' });
    const entry = project.file('a.ts');
    const { texts } = bundle({ entry, bundling: { minify: true, sourceMap: false, externalModules: ['left-out'], define: { STAGE: '"test"' } } });
    expect(Object.keys(texts ?? {}).sort()).toEqual(['index.js', 'package.json']);
    expect(texts?.['index.js']).toContain('require("left-out")');
    expect(texts?.['index.js']).toContain('"test"');
    expect(texts?.['index.js']?.split('\n').length).toBeLessThan(4);
  });

  test('that does not compile is reported with file, line, column and text, every mistake', () => {
    const project = newProject({ 'src/a.ts': 'import "./missing";\nimport "./other";\nexport const handler = 1;' });
    expect(bundle({ entry: project.file('src/a.ts') })).toEqual({
      texts: undefined,
      found: [
        'error FUNCTION_BUNDLE_FAILED Fn: src/a.ts:1:8: Could not resolve "./missing"',
        'error FUNCTION_BUNDLE_FAILED Fn: src/a.ts:2:8: Could not resolve "./other"',
      ],
    });
  });

  test('with something odd is reported as a warning', () => {
    const project = newProject({ 'a.ts': 'export const handler = () => { if (typeof x === "nothing") return 1; };' });
    expect(bundle({ entry: project.file('a.ts') }).found).toEqual([expect.stringMatching(/^warning FUNCTION_BUNDLE_WARNING Fn: a\.ts:1:\d+: /)]);
  });

  test('that is not there is reported', () => {
    const project = newProject();
    expect(bundle({ entry: project.file('a.ts') }).found).toEqual([`error FUNCTION_SOURCE_MISSING Fn: there is no entry ${project.file('a.ts')}`]);
  });

  test('needs esbuild', () => {
    const project = newProject({
      'a.ts': 'export const handler = 1;',
      'node_modules/esbuild/package.json': '{"main":"index.js"}',
      'node_modules/esbuild/index.js': 'throw new Error("not for this machine");',
    });
    expect(thrownBy(() => bundle({ entry: project.file('a.ts') }))).toMatchObject({ code: 'ESBUILD_MISSING', location: 'Fn' });
  });
});

describe('a code directory', () => {
  test('is taken as it is', () => {
    const project = newProject({ 'dist/index.js': 'a', 'dist/lib/b.js': 'b', 'dist/.hidden': 'c' });
    writeFileSync(project.file('dist/bytes'), Buffer.from([0xff, 0xfe]));
    const { files } = bundleFunction(new ProxyFunction(new RootConstruct(), 'Fn', { code: project.file('dist') }));
    expect([...(files ?? [])].map(([name, contents]) => [name, Buffer.from(contents).toString('hex')]).sort()).toEqual([
      ['.hidden', '63'], ['bytes', 'fffe'], ['index.js', '61'], ['lib/b.js', '62'],
    ]);
  });

  test.each([['lib/b.handler', []], ['c.handler', []], ['d.handler', ['error FUNCTION_HANDLER_MISSING Fn']]])('has the file of handler %s', (handler, expected) => {
    const project = newProject({ 'dist/lib/b.cjs': 'b', 'dist/c.mjs': 'c' });
    expect(bundle({ code: project.file('dist'), handler }).found.map((line) => line.split(':')[0])).toEqual(expected);
  });

  test('with symbolic links is refused, each by name', () => {
    const project = newProject({ 'dist/index.js': 'a', 'secret': 's' });
    symlinkSync(project.file('secret'), project.file('dist/link'));
    symlinkSync(project.directory, project.file('dist/directory'));
    expect(bundle({ code: project.file('dist') })).toEqual({
      texts: undefined,
      found: [
        'error FUNCTION_CODE_SYMLINK Fn: the code directory contains the symbolic link directory',
        'error FUNCTION_CODE_SYMLINK Fn: the code directory contains the symbolic link link',
      ],
    });
  });

  test('that is not there, or is a file, is reported', () => {
    const project = newProject({ file: '' });
    for (const name of ['dist', 'file']) {
      expect(bundle({ code: project.file(name) }).found).toEqual([`error FUNCTION_SOURCE_MISSING Fn: there is no code directory ${project.file(name)}`]);
    }
  });
});
