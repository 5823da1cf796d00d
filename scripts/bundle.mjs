// Bundles the modules that jsii does not compile, and writes what the runtime bundle is made of (meta.json, for
// test/bundle.test.ts). Part of the build; alone it takes half a second.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { bundleDashboard } from './bundle-dashboard.mjs';
import { headOf } from './bundled-packages.mjs';
import { sharedFiles } from './shared-files.mjs';

const root = path.resolve(import.meta.dirname, '..');
const lib = path.join(root, 'lib');

/** The modules that are bundled instead of compiled by jsii. */
export const BUNDLED_MODULES = [
  'codegen', 'diff', 'schema-containment', 'importers', 'runtime', 'cli', 'sources', 'testing', 'contract', 'cdk', 'kubernetes', 'k8s',
];

/** The program inside a function's process: one file, as it may read no module beside it. */
const INSTANCE = [{ in: 'lib/runtime/functions/host/main.ts', out: 'runtime/instance' }];
/** The programs inside the processes of other languages: copied as they are. */
const BOOTSTRAPS = [
  { in: 'lib/runtime/functions/runtimes/python/bootstrap.py', out: 'runtime/python/bootstrap.py' },
  { in: 'lib/runtime/functions/runtimes/ruby/bootstrap.rb', out: 'runtime/ruby/bootstrap.rb' },
];
/** The function that checks tokens on AWS is deployed alone, and small, as it is loaded by every cold start. */
const DEPLOYED = [{ in: 'lib/runtime/system/jwt-authorizer.ts', out: 'runtime/jwt-authorizer' }];
/** The program that `synthgate dev` loads into the processes of an app: it must start fast, and is copied to where the app finds it. */
const OBSERVER = [{ in: 'lib/cli/observer/main.ts', out: 'cli/observer/main' }];
/** The code that the command runs before it loads the rest. */
const BEFORE_LOADING = [{ in: 'lib/runtime/before-loading.ts', out: 'runtime/before-loading' }];
/** A gateway's worker process: it loads the gateway's file beside it. */
const BESIDE_THE_GATEWAY = [{ in: 'lib/runtime/worker.ts', out: 'runtime/worker' }];
/** The gateway, its parts that few need and it loads when they do, and the program of a sandbox worker. */
const RUNTIME = [
  { in: 'lib/runtime/index.ts', out: 'runtime/index' },
  { in: 'lib/runtime/management/dashboard/describe-api.ts', out: 'runtime/describe-api' },
  { in: 'lib/runtime/hosting/store-entry.ts', out: 'runtime/store' },
  { in: 'lib/runtime/hosting/sandbox-worker/main.ts', out: 'runtime/sandbox' },
];
/** These and the runtime use the other modules as built files, so that all of them share one copy of each. */
const BESIDE_THE_LIBRARY = [
  { in: 'lib/importers/index.ts', out: 'importers/index' },
  { in: 'lib/codegen/index.ts', out: 'codegen/index' },
  { in: 'lib/diff/index.ts', out: 'diff/index' },
  { in: 'lib/cli/main.ts', out: 'cli/main' },
  { in: 'lib/sources/index.ts', out: 'sources/index' },
  { in: 'lib/testing/index.ts', out: 'testing/index' },
  { in: 'lib/kubernetes/index.ts', out: 'kubernetes/index' },
  { in: 'lib/k8s/index.ts', out: 'k8s/index' },
];
/** `synthgate/aws`, which adds to the compiled module what the user's aws-cdk-lib exports. */
const FOR_CDK = [{ in: 'lib/cdk/index.ts', out: 'cdk/index' }];
/** Modules that test runners load: the runner and `./index` stay outside. vitest can only be imported as an ES module. */
const RUNNER_ENTRY_POINTS = [
  { in: 'lib/testing/jest.ts', out: 'testing/jest', format: 'cjs', extension: '.js' },
  { in: 'lib/testing/vitest.mts', out: 'testing/vitest', format: 'esm', extension: '.mjs' },
];
/**
 * `synthgate/contract` is inside users' functions and pages: small, alone, and an ES module as well, of which their bundlers keep what is
 * used. The validator of plain JSON Schema is a file of its own, which most need not.
 */
const CONTRACT = [
  {
    entries: [{ in: 'lib/contract/index.ts', out: 'contract/index' }, { in: 'lib/contract/json-schema.ts', out: 'contract/json-schema' }],
    format: 'cjs', extension: '.js',
  },
  {
    entries: [{ in: 'lib/contract/index.ts', out: 'contract/index' }, { in: 'lib/contract/browser.ts', out: 'contract/browser' }],
    format: 'esm', extension: '.mjs', define: { __filename: 'import.meta.url' },
  },
];
/** The libraries `debug` and `ws` ask for them in a `try`; whether they are installed here must not decide what is inside. */
const LEFT_OUT = ['supports-color', 'bufferutil', 'utf-8-validate'];
const LEFT_TO_THE_USER = ['aws-cdk-lib', 'cdk8s', 'constructs', 'esbuild', 'jest', 'expect', '@jest/*', 'vitest', 'zod'];

/** `require` instead of `import()`: jest runs none of CommonJS modules, and neither does code that is kept compiled. */
const WITHOUT_IMPORT = { supported: { 'dynamic-import': false } };

/** Bundles all entries into build/; returns what is inside. */
export async function bundle() {
  refuseMissingEntries();
  const alone = { external: LEFT_OUT, plugins: [englishOnly, onlyWhatIsUsed] };
  const instance = await esbuild.build({ ...options(INSTANCE), ...alone });
  const deployed = await esbuild.build({
    ...options(DEPLOYED), ...alone, plugins: [...alone.plugins, zodWithoutMethods], minify: true,
  });
  const observer = await esbuild.build({ ...options(OBSERVER), ...alone });
  const runtime = await esbuild.build({
    ...options(RUNTIME),
    ...WITHOUT_IMPORT,
    external: LEFT_OUT,
    plugins: [partsBesideTheGateway, otherModulesStayOutside(lib), zodOfTheLibrary('../library'), sharedFiles('../library')],
  });
  const beside = await esbuild.build({
    ...options(BESIDE_THE_LIBRARY),
    ...WITHOUT_IMPORT,
    external: LEFT_TO_THE_USER,
    plugins: [otherModulesStayOutside(lib), zodOfTheLibrary('../library'), sharedFiles('../library'), mcpWithoutForms],
  });
  const forCdk = await esbuild.build({
    ...options(FOR_CDK), plugins: [otherModulesStayOutside(lib), optionalCdk], footer: { js: NAMES_FOR_CDK },
  });
  const before = await esbuild.build(options(BEFORE_LOADING));
  const workers = await esbuild.build({ ...options(BESIDE_THE_GATEWAY), plugins: [ownModuleStaysOutside] });
  const runners = await Promise.all(RUNNER_ENTRY_POINTS.map(({ format, extension, ...entry }) => esbuild.build({
    ...options([entry]), format, outExtension: { '.js': extension }, external: LEFT_TO_THE_USER, plugins: [ownModuleStaysOutside],
  })));
  const contracts = await Promise.all(CONTRACT.map(({ entries, format, extension, ...settings }) => esbuild.build({
    ...options(entries), ...settings, format, outExtension: { '.js': extension }, plugins: [onlyWhatIsUsed, besideTheContract],
  })));
  write(path.join(root, 'build/contract/package.json'), '{ "sideEffects": false }\n');
  const results = [instance, deployed, observer, runtime, before, workers, beside, forCdk, ...contracts, ...runners];
  for (const file of results.flatMap(({ outputFiles }) => outputFiles)) {
    write(file.path, file.contents);
  }
  for (const { in: source, out } of BOOTSTRAPS) {
    write(path.join(root, 'build', out), readFileSync(path.join(root, source)));
  }
  const dashboard = await bundleDashboard();
  write(path.join(root, 'build/dashboard/index.html'), dashboard.html);
  const meta = merged(runtime.metafile, merged(instance.metafile, deployed.metafile));
  write(path.join(root, 'build/runtime/meta.json'), `${JSON.stringify(meta, null, 1)}\n`);
  const metafiles = [meta, beside.metafile, contracts[0].metafile];
  return [...metafiles.flatMap(({ inputs }) => Object.keys(inputs)), ...dashboard.inputs];
}

/** Writes the licenses of everything that was bundled. */
export function writeNotices(inputs) {
  write(path.join(root, 'THIRD-PARTY-NOTICES.txt'), notices(inputs));
}

function merged(one, other) {
  return { inputs: { ...one.inputs, ...other.inputs }, outputs: { ...one.outputs, ...other.outputs } };
}

function refuseMissingEntries() {
  const programs = [...INSTANCE, ...BOOTSTRAPS, ...DEPLOYED, ...OBSERVER, ...BEFORE_LOADING, ...BESIDE_THE_GATEWAY];
  const contracts = CONTRACT.flatMap(({ entries }) => entries);
  const missing = [...programs, ...RUNTIME, ...BESIDE_THE_LIBRARY, ...FOR_CDK, ...contracts, ...RUNNER_ENTRY_POINTS]
    .filter((entry) => !existsSync(path.join(root, entry.in)));
  if (missing.length > 0) {
    throw new Error(`Nothing to bundle: ${missing.map((entry) => entry.in).join(', ')} does not exist`);
  }
}

/** Nothing is minified, so that the stack of an error can be read. */
export function options(entryPoints) {
  return {
    absWorkingDir: root,
    entryPoints,
    outdir: 'build',
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // its main file loads the others in a way that cannot be bundled
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  };
}

/** Zod has its messages in sixty languages, a fifth of the runtime; the library needs one. */
export const englishOnly = {
  name: 'english-only',
  setup(build) {
    build.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.c?js$/ }, ({ path: file }) => {
      const english = file.endsWith('.cjs') ? './en.cjs' : './en.js';
      if (!readFileSync(file, 'utf8').includes(english)) throw new Error(`${file} has no English`);
      return { contents: `export { default as en } from "${english}";`, resolveDir: path.dirname(file) };
    });
  },
};

/** The files of `errors` and `spec` do nothing but declare: of those that nothing uses, a program of its own has none. */
const onlyWhatIsUsed = {
  name: 'only-what-is-used',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}(\/|$)/ }, async ({ path: request, pluginData, ...rest }) => {
      if (pluginData === onlyWhatIsUsed) return undefined;
      const resolved = await build.resolve(request, { ...rest, pluginData: onlyWhatIsUsed });
      const isDeclaration = ['errors', 'spec'].some((module) => resolved.path.startsWith(path.join(lib, module) + path.sep));
      return isDeclaration ? { ...resolved, sideEffects: false } : resolved;
    });
  },
};

/** A third of Zod: its schemas without their methods (`z.optional(schema)`, not `schema.optional()`). */
const zodWithoutMethods = {
  name: 'zod-without-methods',
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, ({ path: name, ...rest }) => build.resolve(`${name}/mini`, rest));
  },
};

/** Modules in files beside the gateway. before-loading.js has recorded the memory of the empty process; it loads the others on demand. */
const PARTS = { 'empty-process': 'before-loading', 'describe-api': 'describe-api', 'store-entry': 'store' };
const partsBesideTheGateway = {
  name: 'parts-beside-the-gateway',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^\\./(${Object.keys(PARTS).join('|')})$`) }, ({ path: request }) => ({ path: `./${PARTS[request.slice(2)]}.js`, external: true }));
  },
};

/** Leaves `./index` to the built module beside the bundle. */
const ownModuleStaysOutside = {
  name: 'own-module-stays-outside',
  setup(build) {
    build.onResolve({ filter: /^\.\/index(\.js)?$/ }, () => ({ path: './index.js', external: true }));
  },
};

/** Leaves `./json-schema` to the file beside the bundle. */
const besideTheContract = {
  name: 'beside-the-contract',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/json-schema$/ }, () => ({ path: './json-schema.js', external: true }));
  },
};

/** The MCP server brings ajv to check the forms that it may ask users to fill in, a quarter of a megabyte; ours asks nothing. */
const mcpWithoutForms = {
  name: 'mcp-without-forms',
  setup(build) {
    build.onLoad({ filter: /[/\\]@modelcontextprotocol[/\\]sdk[/\\].*[/\\]ajv-provider\.js$/ }, () => ({
      contents: "export class AjvJsonSchemaValidator { getValidator() { throw new Error('there are no forms'); } }",
    }));
  },
};

/** The library contains Zod: a second copy would take as long to load as the first. */
export const zodOfTheLibrary = (folder) => ({
  name: 'zod-of-the-library',
  setup(build) {
    build.onResolve({ filter: /^zod(?:\/v3|\/v4|\/v4-mini)?$/ }, () => ({ path: `${folder}/zod.js`, external: true }));
  },
});

const API_GATEWAY = 'aws-cdk-lib/aws-apigateway';
/** For `import` of ES modules, which reads names without running anything. */
const NAMES_FOR_CDK = `0 && (module.exports = { ...require("../aws/index.js"), ...require("${API_GATEWAY}") });`;

/** Without aws-cdk-lib the module has the constructs of this library only: it can be loaded where no stack is declared. */
const optionalCdk = {
  name: 'optional-cdk',
  setup(build) {
    build.onResolve({ filter: /^aws-cdk-lib(?:\/|$)/ }, ({ path: name, namespace }) =>
      (namespace === 'optional' ? { path: name, external: true } : { path: name, namespace: 'optional' }));
    build.onLoad({ filter: /./, namespace: 'optional' }, ({ path: name }) => ({
      contents: `try { module.exports = require('${name}'); } catch (error) { if (error.code !== 'MODULE_NOT_FOUND') throw error; }`,
    }));
  },
};

/** A small module of which every bundle may have a copy. */
const INSIDE_EACH = new Set(['schema-containment']);

/**
 * Turns `../../spec` of lib/cli/commands/x.ts into a require of `../spec/index.js`, seen from build/cli/main.js.
 * @param base - the folder of the modules: lib/ or, of what jsii has compiled, build/
 */
export const otherModulesStayOutside = (base) => ({
  name: 'other-modules-stay-outside',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}(\/|$)/ }, ({ path: request, resolveDir, kind }) => {
      const isOurs = kind !== 'entry-point' && `${resolveDir}/`.startsWith(base + path.sep);
      if (!isOurs) {
        return undefined;
      }
      const [ownModule] = path.relative(base, resolveDir).split(path.sep);
      const target = path.relative(base, path.resolve(resolveDir, request)).replace(/(^|\/)index(\.[jt]s)?$/, '');
      const [module, ...inside] = target.split(path.sep);
      if (module === ownModule || INSIDE_EACH.has(module)) {
        return undefined;
      }
      if (inside.length > 0) {
        return { errors: [{ text: `"${request}" bypasses the index.ts of the module "${module}"` }] };
      }
      return { path: `${ownModule === '' ? '.' : '..'}/${module}/index.js`, external: true };
    });
  },
});

/** The licenses of all packages that the bundles contain, in the order of their names. */
function notices(inputs) {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  const texts = [...folders].map((folder) => {
    const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(path.join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : `\n${readFileSync(path.join(root, folder, file), 'utf8').trim()}\n`;
    return `${headOf(manifest)}\n${text}`;
  });
  return `The files in build/ contain these packages.\n\n${texts.sort().join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function packageFolder(input) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
}

function write(file, contents) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, contents);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle();
}
