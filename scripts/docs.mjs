// Generates synthgate.schema.json, llms.txt and the reference pages: docs/reference/limits.md and
// docs/reference/{cli,errors,imports,serve-options,spec}.md from the built library,
// docs/reference/{aws-differences,cdk-compatibility}.md and the second parts of docs/parity.md and
// docs/internals/parity-evidence.md from the JSON files in docs/reference:
// `npm run docs`. `--check` writes nothing; it lists the stale pages and exits with 1.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compatibilityPage } from './docs/cdk-compatibility.mjs';
import { cliPage } from './docs/cli.mjs';
import { differencesPage } from './docs/differences.mjs';
import { errorsPage } from './docs/errors.mjs';
import { importsPage } from './docs/imports.mjs';
import { limitsPage } from './docs/limits.mjs';
import { llmsPage } from './docs/llms.mjs';
import { evidencePage, parityPage } from './docs/parity.mjs';
import { serveOptionsPage } from './docs/serve-options.mjs';
import { specPage } from './docs/spec.mjs';
import { setup } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');

if (!isCheck) setup();
const stale = Object.entries(await pages()).filter(([file, text]) => !isCurrent(file, text));
if (isCheck) report(stale);
else write(stale);

async function pages() {
  const require = createRequire(import.meta.url);
  const { configSchema, programOf } = require('../build/cli/main.js');
  const { CATALOG } = require('../build/errors/index.js');
  const { NESTED_POSITIONS, POSITIONS } = require('../build/importers/index.js');
  const { SERVER_LIMIT_OPTIONS, SERVE_OPTIONS } = require('../build/runtime/index.js');
  const { GATEWAY_RESPONSE_DEFAULTS, LIMITS, specJsonSchema } = require('../build/spec/index.js');
  const parityFeatures = JSON.parse(textOf('docs/reference/parity-features.json'));
  return {
    'synthgate.schema.json': `${JSON.stringify(await configSchema(), undefined, 2)}\n`,
    'llms.txt': llmsPage(textOf('docs/index.md'), JSON.parse(textOf('package.json'))),
    'docs/reference/cli.md': cliPage(await programOf([], silentTerminal())),
    'docs/reference/aws-differences.md': differencesPage(JSON.parse(textOf('docs/reference/aws-differences.json'))),
    'docs/reference/cdk-compatibility.md': compatibilityPage(JSON.parse(textOf('docs/reference/cdk-compatibility.json'))),
    'docs/reference/errors.md': errorsPage(CATALOG, GATEWAY_RESPONSE_DEFAULTS),
    'docs/reference/imports.md': importsPage(POSITIONS, NESTED_POSITIONS),
    'docs/reference/serve-options.md': serveOptionsPage(SERVE_OPTIONS, SERVER_LIMIT_OPTIONS),
    'docs/reference/limits.md': limitsPage(LIMITS),
    'docs/reference/spec.md': specPage(specJsonSchema()),
    'docs/parity.md': parityPage(textOf('docs/parity.md'), parityFeatures),
    'docs/internals/parity-evidence.md': evidencePage(textOf('docs/internals/parity-evidence.md'), parityFeatures),
  };
}

/** Help is read, never printed. */
function silentTerminal() {
  const drop = () => undefined;
  return { out: drop, err: drop, directory: root, environment: {}, hasColor: false };
}

function textOf(file) {
  return readFileSync(path.join(root, file), 'utf8');
}

function isCurrent(file, text) {
  const absolute = path.join(root, file);
  return existsSync(absolute) && readFileSync(absolute, 'utf8') === text;
}

function report(files) {
  for (const [file] of files) console.error(`${file} is stale: npm run docs`);
  if (files.length > 0) process.exitCode = 1;
}

function write(files) {
  for (const [file, text] of files) {
    writeFileSync(path.join(root, file), text);
    console.log(`wrote ${file}`);
  }
}
