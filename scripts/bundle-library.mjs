// Joins the modules that jsii has compiled, and Zod with them, into one file that all their entry points lead into. An app that loads
// the library then reads one file instead of three hundred, which takes it half the time and ten MiB less.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { oneLanguage } from './bundle.mjs';

const root = path.resolve(import.meta.dirname, '..');
const build = path.join(root, 'build');
const require = createRequire(import.meta.url);

/** Doors that others enter by, as names in the joined file. */
const ENTRY_POINTS = {
  index: './index.js',
  errors: './errors/index.js',
  spec: './spec/index.js',
  constructs: './constructs/index.js',
  synth: './synth/index.js',
  openapi: './openapi/index.js',
  aws: './aws/index.js',
};
/** Loaded where they are needed, from where the user has them. */
const OUTSIDE = ['aws-cdk-lib', 'constructs', 'esbuild', 'ajv', 'ajv-draft-04', 'ajv-formats', 'velocityjs'];

/** Writes build/library/index.js and leads the entry points into it; returns what is inside. Runs after jsii. */
export async function bundleLibrary() {
  const exportsOf = (entry) => Object.keys(require(path.join(build, entry)));
  const names = Object.fromEntries(Object.entries(ENTRY_POINTS).map(([name, entry]) => [name, exportsOf(entry)]));
  // a module is run when it is entered first
  const contents = [...Object.entries(ENTRY_POINTS), ['zod', 'zod']]
    .map(([name, entry]) => `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => require('${entry}') });`).join('\n');
  const { metafile } = await esbuild.build({
    absWorkingDir: path.dirname(build),
    stdin: { contents, resolveDir: build },
    outfile: path.join(build, 'library', 'index.js'),
    bundle: true, format: 'cjs', platform: 'node', target: 'node20', minifyWhitespace: true, sourcemap: true, sourcesContent: false,
    legalComments: 'none', logLevel: 'warning', metafile: true, external: OUTSIDE, plugins: [oneLanguage, usedZod],
  });
  for (const [name, entry] of Object.entries(ENTRY_POINTS)) {
    const modules = path.posix.relative(path.posix.dirname(entry), 'library/index.js');
    writeFileSync(path.join(build, entry), entryText(name, modules.startsWith('.') ? modules : `./${modules}`, names[name]));
  }
  writeFileSync(path.join(build, 'library', 'zod.js'), '"use strict";\nmodule.exports = require("./index.js").zod;\n');
  return metafile;
}

/**
 * Zod as ES modules, and of it what lib/ uses: loading takes a third less CPU time than with all of its CommonJS files. A name that
 * lib/ begins to use is in the next build; `z.core` names types only.
 */
const usedZod = {
  name: 'used-zod',
  setup(building) {
    building.onResolve({ filter: /^zod$/ }, ({ namespace }) => (namespace === 'used-zod' ? undefined : { path: 'zod', namespace: 'used-zod' }));
    building.onLoad({ filter: /.*/, namespace: 'used-zod' }, () => ({
      contents: `export { ${namesOfZod().join(', ')} } from ${JSON.stringify(path.join(root, 'node_modules', 'zod', 'index.js'))};`,
      resolveDir: root,
    }));
    // An app reads a spec or two: compiling a reader for each schema takes longer than it saves, by some 8 ms of CPU time for ten
    // methods, and is no faster for a thousand. Zod's own setting is global and would be the user's Zod's as well.
    building.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]core[/\\]util\.js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      const contents = text.replace('if (globalConfig.jitless)', 'if (true)');
      if (contents === text) throw new Error(`${file} no longer asks for jitless`);
      return { contents, resolveDir: path.dirname(file) };
    });
  },
};

function namesOfZod() {
  const sources = readdirSync(path.join(root, 'lib'), { recursive: true, withFileTypes: true }).filter((one) => one.name.endsWith('.ts'));
  const texts = sources.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'));
  const names = new Set(texts.flatMap((text) => [...text.matchAll(/\bz\.(\w+)/g)].map(([, name]) => name)));
  return [...names].filter((name) => name !== 'core' && Object.hasOwn(require('zod'), name)).sort();
}

/** The names stand there for `import` of ES modules, which reads them without running anything. */
function entryText(name, modules, exported) {
  return `"use strict";\nmodule.exports = require("${modules}").${name};\n0 && (module.exports = { ${exported.join(', ')} });\n`;
}
