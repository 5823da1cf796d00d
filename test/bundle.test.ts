import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CATALOG } from '../lib/errors';
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
  'build/runtime/index.js': 900_000,
  'build/runtime/instance.js': 70_000,
  'build/runtime/jwt-authorizer.js': 75_000,
  'build/runtime/sandbox.js': 100_000,
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

test('build/runtime/jwt-authorizer.js has the texts of the errors that its files name, and no others', () => {
  const file = 'build/runtime/jwt-authorizer.js';
  const sources = Object.entries(outputs[file].inputs).filter(([input, { bytesInOutput }]) => /^lib\/(?!errors\/catalog)/.test(input) && bytesInOutput > 0);
  const named = sources.flatMap(([input]) => [...readFileSync(path.join(root, input), 'utf8').matchAll(/'([A-Z\d_]+)'/g)].map(([, code]) => code));
  const rows = [...readFileSync(path.join(root, file), 'utf8').matchAll(/([A-Z\d_]+):\{/g)].map(([, code]) => code);
  const codes = Object.keys(CATALOG);
  expect(codes.filter((code) => rows.includes(code))).toEqual(codes.filter((code) => named.includes(code)));
});

describe('build/library/index.js, which the entry points lead to, and its parts', () => {
  const textOf = (part: string) => readFileSync(path.join(root, 'build/library', `${part}.js`), 'utf8');
  const modulesOf = (text: string) => [...text.matchAll(/"((?:node_modules\/|build\/|one-zod:)[^"]+)"\(/g)].map(([, name]) => name.replace('one-zod:', 'node_modules/'));
  const INSIDE: [string, string[]][] = [
    ['index', ['zod', 'fastest-levenshtein', 'index.js', 'errors', 'spec', 'props', 'constructs', 'synth', 'openapi']],
    ['aws', ['aws']],
    ['messages', ['errors']],
    ['documents', ['openapi']],
  ];

  test.each(INSIDE)('%s contains what belongs there, and nothing else', (part, inside) => {
    const modules = modulesOf(textOf(part)).filter((name) => !/zod:?names|node_modules\/names/.test(name));
    expect(new Set(modules.map((name) => packageOf(name) ?? name.split('/')[1]))).toEqual(new Set(inside));
  });

  test('no module is in two of them', () => {
    const modules = INSIDE.flatMap(([part]) => modulesOf(textOf(part)));
    expect(modules.filter((name, index) => modules.indexOf(name) !== index)).toEqual([]);
  });

  test.each([['index', 600_000], ['aws', 200_000], ['messages', 100_000], ['documents', 150_000]])('%s is at most %d bytes', (part, bytes) => {
    expect(Buffer.byteLength(textOf(part))).toBeLessThanOrEqual(bytes);
  });

  test('an API is declared and synthesized with the first alone, and others are there when they are needed', () => {
    const program = `
      const { Api, App, ProxyFunction } = require(${JSON.stringify(root)});
      const loaded = () => Object.keys(require.cache).filter((file) => /build.library./.test(file)).map((file) => require('path').basename(file));
      const app = new App();
      const api = new Api(app, 'Pets');
      api.root.addMethod('GET', new ProxyFunction(app, 'Fn', { code: 'test/support/functions/handlers/package-module', handler: 'index.handler' }));
      api.toJson();
      const declared = loaded();
      Object.keys(require(${JSON.stringify(path.join(root, 'build/errors'))}).CATALOG);
      console.log(JSON.stringify([declared, loaded()]));`;
    const [declared, written] = JSON.parse(execFileSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' })) as [string[], string[]];
    expect(declared).toEqual(['index.js']);
    expect(written).toEqual(['index.js', 'messages.js']);
  });

  test.each(['index.js', 'aws/index.js', 'spec/index.js', 'errors/index.js'])('%s has names that ES modules can import', async (file) => {
    const names = Object.keys(await import(path.join(root, 'build', file)) as object).filter((name) => name !== 'default');
    const listed = /0 && \(module\.exports = \{ (.*) \}\)/.exec(readFileSync(path.join(root, 'build', file), 'utf8'))?.[1].split(', ');
    expect(listed?.sort()).toEqual(names.sort());
  });
});

test('no file whose compiled code the command keeps calls import(), which such code cannot', () => {
  const files = readdirSync(path.join(root, 'build'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.js$/.test(file));
  const importing = files.filter((file) => /(?<![\w$.])import\(/.test(readFileSync(path.join(root, 'build', file), 'utf8')));
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
  const found = new Set<string>();
  const add = (name: string, folder: string): void => {
    const home = folderOf(name, folder);
    if (found.has(name) || home === undefined) {
      return;
    }
    found.add(name);
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { dependencies?: object };
    Object.keys(dependencies).forEach((dependency) => add(dependency, home));
  };
  libraries.forEach((library) => add(library, root));
  return found;
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
