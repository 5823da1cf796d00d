import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CdkProject, COUNT_RUN } from '../../support/cdk-project';

let cdk: CdkProject;
afterEach(() => cdk.project.close());

const TSCONFIG = '{"compilerOptions": {"target": "ES2022", "module": "commonjs", "rootDir": ".", "skipLibCheck": true, "ignoreDeprecations": "6.0", "types": ["node"]}}';

/** A stack with functions by id: the rest of its declaration. */
const stack = (functions: Readonly<Record<string, string>>, before = ''): string => `import { App, Stack } from 'aws-cdk-lib';
import { LambdaIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Code, Function, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
${before}
${COUNT_RUN}
const runtime = Runtime.NODEJS_22_X;
const stack = new Stack(new App(), 'Stack');
const api = new RestApi(stack, 'Api');
const add = (id, fn) => api.root.addResource(id).addMethod('GET', new LambdaIntegration(fn));
${Object.entries(functions).map(([id, declaration]) => `add('${id}', ${declaration});`).join('\n')}
`;

const nodejs = (id: string, entry: string, more = ''): string => `new NodejsFunction(stack, '${id}', { runtime, entry: '${entry}', ${more} })`;

const SOURCES = {
  'lib/shared.ts': "export const shared = 'shared';",
  'src/a.ts': "import { shared } from '../lib/shared';\ndeclare const VERSION: string;\nexport const handler = async () => `a ${shared} ${VERSION}`;",
  'src/b.ts': "import { text } from './text';\nexport const handler = async () => `${text} ${typeof import.meta.url}`;",
  'src/text.ts': "export const text = 'b';",
  'code/index.js': "exports.handler = async () => 'code';",
};

const FUNCTIONS = {
  a: nodejs('A', 'src/a.ts', "bundling: { minify: true, banner: '/* banner */', define: { VERSION: JSON.stringify('one \"two\"') } }"),
  b: nodejs('B', 'src/b.ts', "bundling: { format: OutputFormat.ESM, sourceMap: true, esbuildArgs: { '--log-limit': '0' } }"),
  c: "new Function(stack, 'C', { runtime, handler: 'index.handler', code: Code.fromAsset('code') })",
};

test('a save of a handler, or of a directory of code, does not run an app of the CDK again', async () => {
  cdk = new CdkProject('npx ts-node --transpile-only bin/app.ts', { ...SOURCES, 'tsconfig.json': TSCONFIG, 'bin/app.ts': stack(FUNCTIONS, "import { shared } from '../lib/shared';\nshared.trim();") });
  expect(await cdk.project.build()).toMatchObject({ problems: [], notes: [], isComplete: true });
  expect([cdk.answerOf('A'), cdk.answerOf('B'), cdk.answerOf('C'), cdk.runs]).toEqual(['a shared one "two"', 'b string', 'code', 1]);
  expect(await cdk.save('src/a.ts', SOURCES['src/a.ts'].replace('`a', '`edited'))).toMatchObject({ problems: [], isDefinitionNew: false, functions: [expect.stringMatching(/^A/)] });
  expect(await cdk.save('src/text.ts', "export const text = 'edited';")).toMatchObject({ functions: [expect.stringMatching(/^B/)] });
  expect(await cdk.save('code/index.js', "exports.handler = async () => 'edited';")).toMatchObject({ isDefinitionNew: false, functions: [expect.stringMatching(/^C/)] });
  expect([cdk.answerOf('A'), cdk.answerOf('B'), cdk.answerOf('C'), cdk.runs]).toEqual(['edited shared one "two"', 'edited string', 'edited', 1]);
});

test('a function in Python is made of its sources, bundled or not, with those of its layers; a save does not run the app again', async () => {
  const python = (id: string, code: string): string =>
    `new Function(stack, '${id}', { runtime: Runtime.PYTHON_3_12, handler: 'app.main', layers: [layer], code: ${code} })`;
  // no image is ever built, so that no Docker is needed
  const bundling = "{ image: DockerImage.fromRegistry('none'), command: ['bash', '-c', 'pip install -r requirements.txt -t /asset-output && cp -r . /asset-output'] }";
  const layer = "const layer = new LayerVersion(stack, 'Tools', { code: Code.fromAsset('tools') });";
  const declarations = stack({ plain: python('Plain', "Code.fromAsset('plain')"), bundled: python('Bundled', `Code.fromAsset('bundled', { bundling: ${bundling} })`) });
  cdk = new CdkProject('npx ts-node --transpile-only bin/app.ts', {
    'plain/app.py': 'PLAIN = 1\n', 'bundled/app.py': 'BUNDLED = 1\n', 'bundled/requirements.txt': '', 'tools/python/tools.py': '', 'tsconfig.json': TSCONFIG,
    'bin/app.ts': declarations.replace("const api = new RestApi(stack, 'Api');", (api) => `${layer}\n${api}`).replace('App, Stack }', 'App, DockerImage, Stack }'),
  });
  expect(await cdk.project.build()).toMatchObject({ problems: [], notes: [], isComplete: true });
  const read = (id: string): string => readFileSync(path.join(cdk.codeOf(id).directory, 'app.py'), 'utf8');
  expect(['Plain', 'Bundled'].map((id) => [read(id), cdk.codeOf(id).sourceDirectory])).toEqual([
    ['PLAIN = 1\n', path.join(cdk.directory, 'plain')], ['BUNDLED = 1\n', path.join(cdk.directory, 'bundled')],
  ]);
  expect(existsSync(path.join(cdk.codeOf('Bundled').directory, '.opt/python/tools.py'))).toBe(true);
  expect(await cdk.save('plain/app.py', 'PLAIN = 2\n')).toMatchObject({ problems: [], isDefinitionNew: false, functions: [expect.stringMatching(/^Plain/)] });
  expect(await cdk.save('bundled/app.py', 'BUNDLED = 2\n')).toMatchObject({ functions: [expect.stringMatching(/^Bundled/)] });
  expect([read('Plain'), read('Bundled'), cdk.runs]).toEqual(['PLAIN = 2\n', 'BUNDLED = 2\n', 1]);
});

test('a function in Go that the CDK would bundle is built here, and again when its module is saved', async () => {
  const bundling = '{ image: DockerImage.fromRegistry(\'none\'), command: [\'bash\', \'-c\', \'go build -o "/asset-output/bootstrap" ./cmd/api\'] }';
  const fn = `new Function(stack, 'Go', { runtime: Runtime.PROVIDED_AL2023, handler: 'bootstrap', code: Code.fromAsset('go', { bundling: ${bundling} }) })`;
  cdk = new CdkProject('npx ts-node --transpile-only bin/app.ts', {
    'go/go.mod': 'module shop\n', 'go/text/text.go': 'package text\n\nconst Text = "first"\n', 'tsconfig.json': TSCONFIG,
    'go/cmd/api/main.go': 'package main\n\nimport "shop/text"\n\nfunc main() { println(text.Text) }\n',
    'bin/app.ts': stack({ go: fn }).replace('App, Stack }', 'App, DockerImage, Stack }'),
  });
  expect(await cdk.project.build()).toMatchObject({ problems: [], notes: [], isComplete: true });
  expect(cdk.codeOf('Go').sourceDirectory).toBe(path.join(cdk.directory, 'go/cmd/api'));
  expect(await cdk.save('go/text/text.go', 'package text\n\nconst Text = "second"\n')).toMatchObject({ problems: [], functions: [expect.stringMatching(/^Go/)] });
  expect(readFileSync(path.join(cdk.codeOf('Go').directory, 'bootstrap')).includes('second')).toBe(true);
  expect(cdk.runs).toBe(1);
});

test('a file that the app loaded runs it again, and makes the functions anew that have it, too; other files do nothing', async () => {
  cdk = new CdkProject('npx ts-node --transpile-only bin/app.ts', {
    ...SOURCES, 'tsconfig.json': TSCONFIG, 'data/names.json': '["one"]', 'bin/app.ts': stack(FUNCTIONS, `import { shared } from '../lib/shared';
for (const file of readdirSync('data')) readFileSync('data/' + file);
shared.trim();`),
  });
  await cdk.project.build();
  expect(await cdk.save('lib/shared.ts', "export const shared = 'edited';")).toMatchObject({ problems: [], functions: [expect.stringMatching(/^A/)] });
  expect([cdk.answerOf('A'), cdk.runs]).toEqual(['a edited one "two"', 2]);
  await cdk.save('data/names.json', '["two"]');
  expect(cdk.runs).toBe(3);
  await cdk.save('data/more.json', '[]');
  expect(cdk.runs).toBe(4);
  await cdk.save('README.md', '# readme');
  await cdk.save('test/a.test.ts', '');
  await cdk.save('lib/types.d.ts', '');
  expect(cdk.runs).toBe(4);
  const { files, directories } = cdk.project.watched;
  const watched = [...files, ...directories].map((file) => path.relative(cdk.directory, file));
  expect(watched).toEqual(expect.arrayContaining(['bin/app.ts', 'lib/shared.ts', 'data/names.json', 'data', 'src/a.ts', 'src/text.ts', 'code']));
  expect(watched).not.toEqual(expect.arrayContaining(['']));
});

test.each([
  ['node app.mjs', 'app.mjs'], ['npx tsx app.ts', 'app.ts'],
])('an app of ES modules is followed as well: %s', async (command, file) => {
  cdk = new CdkProject(command, {
    ...SOURCES, 'package.json': '{"type": "module"}', 'names.mjs': "export const name = 'A';",
    [file]: stack({ ...FUNCTIONS, a: FUNCTIONS.a.replace("'A'", 'name') }, "import { name } from './names.mjs';"),
  });
  expect(await cdk.project.build()).toMatchObject({ problems: [], notes: [], isComplete: true });
  await cdk.save('src/a.ts', SOURCES['src/a.ts'].replace('`a', '`edited'));
  expect([cdk.answerOf('A'), cdk.answerOf('B'), cdk.runs]).toEqual(['edited shared one "two"', 'b string', 1]);
  expect(await cdk.save('names.mjs', "export const name = 'Another';")).toMatchObject({ isDefinitionNew: true });
  expect([cdk.answerOf('Another'), cdk.runs]).toEqual(['edited shared one "two"', 2]);
});

test('a bundle that is not one call of esbuild is made by the app, which is reported once (CDK_BUNDLING_LEFT); others are made here', async () => {
  const hooks = 'commandHooks: { beforeBundling: () => [], beforeInstall: () => [], afterBundling: (from, to) => [`cp ${from}/src/text.ts ${to}`] }';
  cdk = new CdkProject('npx ts-node --transpile-only app.ts', { ...SOURCES, 'tsconfig.json': TSCONFIG, 'app.ts': stack({ ...FUNCTIONS, b: nodejs('B', 'src/b.ts', `bundling: { format: OutputFormat.ESM, ${hooks} }`) }) });
  const first = await cdk.project.build();
  expect(first).toMatchObject({ problems: [], isComplete: true, notes: [expect.stringMatching(/^warning: Stack\/B: .*\[CDK_BUNDLING_LEFT\]/), expect.stringContaining('Bundling asset Stack/B/Code')] });
  expect([cdk.answerOf('A'), cdk.answerOf('B'), cdk.runs]).toEqual(['a shared one "two"', 'b string', 2]);
  await cdk.save('src/a.ts', SOURCES['src/a.ts'].replace('`a', '`edited'));
  expect([cdk.answerOf('A'), cdk.runs]).toEqual(['edited shared one "two"', 2]);
  const second = await cdk.save('src/text.ts', "export const text = 'edited';");
  expect([cdk.answerOf('B'), cdk.runs]).toEqual(['edited string', 3]);
  expect(second.notes.join()).not.toContain('CDK_BUNDLING_LEFT');
});

test('an app that cannot be observed bundles its functions itself (CDK_NOT_OBSERVED)', async () => {
  cdk = new CdkProject('env -u NODE_OPTIONS npx ts-node --transpile-only app.ts', { ...SOURCES, 'tsconfig.json': TSCONFIG, 'app.ts': stack(FUNCTIONS) });
  const first = await cdk.project.build();
  expect(first).toMatchObject({ problems: [], isComplete: true });
  expect(first.notes.filter((note) => note.includes('CDK_NOT_OBSERVED'))).toHaveLength(1);
  expect([cdk.answerOf('A'), cdk.answerOf('B'), cdk.runs]).toEqual(['a shared one "two"', 'b string', 2]);
  expect((await cdk.save('src/text.ts', "export const text = 'edited';")).notes.join()).not.toContain('CDK_NOT_OBSERVED');
  expect([cdk.answerOf('B'), cdk.runs]).toEqual(['edited string', 3]);
});

test('an app that is compiled before it runs is run by a change of any file', async () => {
  const compile = 'const { buildSync } = require(\'esbuild\');\nbuildSync({ entryPoints: [\'app.ts\'], bundle: true, packages: \'external\', platform: \'node\', outfile: \'out/app.js\' });';
  cdk = new CdkProject('node compile.js && node out/app.js', { ...SOURCES, 'compile.js': compile, 'app.ts': stack(FUNCTIONS, "import { shared } from './lib/shared';\nshared.trim();") });
  await cdk.project.build();
  await cdk.save('lib/shared.ts', "export const shared = 'edited';");
  expect([cdk.answerOf('A'), cdk.runs]).toEqual(['a edited one "two"', 2]);
});

test('an app that tsc compiles is not run by a save of a handler, but by one of any other source', async () => {
  cdk = new CdkProject('node node_modules/typescript/bin/tsc --noCheck --noResolve --outDir dist && node dist/bin/app.js', {
    ...SOURCES, 'tsconfig.json': TSCONFIG, 'lib/name.ts': "export const name = 'A';",
    'bin/app.ts': stack({ ...FUNCTIONS, a: FUNCTIONS.a.replace("'A'", 'name') }, "import { name } from '../lib/name';\nimport { shared } from '../lib/shared';\nshared.trim();"),
  });
  expect(await cdk.project.build()).toMatchObject({ problems: [], notes: [], isComplete: true });
  expect(await cdk.save('src/a.ts', SOURCES['src/a.ts'].replace('`a', '`edited'))).toMatchObject({ problems: [], isDefinitionNew: false });
  await cdk.save('src/text.ts', "export const text = 'edited';");
  expect([cdk.answerOf('A'), cdk.answerOf('B'), cdk.runs]).toEqual(['edited shared one "two"', 'edited string', 1]);
  await cdk.save('lib/shared.ts', "export const shared = 'edited';");
  expect([cdk.answerOf('A'), cdk.runs]).toEqual(['edited edited one "two"', 2]);
  expect(await cdk.save('lib/name.ts', "export const name = 'Another';")).toMatchObject({ isDefinitionNew: true });
  expect([cdk.answerOf('Another'), cdk.runs]).toEqual(['edited edited one "two"', 3]);
  await cdk.save('src/text.ts', "export const enum Text { value = 'b' }\nexport const text = Text.value;");
  await cdk.save('src/text.ts', "export const text = 'b';");
  expect(cdk.runs).toBe(4);
});

test('an error of the app is mended by a save of any file of the project', async () => {
  const app = stack(FUNCTIONS, "import '../lib/shared';");
  cdk = new CdkProject('npx ts-node --transpile-only bin/app.ts', { ...SOURCES, 'tsconfig.json': TSCONFIG, 'bin/app.ts': app });
  await cdk.project.build();
  rmSync(path.join(cdk.directory, 'lib/shared.ts'));
  expect(await cdk.project.build(new Set([path.join(cdk.directory, 'lib/shared.ts')]))).toMatchObject({ problems: [{ part: 'definition' }, { part: expect.stringMatching(/^function A/) }] });
  expect(await cdk.save('lib/shared.ts', "export const shared = 'mended';")).toMatchObject({ problems: [] });
  expect(cdk.answerOf('A')).toBe('a mended one "two"');
});
