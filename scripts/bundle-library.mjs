// Joins the modules that jsii has compiled, and Zod with them, into one file that all their entry points lead into. An app that loads
// the library then reads one file instead of three hundred, which takes it half the time and ten MiB less.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { oneLanguage } from './bundle.mjs';

const build = path.resolve(import.meta.dirname, '..', 'build');
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
    legalComments: 'none', logLevel: 'warning', metafile: true, external: OUTSIDE, plugins: [oneLanguage],
  });
  for (const [name, entry] of Object.entries(ENTRY_POINTS)) {
    const modules = path.posix.relative(path.posix.dirname(entry), 'library/index.js');
    writeFileSync(path.join(build, entry), entryText(name, modules.startsWith('.') ? modules : `./${modules}`, names[name]));
  }
  writeFileSync(path.join(build, 'library', 'zod.js'), '"use strict";\nmodule.exports = require("./index.js").zod;\n');
  return metafile;
}

/** The names stand there for `import` of ES modules, which reads them without running anything. */
function entryText(name, modules, exported) {
  return `"use strict";\nmodule.exports = require("${modules}").${name};\n0 && (module.exports = { ${exported.join(', ')} });\n`;
}
