import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type * as esbuild from 'esbuild';
import type { BundlingOptions, ProxyFunction } from '../constructs';
import { GatewayError, issue, warning, type Issue } from '../errors';
import type { CodeFiles } from './function-code';

/** The result of bundling a function: its files, unless there was an error. */
export interface Bundle {
  readonly files?: CodeFiles;
  readonly issues: readonly Issue[];
}

type Source = NonNullable<ProxyFunction['_source']>;

/** Marks `.js` files as CommonJS or ES modules wherever the bundle is placed. */
const COMMONJS_PACKAGE = Buffer.from('{"type":"commonjs"}\n');

/** Lets CommonJS packages inside an ES module require Node's built-in modules. */
const REQUIRE_IN_MODULE = "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * The code of a function: its bundled entry, its unchanged code directory, or its own files. An external function
 * may have none.
 */
export function bundleFunction(fn: ProxyFunction): Bundle {
  const { _source: source, _files: files, _bundling: bundling } = fn;
  if (source === undefined) return { files, issues: [] };
  return bundling === undefined ? readCode(fn, source.file) : bundleEntry(source, fn.node.path, (file) =>
    localOptions(file, source, bundling));
}

/** What Lambda's runtime is and has. */
export interface LambdaRuntime {
  /** esbuild's name of its Node.js: `node22`. */
  readonly target: string;
  /** Modules that it provides; a function may name others. */
  readonly providedModules: readonly string[];
  /** Where the bundle will be; source maps name sources from there. */
  readonly directory: string;
}

/**
 * The bundle of an entry as NodejsFunction makes it, byte for byte: without what the runtime provides, without a source map
 * unless one is asked for. Undefined for a function without an entry.
 */
export function bundleForLambda(fn: ProxyFunction, runtime: LambdaRuntime): Bundle | undefined {
  const { _source: source, _bundling: bundling } = fn;
  if (source === undefined || bundling === undefined) return undefined;
  const { files, issues } = bundleEntry(source, fn.node.path, (file) => lambdaOptions(file, bundling, runtime));
  return { issues, files: files && new Map([...files].filter(([, contents]) => contents !== COMMONJS_PACKAGE)) };
}

/**
 * Bundles an entry into one CommonJS file for Node.js; a source that only works as an ES
 * module (top-level await, `import.meta`) becomes an ES module. Paths are relative to the project: same source, same bytes.
 */
function bundleEntry({ file, projectDirectory }: Source, constructPath: string, optionsOf: (file: string) => Options): Bundle {
  if (!existsSync(file)) return { issues: [issue('FUNCTION_SOURCE_MISSING', constructPath, { what: 'entry', path: file })] };
  const options = optionsOf(realpathSync(file));
  const { buildSync } = loadEsbuild(projectDirectory, constructPath);
  const commonJs = attempt(() => buildSync({ ...options, outdir: undefined, format: 'cjs', outfile: outfileOf(options, 'index.js') }));
  const needsModule = !commonJs.succeeded || commonJs.result.warnings.some((one) => one.id === 'empty-import-meta');
  if (!needsModule) return bundleOf(commonJs.result, constructPath);
  const banner = { js: REQUIRE_IN_MODULE };
  const esModule = attempt(() => buildSync({ ...options, outdir: undefined, format: 'esm', banner, outfile: outfileOf(options, 'index.mjs') }));
  if (esModule.succeeded) return bundleOf(esModule.result, constructPath);
  const { errors } = commonJs.succeeded ? esModule.failure : commonJs.failure;
  return { issues: errors.map((one) => issue('FUNCTION_BUNDLE_FAILED', constructPath, detailsOf(one))) };
}

/** Where a package manager keeps versions, as NodejsFunction looks for it. */
const LOCK_FILES = ['pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb', 'package-lock.json'];

const COMMON_OPTIONS = {
  bundle: true,
  write: false,
  // Nothing is written there, so an entry of the same name is safe.
  allowOverwrite: true,
  platform: 'node',
  logLevel: 'silent',
} as const;

interface Options extends esbuild.BuildOptions {
  readonly absWorkingDir: string;
  readonly write: false;
}

function localOptions(
  file: string, { projectDirectory }: Source, { minify, sourceMap, externalModules, define }: BundlingOptions,
): Options {
  return {
    ...COMMON_OPTIONS,
    entryPoints: [file],
    absWorkingDir: realpathSync(projectDirectory),
    target: 'node20',
    minify,
    keepNames: minify,
    sourcemap: sourceMap === false ? false : 'linked',
    external: externalModules,
    define,
  };
}

/** @see https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_lambda_nodejs-readme.html#local-bundling */
function lambdaOptions(
  file: string,
  { minify, sourceMap, externalModules, define }: BundlingOptions,
  { target, providedModules, directory }: LambdaRuntime,
): Options {
  return {
    ...COMMON_OPTIONS,
    entryPoints: [file],
    absWorkingDir: lockFileDirectory(),
    outdir: directory,
    target,
    minify,
    sourcemap: sourceMap === true ? 'linked' : false,
    external: externalModules ?? [...providedModules],
    define,
  };
}

/** The directory of the lock file, which paths in the bundles of NodejsFunction are relative to; else the working directory. */
function lockFileDirectory(): string {
  for (let directory = process.cwd(); ; directory = path.dirname(directory)) {
    if (LOCK_FILES.some((name) => existsSync(path.join(directory, name)))) return realpathSync(directory);
    if (directory === path.dirname(directory)) return realpathSync(process.cwd());
  }
}

function outfileOf({ absWorkingDir, outdir = absWorkingDir }: Options, name: string): string {
  return path.join(outdir, name);
}

/** The esbuild of the user's project, loaded when a function needs it. */
function loadEsbuild(projectDirectory: string, constructPath: string): typeof esbuild {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return require(require.resolve('esbuild', { paths: [projectDirectory, process.cwd(), __dirname] }));
  } catch (cause) {
    throw new GatewayError('ESBUILD_MISSING', { path: projectDirectory }, { location: constructPath, cause });
  }
}

type Attempt =
  | { readonly succeeded: true; readonly result: esbuild.BuildResult & { readonly outputFiles: esbuild.OutputFile[] } }
  | { readonly succeeded: false; readonly failure: esbuild.BuildFailure };

function attempt(build: () => esbuild.BuildResult<Options>): Attempt {
  try {
    return { succeeded: true, result: build() };
  } catch (error) {
    if (isBuildFailure(error)) return { succeeded: false, failure: error };
    throw error;
  }
}

function isBuildFailure(error: unknown): error is esbuild.BuildFailure {
  return typeof error === 'object' && error !== null && 'errors' in error && Array.isArray(error.errors);
}

function bundleOf(
  { outputFiles, warnings }: esbuild.BuildResult & { readonly outputFiles: esbuild.OutputFile[] }, constructPath: string,
): Bundle {
  const files = new Map<string, Uint8Array>(outputFiles.map((file) => [path.basename(file.path), file.contents]));
  if (files.has('index.js')) files.set('package.json', COMMONJS_PACKAGE);
  return { files, issues: warnings.map((one) => warning('FUNCTION_BUNDLE_WARNING', constructPath, detailsOf(one))) };
}

function detailsOf({ location, text }: esbuild.Message) {
  return { location: location === null ? 'esbuild' : `${location.file}:${location.line}:${location.column + 1}`, text };
}

/** Reads the code directory of a function. Symbolic links are rejected: they refer to other files on other machines. */
function readCode(fn: ProxyFunction, directory: string): Bundle {
  const constructPath = fn.node.path;
  if (!existsSync(directory) || !statSync(directory).isDirectory()) {
    return { issues: [issue('FUNCTION_SOURCE_MISSING', constructPath, { what: 'code directory', path: directory })] };
  }
  const files = new Map<string, Uint8Array>();
  const issues: Issue[] = [];
  for (const name of listDirectory(directory)) {
    const file = path.join(directory, name);
    if (lstatSync(file).isSymbolicLink()) issues.push(issue('FUNCTION_CODE_SYMLINK', constructPath, { path: name }));
    else files.set(name, readFileSync(file));
  }
  const handlerFile = fn._handler.replace(/\.[^/]*$/, '');
  if (!['.js', '.mjs', '.cjs'].some((extension) => files.has(`${handlerFile}${extension}`))) {
    issues.push(issue('FUNCTION_HANDLER_MISSING', constructPath, { handler: fn._handler, file: handlerFile, path: directory }));
  }
  return issues.length > 0 ? { issues } : { files, issues };
}

/** The files of a directory of runnable code, such as a staged asset; undefined if there is no such directory. */
export function filesOfDirectory(directory: string): CodeFiles | undefined {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const files = listDirectory(directory).filter((name) => !lstatSync(path.join(directory, name)).isSymbolicLink());
  return withPackage(new Map(files.map((name) => [name, readFileSync(path.join(directory, name))])));
}

/** A program shipped with this library, as the code of a function: next to the library's file, or in `build` when running from source. */
export function shippedProgram(name: string): CodeFiles {
  const beside = path.join(__dirname, '..', 'runtime', `${name}.js`);
  const file = existsSync(beside) ? beside : path.join(__dirname, '..', '..', 'build', 'runtime', `${name}.js`);
  return withPackage(new Map([['index.js', readFileSync(file)]]));
}

/** A `.js` file is CommonJS wherever it is placed, as in Lambda. */
export function withPackage(files: CodeFiles): CodeFiles {
  return files.has('package.json') ? files : new Map([...files, ['package.json', COMMONJS_PACKAGE]]);
}

/** All files below a directory, with forward slashes; links are not followed. */
function listDirectory(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listDirectory(path.join(directory, entry.name)).map((below) => `${entry.name}/${below}`) : [entry.name]);
}
