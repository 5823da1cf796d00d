// Joins the modules that jsii has compiled, and Zod with them, into build/library/index.js, which all their entry points lead
// to, and a few files beside it. An app that loads the library then reads one file instead of three hundred, and what it does not use
// is not parsed: half the time and ten MiB less.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { englishOnly, READABLE } from './bundle.mjs';
import { withLazyRequires } from './lazy-requires.mjs';
import { moduleOf, namesOfPart, PARTS, partsOf } from './library-parts.mjs';
import { lazyExports, sharedFiles, SHARED_FILES } from './shared-files.mjs';

const root = path.resolve(import.meta.dirname, '..');
const build = path.join(root, 'build');
const library = path.join(build, 'library');
const require = createRequire(import.meta.url);

/** The entry points of the compiled modules, by their names in the joined file. */
const ENTRY_POINTS = {
  index: './index.js',
  errors: './errors/index.js',
  spec: './spec/index.js',
  props: './props/index.js',
  constructs: './constructs/index.js',
  synth: './synth/index.js',
  openapi: './openapi/index.js',
  aws: './aws/index.js',
};
/** Required from the user's project, where they are needed. */
const OUTSIDE = ['aws-cdk-lib', 'constructs', 'esbuild'];
/** Writes build/library/ and leads the entry points to it; returns what is inside. Runs after jsii. */
export async function bundleLibrary() {
  const entryPoints = Object.entries(ENTRY_POINTS);
  const names = Object.fromEntries(entryPoints.map(([name, file]) => [name, Object.keys(require(path.join(build, file)))]));
  const zod = await bundleZod();
  const joined = await bundleParts(zod.text);
  const others = await Promise.all(Object.entries(SHARED_FILES).map(([file, packages]) =>
    bundleFile(file, lazyExports(Object.fromEntries(packages.map((name) => [name, name]))), { minify: true })));
  removeCompiled(build);
  for (const [name, file] of entryPoints) {
    const target = path.posix.relative(path.posix.dirname(file), 'library/index.js');
    writeFileSync(path.join(build, file), entryPoint(name, target.startsWith('.') ? target : `./${target}`, names[name]));
  }
  writeFileSync(path.join(library, 'zod.js'), '"use strict";\nmodule.exports = require("./index.js").zod;\n');
  return [zod.inputs, ...[...joined, ...others].map(({ metafile }) => Object.keys(metafile.inputs))].flat();
}

/** The joined file, and the parts of it that few apps need. */
function bundleParts(zodText) {
  const modules = compiledModules();
  return Promise.all(['index', ...Object.keys(PARTS)].map((part) => {
    const shared = Object.fromEntries(namesOfPart(part, modules).map((name) => [name, `./${name}.js`]));
    const contents = lazyExports(part === 'index' ? { ...ENTRY_POINTS, zod: 'zod', ...shared } : shared);
    return bundleFile(part, contents, { ...READABLE, plugins: [sharedFiles('.'), partsOf(part, build), oneZod(zodText), lazyModules] });
  }));
}

/** Name → text, of what jsii has compiled. */
function compiledModules() {
  const files = Object.values(ENTRY_POINTS).flatMap((entry) => (entry === './index.js' ? [path.join(build, entry)] : compiledFiles(path.join(build, path.dirname(entry)))));
  return new Map(files.map((file) => [moduleOf(file, build), readFileSync(file, 'utf8')]));
}

function compiledFiles(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file));
  return files.filter((file) => file.endsWith('.js') && statSync(file).isFile());
}

function bundleFile(name, contents, options) {
  return esbuild.build({
    absWorkingDir: path.dirname(build),
    stdin: { contents, resolveDir: build },
    outfile: path.join(library, `${name}.js`),
    bundle: true, format: 'cjs', platform: 'node', target: 'node20', legalComments: 'none', logLevel: 'warning', metafile: true, external: OUTSIDE,
    ...options,
  });
}

/**
 * Zod as one ES module without what lib/ does not use: joined file by file, all of it would be inside and run. Its names become members
 * of one object, or each of the modules that require it would make an object of getters.
 */
function oneZod(text) {
  const names = { contents: "module.exports = { __esModule: true, ...require('one-zod') };" };
  return {
    name: 'one-zod',
    setup(pluginBuild) {
      pluginBuild.onResolve({ filter: /^zod$/ }, () => ({ path: 'names', namespace: 'one-zod' }));
      pluginBuild.onResolve({ filter: /^one-zod$/ }, () => ({ path: 'zod', namespace: 'one-zod' }));
      pluginBuild.onLoad({ filter: /./, namespace: 'one-zod' }, ({ path: name }) => (name === 'zod' ? { contents: text } : names));
    },
  };
}

/** A module runs when another first uses it: an API that is declared needs no importer, renderer or OpenAPI writer. */
const lazyModules = {
  name: 'lazy-modules',
  setup(pluginBuild) {
    pluginBuild.onLoad({ filter: /\.js$/ }, ({ path: file }) => (file.startsWith(build + path.sep)
      ? { contents: withLazyRequires(readFileSync(file, 'utf8')), resolveDir: path.dirname(file) }
      : undefined));
  },
};

/** Bundles the part of Zod that lib/ uses. A name that lib/ begins to use is in the next build; `z.core` names types only. */
async function bundleZod() {
  const { outputFiles: [{ text }], metafile } = await esbuild.build({
    absWorkingDir: root,
    stdin: { contents: `export { ${namesOfZod().join(', ')} } from 'zod';`, resolveDir: root },
    bundle: true, format: 'esm', platform: 'node', target: 'node20', minify: true, write: false,
    legalComments: 'none', logLevel: 'warning', metafile: true, plugins: [englishOnly, uncompiledReaders],
  });
  return { text, inputs: Object.keys(metafile.inputs) };
}

/**
 * An app reads a spec or two: compiling a reader for each schema takes longer than it saves, by some 8 ms of CPU time for ten
 * methods, and is not faster for a thousand. Zod's own setting is global and would be the user's Zod's as well.
 */
const uncompiledReaders = {
  name: 'uncompiled-readers',
  setup(pluginBuild) {
    pluginBuild.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]core[/\\]util\.js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      const contents = text.replace('if (globalConfig.jitless)', 'if (true)');
      if (contents === text) throw new Error(`${file} no longer asks for jitless`);
      return { contents, resolveDir: path.dirname(file) };
    });
  },
};

/** A library that uses the same Zod. */
const ALSO_USES_ZOD = ['types.js', 'server/zod-compat.js'].map((file) => path.join(root, 'node_modules/@modelcontextprotocol/sdk/dist/esm', file));

function namesOfZod() {
  const sources = readdirSync(path.join(root, 'lib'), { recursive: true, withFileTypes: true }).filter((one) => one.name.endsWith('.ts'));
  const files = [...sources.map(({ parentPath, name }) => path.join(parentPath, name)), ...ALSO_USES_ZOD];
  const names = new Set(files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bz(?:4mini)?\.(\w+)/g)].map(([, name]) => name)));
  return [...names].filter((name) => name !== 'core' && Object.hasOwn(require('zod'), name)).sort();
}

/** Removes the files that jsii compiled: their code is in the joined file now. */
function removeCompiled(folder) {
  for (const module of Object.keys(ENTRY_POINTS).filter((name) => name !== 'index')) {
    compiledFiles(path.join(folder, module)).forEach((file) => rmSync(file));
  }
}

/** The names are there for `import` of ES modules, which reads them without running anything. */
function entryPoint(name, target, exported) {
  return `"use strict";\nmodule.exports = require("${target}").${name};\n0 && (module.exports = { ${exported.join(', ')} });\n`;
}
