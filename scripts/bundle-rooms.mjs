// Joins the rooms that jsii has compiled, and Zod with them, into one file that all their doors lead into. An app that loads
// the library then reads one file instead of three hundred, which takes it half the time and ten MiB less.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { oneLanguage } from './bundle.mjs';

const build = path.resolve(import.meta.dirname, '..', 'build');
const require = createRequire(import.meta.url);

/** Doors that others enter by, as names in the joined file. */
const DOORS = {
  index: './index.js',
  errors: './errors/index.js',
  spec: './spec/index.js',
  constructs: './constructs/index.js',
  synth: './synth/index.js',
  targets: './targets/index.js',
  aws: './aws/index.js',
};
/** Loaded where they are needed, from where the user has them. */
const OUTSIDE = ['aws-cdk-lib', 'constructs', 'esbuild', 'ajv', 'ajv-draft-04', 'ajv-formats', 'velocityjs'];

/** Writes build/rooms/index.js and leads the doors into it; returns what is inside. Runs after jsii. */
export async function bundleRooms() {
  const names = Object.fromEntries(Object.entries(DOORS).map(([name, door]) => [name, Object.keys(require(path.join(build, door)))]));
  // a room is run when it is entered first
  const contents = [...Object.entries(DOORS), ['zod', 'zod']]
    .map(([name, door]) => `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => require('${door}') });`).join('\n');
  const { metafile } = await esbuild.build({
    absWorkingDir: path.dirname(build),
    stdin: { contents, resolveDir: build },
    outfile: path.join(build, 'rooms', 'index.js'),
    bundle: true, format: 'cjs', platform: 'node', target: 'node20', minifyWhitespace: true, sourcemap: true, sourcesContent: false,
    legalComments: 'none', logLevel: 'warning', metafile: true, external: OUTSIDE, plugins: [oneLanguage],
  });
  for (const [name, door] of Object.entries(DOORS)) {
    const rooms = path.posix.relative(path.posix.dirname(door), 'rooms/index.js');
    writeFileSync(path.join(build, door), doorText(name, rooms.startsWith('.') ? rooms : `./${rooms}`, names[name]));
  }
  writeFileSync(path.join(build, 'rooms', 'zod.js'), '"use strict";\nmodule.exports = require("./index.js").zod;\n');
  return metafile;
}

/** The names stand there for `import` of ES modules, which reads them without running anything. */
function doorText(name, rooms, exported) {
  return `"use strict";\nmodule.exports = require("${rooms}").${name};\n0 && (module.exports = { ${exported.join(', ')} });\n`;
}
