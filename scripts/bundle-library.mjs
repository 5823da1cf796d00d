// Bundles every module that jsii has compiled into its entry point, with the others outside, and the libraries that several bundles
// use into build/library/. Runs after jsii.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { englishOnly, options, otherModulesStayOutside, zodOfTheLibrary } from './bundle.mjs';
import { lazyExports, sharedFiles, SHARED_FILES } from './shared-files.mjs';

const root = path.resolve(import.meta.dirname, '..');
const build = path.join(root, 'build');
const require = createRequire(import.meta.url);

/** The compiled modules; the first is the entry point `synthgate`. */
const MODULES = ['.', 'errors', 'spec', 'props', 'constructs', 'synth', 'openapi', 'aws'];
/** Required from the user's project, where they are needed. */
const OUTSIDE = ['aws-cdk-lib', 'constructs', 'esbuild'];

/**
 * An app reads a spec or two: compiling a reader for each schema takes longer than it saves. Zod's own setting is global and would be
 * the user's Zod's too.
 */
const OWN_ZOD = { define: { 'globalThis.__zod_globalConfig': '{"jitless":true}' }, plugins: [englishOnly] };

/** Replaces the compiled modules by bundles, and writes build/library/; returns what is inside. */
export async function bundleLibrary() {
  const names = Object.fromEntries(MODULES.map((module) => [module, Object.keys(require(entryOf(module)))]));
  const modules = await Promise.all(MODULES.map((module) => bundleModule(module, names)));
  const libraries = await Promise.all([
    bundleFile('zod', "export * from 'zod';", OWN_ZOD),
    ...Object.entries(SHARED_FILES).map(([file, packages]) => bundleFile(file, lazyExports(Object.fromEntries(packages.map((name) => [name, `require('${name}')`]))))),
  ]);
  MODULES.slice(1).forEach(removeCompiled);
  const bundles = [...modules, ...libraries];
  mkdirSync(path.join(build, 'library'), { recursive: true });
  for (const { path: file, contents } of bundles.flatMap(({ outputFiles }) => outputFiles)) writeFileSync(file, contents);
  return bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
}

/** The names in the footer are for `import` of ES modules, which reads them without running anything. */
function bundleModule(module, names) {
  return bundle({
    entryPoints: [entryOf(module)], outfile: entryOf(module), external: OUTSIDE,
    plugins: [lazyModules(names), otherModulesStayOutside(build), zodOfTheLibrary('../library'), sharedFiles('../library')],
    footer: { js: `0 && (module.exports = { ${names[module].join(', ')} });` },
  });
}

/** A module loads another when a name of it is first used: an API that is declared needs no renderer and no OpenAPI writer. */
function lazyModules(names) {
  return {
    name: 'lazy-modules',
    setup(pluginBuild) {
      pluginBuild.onResolve({ filter: /^\./ }, async ({ path: request, kind, namespace, pluginData, ...rest }) => {
        if (namespace === 'lazy') return { path: request, external: true };
        if (kind === 'entry-point' || pluginData === lazyModules) return undefined;
        const { path: file, external } = await pluginBuild.resolve(request, { kind, ...rest, pluginData: lazyModules });
        return external ? { path: file, namespace: 'lazy' } : undefined;
      });
      pluginBuild.onLoad({ filter: /./, namespace: 'lazy' }, ({ path: file }) => {
        const exported = names[path.basename(path.dirname(file))].map((name) => [name, `(loaded ??= require('${file}')).${name}`]);
        return { contents: `let loaded;\nexports.__esModule = true;\n${lazyExports(Object.fromEntries(exported))}` };
      });
    },
  };
}

function bundleFile(name, contents, settings = {}) {
  return bundle({ stdin: { contents, resolveDir: root }, outfile: path.join(build, 'library', `${name}.js`), ...settings });
}

function bundle(settings) {
  return esbuild.build({ ...options([]), outdir: undefined, ...settings });
}

function entryOf(module) {
  return path.join(build, module, 'index.js');
}

function removeCompiled(module) {
  const files = readdirSync(path.join(build, module), { recursive: true, encoding: 'utf8' });
  files.filter((file) => file.endsWith('.js')).forEach((file) => rmSync(path.join(build, module, file)));
}
