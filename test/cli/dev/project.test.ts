import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Project } from '../../../lib/cli/dev/project';
import { readAssembly } from '../../../lib/runtime';
import { TINY_GO } from '../../support/functions/programs';
import { newDirectory } from '../../support/temporary-directory';
import { until } from '../../support/until';

const ROOT = path.resolve(__dirname, '../../..');
let directory: string;
let output: string;
let project: Project;

beforeEach(() => {
  directory = realpathSync(newDirectory());
  output = path.join(realpathSync(newDirectory()), 'gateway.out');
  mkdirSync(path.join(directory, 'node_modules'));
  for (const name of ['constructs', 'esbuild']) symlinkSync(path.join(ROOT, 'node_modules', name), path.join(directory, 'node_modules', name));
  symlinkSync(ROOT, path.join(directory, 'node_modules/synthgate'));
  write('package.json', '{}');
  write('src/a.ts', "export const handler = async () => 'a';");
  write('src/b.ts', "export const handler = async () => 'b';");
  write('code/index.js', "exports.handler = async () => 'code';");
  write('app.ts', app());
  project = new Project({ output, terminal: { directory, environment: process.env } });
});
afterEach(() => project.close());

const write = (name: string, text: string): string => {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

const app = (more = ''): string => `import { Api, App, ProxyFunction } from 'synthgate';
const app = new App();
const api = new Api(app, 'PetsApi');
api.root.addResource('a').addMethod('GET', new ProxyFunction(app, 'A', { entry: 'src/a.ts' }));
api.root.addResource('b').addMethod('GET', new ProxyFunction(app, 'B', { entry: 'src/b.ts' }));
api.root.addResource('c').addMethod('GET', new ProxyFunction(app, 'C', { code: 'code', handler: 'index.handler' }));
${more}
`;

const codeOf = (name: string): string => {
  const code = readAssembly(output)[0]?.code[name];
  return code === undefined ? 'none' : readFileSync(path.join(code.directory, 'index.js'), 'utf8');
};
const saved = (...files: string[]): ReadonlySet<string> => new Set(files.map((file) => path.join(directory, file)));

test('builds everything at first, and then what a file affects', async () => {
  expect(await project.build()).toMatchObject({ problems: [], isDefinitionNew: true, functions: ['A', 'B'], isComplete: true });
  expect([codeOf('A').includes("'a'") || codeOf('A').includes('"a"'), codeOf('C')]).toEqual([true, "exports.handler = async () => 'code';"]);
  write('src/a.ts', "export const handler = async () => 'edited';");
  expect(await project.build(saved('src/a.ts'))).toMatchObject({ isDefinitionNew: false, functions: ['A'], isComplete: true });
  expect(codeOf('A')).toContain('edited');
  expect(await project.build(saved('src/b.ts'))).toMatchObject({ isDefinitionNew: false, functions: [] });
  write('code/index.js', "exports.handler = async () => 'other';");
  expect(await project.build(saved('code/index.js'))).toMatchObject({ isDefinitionNew: true, functions: [] });
  expect(codeOf('C')).toContain('other');
});

test('a definition that is saved without a change is not new', async () => {
  await project.build();
  write('app.ts', `${app()}// a comment\n`);
  expect(await project.build(saved('app.ts'))).toMatchObject({ problems: [], isDefinitionNew: false, functions: [], isComplete: true });
});

test('follows its sources and its settings, and nothing else', async () => {
  await project.build();
  const { files, directories } = project.watched;
  const names = [...files, ...directories].map((file) => path.relative(directory, file));
  expect(names).toEqual(expect.arrayContaining(['app.ts', 'src/a.ts', 'src/b.ts', 'code', 'synthgate.json', 'cdk.json', 'package-lock.json']));
  expect(names.filter((name) => name.includes('node_modules'))).toEqual([]);
});

test('of a workspace the lock file is followed, unless the project has its own', async () => {
  const part = new Project({ output, terminal: { directory: path.join(directory, 'packages/api'), environment: process.env } });
  const isFollowed = (): boolean => part.watched.files.includes(path.join(directory, 'pnpm-lock.yaml'));
  expect(isFollowed()).toBe(false);
  write('pnpm-lock.yaml', '');
  expect(isFollowed()).toBe(true);
  write('packages/api/package-lock.json', '{}');
  expect(isFollowed()).toBe(false);
  await part.close();
});

test('what cannot be built leaves the rest as it was; other edits go on', async () => {
  await project.build();
  write('src/a.ts', 'export const handler = ;');
  const failed = await project.build(saved('src/a.ts'));
  expect(failed).toMatchObject({ problems: [{ part: 'function A', code: 'FUNCTION_BUNDLE_FAILED', text: expect.stringContaining('src/a.ts:1:23') }], functions: [], isComplete: true });
  write('src/b.ts', "export const handler = async () => 'edited';");
  expect(await project.build(saved('src/b.ts'))).toMatchObject({ problems: [{ part: 'function A' }], functions: ['B'], isComplete: true });
  expect([codeOf('A').includes('a'), codeOf('B').includes('edited')]).toEqual([true, true]);
  write('app.ts', app("throw new Error('not today');"));
  expect(await project.build(saved('app.ts'))).toMatchObject({ problems: [{ part: 'function A' }, { part: 'definition', code: 'APP_FAILED', text: expect.stringContaining('not today') }] });
  write('app.ts', app());
  write('src/a.ts', "export const handler = async () => 'mended';");
  expect(await project.build(saved('app.ts', 'src/a.ts'))).toMatchObject({ problems: [], isComplete: true });
  expect(codeOf('A')).toContain('mended');
});

test('a function that never could be built keeps the definition from being served', async () => {
  await project.build();
  write('src/new.ts', 'export const handler = ;');
  write('app.ts', app("api.root.addResource('new').addMethod('GET', new ProxyFunction(app, 'New', { entry: 'src/new.ts' }));"));
  expect(await project.build(saved('app.ts'))).toMatchObject({ problems: [{ part: 'function New' }], isComplete: false });
  expect(Object.keys(readAssembly(output)[0]?.spec.resources ?? {})).not.toContain('/new');
  write('src/new.ts', "export const handler = async () => 'new';");
  expect(await project.build(saved('src/new.ts'))).toMatchObject({ problems: [], isDefinitionNew: true, functions: ['New'], isComplete: true });
  expect(Object.keys(readAssembly(output)[0]?.spec.resources ?? {})).toContain('/new');
});

test('a function that cannot be built at first is unavailable, and costs its own methods; it is mended by the next save', async () => {
  write('src/a.ts', 'export const handler = ;');
  write('app.ts', app("api.root.addMethod('GET', new ProxyFunction(app, 'New', { entry: 'src/new.ts' }));"));
  write('src/new.ts', "import 'left-pad';\nexport const handler = async () => 'new';");
  const functions = () => Object.entries(readAssembly(output)[0]?.spec.functions ?? {});
  const reasons = () => Object.fromEntries(functions().map(([name, { unavailable }]) => [name, unavailable]));
  expect(await project.build()).toMatchObject({ problems: [{ part: 'function A' }, { part: 'function New' }], isComplete: true, unavailable: ['A', 'New'] });
  expect(reasons()).toEqual({
    A: 'src/a.ts:1:23: Unexpected ";" [FUNCTION_BUNDLE_FAILED]', New: 'src/new.ts:1:7: Could not resolve "left-pad" [FUNCTION_BUNDLE_FAILED]',
  });
  expect(['A', 'B', 'New'].map((name) => codeOf(name) === 'none')).toEqual([true, false, true]);
  write('src/b.ts', "export const handler = async () => 'edited';");
  expect(await project.build(saved('src/b.ts'))).toMatchObject({ functions: ['B'], isComplete: true, unavailable: ['A', 'New'] });
  write('src/a.ts', "export const handler = async () => 'mended';");
  expect(await project.build(saved('src/a.ts'))).toMatchObject({ problems: [{ part: 'function New' }], functions: ['A'], isComplete: true, unavailable: ['New'] });
  expect(codeOf('A')).toContain('mended');
  expect(Object.keys(reasons()).filter((name) => reasons()[name] !== undefined)).toEqual(['New']);
  write('src/a.ts', 'export const handler = ;');
  expect(await project.build(saved('src/a.ts'))).toMatchObject({ functions: [], isComplete: true, unavailable: ['New'] });
  expect(codeOf('A')).toContain('mended');
});

test('a change of the settings of the project builds every function anew', async () => {
  write('src/view.tsx', 'export const handler = async () => <a/>;\nconst h = () => 1;\nconst other = () => 2;');
  write('app.ts', app("api.root.addResource('view').addMethod('GET', new ProxyFunction(app, 'View', { entry: 'src/view.tsx' }));"));
  write('tsconfig.json', '{"compilerOptions": {"jsx": "react", "jsxFactory": "h"}}');
  await project.build();
  write('tsconfig.json', '{"compilerOptions": {"jsx": "react", "jsxFactory": "other"}}');
  expect(await project.build(saved('tsconfig.json'))).toMatchObject({ isDefinitionNew: false, functions: ['View'] });
  expect(codeOf('View')).toContain('other("a"');
});

test('a file that an app that is a command writes in every run ends to be followed, and is named; one saved during a run is followed', async () => {
  write('run.js', "require('node:fs').writeFileSync('generated.txt', String(Math.random()));\nrequire('./app.cjs');");
  write('app.cjs', "const { Api, App, MockIntegration } = require('synthgate');\nconst app = new App();\nnew Api(app, 'PetsApi').root.addMethod('GET', new MockIntegration());\n");
  const secondProject = new Project({ app: 'env -u NODE_OPTIONS node run.js', output, terminal: { directory, environment: process.env } });
  const generated = () => readFileSync(path.join(directory, 'generated.txt'), 'utf8');
  await secondProject.build();
  expect(secondProject.watched.directories).toContain(directory);
  const saves: string[] = [];
  const notes: string[] = [];
  for (let run = 1; run <= 6; run += 1) {
    notes.push(...(await secondProject.build(saved('generated.txt'))).notes);
    saves.push(generated());
  }
  expect(new Set(saves).size).toBe(4);
  expect(notes).toEqual(['generated.txt changes whenever the app runs, so it is not followed any more']);
  write('app.cjs', "const { Api, App, MockIntegration } = require('synthgate');\nconst app = new App();\nnew Api(app, 'CatsApi').root.addMethod('GET', new MockIntegration());\n");
  await secondProject.build(saved('app.cjs', 'generated.txt'));
  expect(secondProject.apis.map(({ name }) => name)).toEqual(['CatsApi']);
  await secondProject.close();
});

test('a directory of code of a function of the CDK is followed, whatever the app is', async () => {
  symlinkSync(path.join(ROOT, 'node_modules/aws-cdk-lib'), path.join(directory, 'node_modules/aws-cdk-lib'));
  write('lambda/index.js', "exports.handler = async () => 'first';");
  write('app.ts', `import { App, Stack } from 'aws-cdk-lib';
import { LambdaRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
const stack = new Stack(new App(), 'Stack');
const handler = new Function(stack, 'Fn', { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code: Code.fromAsset('lambda') });
new LambdaRestApi(stack, 'Api', { handler });
`);
  expect(await project.build()).toMatchObject({ problems: [], isComplete: true });
  expect(project.watched.directories).toContain(path.join(directory, 'lambda'));
  const [name = ''] = Object.keys(readAssembly(output)[0]?.code ?? {});
  expect(codeOf(name)).toContain('first');
  write('lambda/index.js', "exports.handler = async () => 'second';");
  expect(await project.build(saved('lambda/index.js'))).toMatchObject({ problems: [], isDefinitionNew: false, functions: [name] });
  expect(codeOf(name)).toContain('second');
});

test('closing ends a run of the app', async () => {
  const begun = path.join(newDirectory(), 'begun');
  write('app.ts', app(`require('node:fs').writeFileSync(${JSON.stringify(begun)}, ''); while (true) {}`));
  const build = project.build();
  await until(() => existsSync(begun) || undefined);
  await project.close();
  expect(await build).toMatchObject({ problems: [{ part: 'definition', code: 'APP_FAILED' }] });
});

test('what the app prints is a note, and its earlier runs leave nothing', async () => {
  write('app.ts', app("console.log('hello from the app');"));
  expect((await project.build()).notes).toEqual(['hello from the app']);
  write('app.ts', app());
  await project.build(saved('app.ts'));
  await project.build();
  expect(readdirSync(path.dirname(output))).toHaveLength(2);
});

test('APP_MISSING, if there is no app at the start', async () => {
  const secondProject = new Project({ output, terminal: { directory: newDirectory(), environment: process.env } });
  await expect(secondProject.build()).rejects.toMatchObject({ code: 'APP_MISSING' });
  await secondProject.close();
});

describe('a function that is built from Go', () => {
  const go = "api.root.addResource('go').addMethod('GET', new ProxyFunction(app, 'Go', { code: 'fn', handler: 'bootstrap', runtime: FunctionRuntime.PROVIDED_AL2023 }));";
  const BROKEN = 'package main\n\nfunc main() { total() }\n';
  const failure = { part: 'function Go', code: 'FUNCTION_BUILD_FAILED', text: expect.stringContaining('./main.go:3:15: undefined: total') as string };
  beforeEach(() => {
    for (const [name, text] of Object.entries(TINY_GO)) write(name, text);
    write('app.ts', app(go).replace('App, ', 'App, FunctionRuntime, '));
  });

  test('is built again when its source is saved; a failure keeps the last program', async () => {
    expect(await project.build()).toMatchObject({ problems: [], functions: ['A', 'B', 'Go'], isComplete: true, unavailable: [] });
    const program = (): Buffer => readFileSync(path.join(readAssembly(output)[0]?.code.Go?.directory ?? '', 'bootstrap'));
    const first = program();
    expect(project.watched.directories).toContain(path.join(directory, 'fn'));
    write('fn/main.go', BROKEN);
    expect(await project.build(saved('fn/main.go'))).toMatchObject({ problems: [failure], isDefinitionNew: false, functions: [], isComplete: true });
    expect(program().equals(first)).toBe(true);
    write('fn/main.go', 'package main\n\nfunc main() { println("edited") }\n');
    expect(await project.build(saved('fn/main.go'))).toMatchObject({ problems: [], isDefinitionNew: false, functions: ['Go'], isComplete: true });
    expect(program().equals(first)).toBe(false);
  });

  test('is unavailable until it can be built, with what the compiler says', async () => {
    write('fn/main.go', BROKEN);
    expect(await project.build()).toMatchObject({ problems: [failure], isComplete: true, unavailable: ['Go'] });
    const reason = readAssembly(output)[0]?.spec.functions.Go?.unavailable;
    expect(reason).toMatch(/^go cannot build .*: \.\/main\.go:3:15: undefined: total \[FUNCTION_BUILD_FAILED\]$/);
  });
});

describe('with mocks', () => {
  const pet = "{ methodResponses: [{ statusCode: '200', responseModels: { 'application/json': api.addModel('Pet', { schema: { type: 'object' } }) } }] }";
  const method = (name: string, code: string): string =>
    `api.root.addResource('${name}').addMethod('GET', new ProxyFunction(app, '${name}', { ${code} }), ${name === 'bare' ? '{}' : pet.replace("'Pet'", `'${name}'`)});`;
  const typesOf = (): unknown[] => ['broken', 'missing', 'gone', 'bare', 'a'].map((name) => readAssembly(output)[0]?.spec.resources[`/${name}`]?.methods.GET?.integration.type);
  const mocking = (): Project => {
    project = new Project({ output, terminal: { directory, environment: process.env }, mocks: true });
    return project;
  };

  test('methods of functions without code are mocked; what is written later is served', async () => {
    write('src/broken.ts', 'export const handler = ;');
    write('app.ts', app(`${method('broken', "entry: 'src/broken.ts'")}${method('missing', "entry: 'src/missing.ts'")}${method('gone', "code: 'gone', handler: 'index.handler'")}${method('bare', "entry: 'src/bare.ts'")}`));
    const build = await mocking().build();
    // a source that is yet to be written is no error where its methods answer
    expect(build).toMatchObject({ problems: [{ part: 'function bare' }, { part: 'function broken' }], isComplete: true });
    expect(build.notes.join('')).toBe('--mock answers 3 methods that have no backend here\n  GET /broken (generated)\n  GET /gone (generated)\n  GET /missing (generated)');
    expect(typesOf()).toEqual(['mock', 'mock', 'mock', 'proxy', 'proxy']);
    expect(readAssembly(output)[0]?.spec.functions.bare).toMatchObject({ unavailable: expect.stringContaining('src/bare.ts') });
    write('src/missing.ts', "export const handler = async () => 'new';");
    expect(await project.build(saved('src/missing.ts'))).toMatchObject({ functions: ['missing'], isComplete: true });
    expect([typesOf(), codeOf('missing').includes('new')]).toEqual([['mock', 'proxy', 'mock', 'proxy', 'proxy'], true]);
  });

  test('a function that is added without code does not hold the definition up', async () => {
    await mocking().build();
    write('app.ts', app(method('missing', "entry: 'src/missing.ts'")));
    expect(await project.build(saved('app.ts'))).toMatchObject({ problems: [], isComplete: true, isDefinitionNew: true });
    expect(typesOf()[1]).toBe('mock');
  });

  test('without them a missing source is an error of the definition', async () => {
    write('app.ts', app(method('missing', "entry: 'src/missing.ts'")));
    expect(await project.build()).toMatchObject({ problems: [{ part: 'definition', text: expect.stringContaining('FUNCTION_SOURCE_MISSING') }], isComplete: false });
  });
});
