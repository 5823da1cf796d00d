import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { RUNTIME_LIBRARIES } from '../lib/runtime/libraries';
import { runtimeMetafile } from './support/build-files';

/** The part of esbuild's metafile that matters here. */
interface Metafile {
  readonly outputs: Readonly<Record<string, OutputFile>>;
}

interface OutputFile {
  readonly bytes: number;
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
}

const MODULES = ['errors', 'spec', 'runtime'];
const NEVER_INSIDE = ['aws-cdk-lib', 'constructs', 'esbuild', 'commander'];
const BYTE_BUDGETS = {
  // with the kinds of seven runtimes and three of APIs, custom domains, WebSocket's library, and the requests of five services
  'build/runtime/index.js': 1_724_000,
  // read by gateways with a store only; a third of it are readers of the state directory
  'build/runtime/store.js': 100_000,
  'build/runtime/instance.js': 100_000,
  // a tenth of it is the catalog of errors
  'build/runtime/jwt-authorizer.js': 160_000,
  'build/runtime/sandbox.js': 140_000,
};

const root = path.resolve(__dirname, '..');
const { outputs } = JSON.parse(readFileSync(runtimeMetafile, 'utf8')) as Metafile;

describe.each(Object.keys(BYTE_BUDGETS) as (keyof typeof BYTE_BUDGETS)[])('%s', (file) => {
  const inputs = Object.keys(outputs[file].inputs);

  test('contains only the modules below the runtime, and the listed libraries with their dependencies', () => {
    expect(unexpectedInputs(inputs, withDependencies(RUNTIME_LIBRARIES))).toEqual([]);
  });

  test('contains nothing of the constructs, of AWS or of the command line', () => {
    expect(inputs.filter((input) => NEVER_INSIDE.includes(packageOf(input) ?? ''))).toEqual([]);
  });

  test(`is at most ${BYTE_BUDGETS[file]} bytes`, () => {
    expect(outputs[file].bytes).toBeLessThanOrEqual(BYTE_BUDGETS[file]);
  });
});

describe.each(['build/runtime/index.js', 'build/runtime/sandbox.js'])('%s', (file) => {
  test('has no copy of what the library has', () => {
    const shared = new Set(['@eslint-community/regexpp', 'ajv', 'ajv-draft-04', 'ajv-formats', 're2js', 'velocityjs', 'yaml', 'zod']);
    const inputs = Object.keys(outputs[file].inputs).filter((input) => !input.startsWith('shared-files:'));
    expect(inputs.filter((input) => shared.has(packageOf(input) ?? '') || /^lib\/(errors|spec)\//.test(input))).toEqual([]);
  });
});

describe('the modules that jsii has compiled', () => {
  const modulesOf = (file: string): string[] => [...readFileSync(path.join(root, 'build', file), 'utf8').matchAll(/^ {2}"((?:node_modules|build)\/[^"]+)"\(/gm)].map(([, name]) => name);

  test.each(['errors', 'spec', 'props', 'constructs', 'synth', 'openapi', 'aws'])('%s contains itself and no other module', (module) => {
    const inside = modulesOf(`${module}/index.js`);
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.filter((name) => name.startsWith('build/') && !name.startsWith(`build/${module}/`))).toEqual([]);
  });

  test('contain no library that build/library has, and nothing of AWS', () => {
    const shared = new Set([...NEVER_INSIDE, '@eslint-community/regexpp', 'ajv', 'ajv-draft-04', 'ajv-formats', 're2js', 'velocityjs', 'yaml', 'zod']);
    const inside = ['spec', 'props', 'constructs', 'synth', 'openapi', 'aws'].flatMap((module) => modulesOf(`${module}/index.js`));
    expect(inside.filter((name) => shared.has(packageOf(name) ?? ''))).toEqual([]);
  });

  test('an API is declared and synthesized without the renderer of templates, and it is there when it is needed', () => {
    const program = `
      const { Api, App, ProxyFunction, aws } = require(${JSON.stringify(root)});
      const loaded = () => Object.keys(require.cache).map((file) => require('path').relative(${JSON.stringify(path.join(root, 'build'))}, file)).filter((file) => !file.startsWith('..'));
      const app = new App();
      const api = new Api(app, 'Pets');
      api.root.addMethod('GET', new ProxyFunction(app, 'Fn', { code: 'test/support/functions/handlers/package-module', handler: 'index.handler' }));
      api.toJson();
      const declared = loaded();
      String(aws.AwsTarget);
      console.log(JSON.stringify([declared, loaded()]));`;
    const [declared, rendered] = JSON.parse(execFileSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' })) as [string[], string[]];
    expect(declared.sort()).toEqual(['constructs/index.js', 'errors/index.js', 'index.js', 'library/zod.js', 'props/index.js', 'spec/index.js', 'synth/index.js']);
    expect(rendered).toContain('aws/index.js');
  });

  test.each(['index.js', 'aws/index.js', 'spec/index.js', 'errors/index.js'])('%s has names that ES modules can import', async (file) => {
    const names = Object.keys(await import(path.join(root, 'build', file)) as object).filter((name) => name !== 'default');
    const listed = /0 && \(module\.exports = \{ (.*) \}\)/.exec(readFileSync(path.join(root, 'build', file), 'utf8'))?.[1].split(', ');
    expect(listed?.sort()).toEqual(names.sort());
  });
});

/** Outside comments. */
const CALLS_IMPORT = /^(?!\s*(?:\*|\/\/)).*(?<![\w$.])import\(/m;

test('no file whose compiled code the command keeps calls import(), which such code cannot', () => {
  const files = readdirSync(path.join(root, 'build'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.js$/.test(file));
  const importing = files.filter((file) => CALLS_IMPORT.test(readFileSync(path.join(root, 'build', file), 'utf8')));
  // the program of functions, which load ES modules: the command does not load it
  expect(importing).toEqual(['runtime/instance.js']);
});

describe('THIRD-PARTY-NOTICES.txt', () => {
  const text = readFileSync(path.join(root, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const dates = JSON.parse(readFileSync(path.join(root, 'scripts', 'release-dates.json'), 'utf8')) as Readonly<Record<string, string>>;
  const heads = [...text.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d[\w.+-]*), registry date (\S+) \(/gm)].map(([, name, version, date]) => ({ name, version, date }));

  test('names every package that the bundles contain', () => {
    const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
    const bundled = new Set(inputs.flatMap((input) => packageOf(input) ?? []));
    expect([...bundled].filter((name) => !heads.some((head) => head.name === name))).toEqual([]);
  });

  test('tells the date of every version; scripts/release-dates.mjs asks for that of a new one', () => {
    expect(heads.filter(({ date }) => !/^\d{4}-\d{2}-\d{2}$/.test(date))).toEqual([]);
    expect(heads.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(Object.keys(dates).sort());
  });
});

test('an unexpected input of the bundle is found', () => {
  const packages = withDependencies(['pino']);
  expect(packages).toContain('sonic-boom');
  expect(unexpectedInputs(['lib/constructs/api.ts', 'node_modules/commander/index.js', 'scripts/x.mjs'], packages)).toHaveLength(3);
  expect(unexpectedInputs(['lib/spec/read.ts', 'node_modules/a/node_modules/sonic-boom/x.js', 'node_modules/pino/index.js'], packages)).toEqual([]);
});

function unexpectedInputs(inputs: readonly string[], packages: ReadonlySet<string>): readonly string[] {
  return inputs.filter((input) => {
    const name = packageOf(input);
    return name === undefined ? !MODULES.some((module) => input.startsWith(`lib/${module}/`)) : !packages.has(name);
  });
}

/** The innermost package of `node_modules/a/node_modules/@b/c/index.js`: `@b/c`; `shared-files:d` leads to a file with `d` inside. */
function packageOf(input: string): string | undefined {
  return /^(?:.*node_modules\/((?:@[^/]+\/)?[^/]+)\/|shared-files:(.+)$)/.exec(input)?.slice(1).find((name) => name !== undefined);
}

function withDependencies(libraries: readonly string[]): ReadonlySet<string> {
  const imported = new Set<string>();
  const add = (name: string, folder: string): void => {
    const home = folderOf(name, folder);
    if (imported.has(name) || home === undefined) {
      return;
    }
    imported.add(name);
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { dependencies?: object };
    Object.keys(dependencies).forEach((dependency) => add(dependency, home));
  };
  libraries.forEach((library) => add(library, root));
  return imported;
}

/** Where Node finds a package from a folder; read from disk, as packages may hide their package.json. */
function folderOf(name: string, folder: string): string | undefined {
  const home = path.join(folder, 'node_modules', name);
  try {
    readFileSync(path.join(home, 'package.json'));
    return home;
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? undefined : folderOf(name, parent);
  }
}

test('synthgate/aws requires aws-cdk-lib and has no copy of it', () => {
  const text = readFileSync(path.resolve(__dirname, '..', 'build', 'cdk', 'index.js'), 'utf8');
  expect(text).toContain('require("aws-cdk-lib/aws-apigateway")');
  expect(text.length).toBeLessThan(20_000);
});
