import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type * as esbuild from 'esbuild';
import type { ProxyFunction } from '../constructs';
import { GatewayError, issue, warning, type Issue } from '../errors';
import {
  bundleFiles, COMMONJS_PACKAGE, entryBuildOptions, isBuildFailure, messageDetails, needsModule,
  type BundleFormat, type EntryBuildOptions, type EntryResult, type EntrySource,
} from './bundle-entry';
import { copiedFamily, copyFunction } from './copied-function';
import { executable, type Bundle, type CodeFiles, type FileContents } from './function-code';
import { missingExport } from './handler-exports';
import { missingLayers } from './layers';
import { withProvidedModules } from './provided-modules';

/** A function's source file as it is bundled; undefined for other code. */
export function entrySource({ _source: source, _bundling: bundling }: ProxyFunction): EntrySource | undefined {
  if (source === undefined || bundling === undefined) return undefined;
  return { entry: realPath(source.file), projectDirectory: realPath(source.projectDirectory), bundling };
}

function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}

/** Extensions of the default entry, in the order in which NodejsFunction looks for them. */
const DEFAULT_ENTRIES = ['ts', 'js', 'mjs', 'mts', 'cts', 'cjs'];

/** The source of a function that names none: beside the file that declares it, `<file>.<id>.ts`. */
export function entryBeside(declaringFile: string, id: string): string {
  const { dir, name } = path.parse(path.resolve(declaringFile));
  const candidates = DEFAULT_ENTRIES.map((extension) => path.join(dir, `${name}.${id}.${extension}`));
  return candidates.find((file) => existsSync(file)) ?? path.join(dir, `${name}.${id}.ts`);
}

/** Returns an issue if an entry does not exist. */
export function missingEntry({ entry }: EntrySource, constructPath: string): Issue[] {
  return existsSync(entry) ? [] : [issue('FUNCTION_SOURCE_MISSING', constructPath, { what: 'entry', path: entry })];
}

/**
 * The code of a function: its bundled entry, its unchanged code directory, or its own files; in other languages than JavaScript, a copy
 * of its directory. An external function may have none.
 */
export function bundleFunction(fn: ProxyFunction): Bundle {
  const family = copiedFamily(fn);
  if (family !== undefined) return copyFunction(fn, family);
  const source = entrySource(fn);
  if (source !== undefined) return bundleEntry(source, fn, (format) => entryBuildOptions(source, format));
  if (fn._source !== undefined) return readCode(fn, fn._source.file);
  return fn._files === undefined ? { issues: [] } : withModules(fn, fn._files);
}

/** The files of a function's bundle or directory with the modules in them that only Lambda and layers have. */
export function withModules(fn: ProxyFunction, files: CodeFiles): Bundle {
  const { _handler: handler, _codeDirectory: directory, _layers: layers, _source: source } = fn;
  const constructPath = fn.node.path;
  const missing = missingLayers(layers.map(({ directory: layer }) => layer), constructPath);
  if (missing.length > 0) return { issues: missing };
  const projectDirectory = source?.projectDirectory ?? process.cwd();
  const directories = [projectDirectory, process.cwd()];
  try {
    const load = (): typeof esbuild => loadEsbuild(projectDirectory, constructPath);
    return withProvidedModules({ files, handler, directory }, { directories, layers, constructPath }, load);
  } catch (error) {
    if (!GatewayError.isGatewayError(error) || error.code !== 'ESBUILD_MISSING') throw error;
    return { files, issues: [warning('ESBUILD_MISSING', constructPath, { path: projectDirectory })] };
  }
}

/** Properties of Lambda's runtime that a bundle depends on. */
export interface LambdaRuntime {
  /** esbuild's name of its Node.js: `node22`. */
  readonly target: string;
  /** Modules that it provides; a function may name others. */
  readonly providedModules: readonly string[];
  /** The directory of the bundle; paths in source maps are relative to it. */
  readonly directory: string;
  /** The directory that paths in the bundle are relative to; by default that of the lock file. */
  readonly projectRoot?: string | undefined;
  /** Modules that are left out instead of those. */
  readonly externalModules?: readonly string[] | undefined;
}

/**
 * The bundle of an entry as NodejsFunction makes it, byte for byte: without modules that the runtime provides, and without a source
 * map unless one is asked for. Undefined for a function without an entry.
 */
export function bundleForLambda(fn: ProxyFunction, runtime: LambdaRuntime): Bundle | undefined {
  const source = entrySource(fn);
  if (source === undefined) return undefined;
  const { files, issues } = bundleEntry(source, fn, (format) => lambdaBuildOptions(source, runtime, format));
  return { issues, files: files && new Map([...files].filter(([, contents]) => contents !== COMMONJS_PACKAGE)) };
}

/** @see https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_lambda_nodejs-readme.html#local-bundling */
function lambdaBuildOptions(source: EntrySource, runtime: LambdaRuntime, format: BundleFormat): EntryBuildOptions {
  const { target, directory, projectRoot, externalModules = runtime.providedModules } = runtime;
  const { sourceMap } = source.bundling;
  return {
    ...entryBuildOptions(source, format),
    absWorkingDir: projectRoot ?? lockFileDirectory(),
    outfile: path.join(directory, format === 'cjs' ? 'index.js' : 'index.mjs'),
    target,
    keepNames: false,
    sourcemap: sourceMap === true ? 'linked' : false,
    external: [...externalModules],
  };
}

/** Where package managers write what is installed, in the order in which NodejsFunction looks for them. */
export const LOCK_FILES = ['pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb', 'package-lock.json'];

/** The directory of the lock file, to which paths in the bundles of NodejsFunction are relative; otherwise the working directory. */
function lockFileDirectory(): string {
  for (let directory = process.cwd(); ; directory = path.dirname(directory)) {
    if (LOCK_FILES.some((name) => existsSync(path.join(directory, name)))) return realpathSync(directory);
    if (directory === path.dirname(directory)) return realpathSync(process.cwd());
  }
}

/**
 * Bundles an entry into one CommonJS file for Node.js; a source that only works as an ES
 * module (top-level await, `import.meta`) becomes an ES module.
 */
function bundleEntry(source: EntrySource, fn: ProxyFunction, optionsOf: (format: BundleFormat) => EntryBuildOptions): Bundle {
  const constructPath = fn.node.path;
  const missing = [...missingEntry(source, constructPath), ...missingLayers(source.bundling._layers ?? [], constructPath)];
  if (missing.length > 0) return { issues: missing };
  const { buildSync } = loadEsbuild(source.projectDirectory, constructPath);
  const build = (format: BundleFormat): Attempt => attempt(() => buildSync(optionsOf(format)));
  const commonJs = build('cjs');
  if (commonJs.succeeded && !needsModule(commonJs.result)) return bundleOf(commonJs.result, fn);
  const esModule = build('esm');
  if (esModule.succeeded) return bundleOf(esModule.result, fn);
  const { errors } = commonJs.succeeded ? esModule.failure : commonJs.failure;
  return { issues: errors.map((one) => issue('FUNCTION_BUNDLE_FAILED', constructPath, messageDetails(one))) };
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
  | { readonly succeeded: true; readonly result: EntryResult }
  | { readonly succeeded: false; readonly failure: esbuild.BuildFailure };

function attempt(build: () => EntryResult): Attempt {
  try {
    return { succeeded: true, result: build() };
  } catch (error) {
    if (isBuildFailure(error)) return { succeeded: false, failure: error };
    throw error;
  }
}

function bundleOf(result: EntryResult, { node: { path: constructPath }, _handler: handler }: ProxyFunction): Bundle {
  const missing = missingExport(result, handler, constructPath);
  if (missing.length > 0) return { issues: missing };
  const issues = result.warnings.map((one) => warning('FUNCTION_BUNDLE_WARNING', constructPath, messageDetails(one)));
  return { files: bundleFiles(result), issues };
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
    issues.push(issue('FUNCTION_HANDLER_MISSING', constructPath, { handler: fn._handler, file: `${handlerFile}.js, .mjs or .cjs`, path: directory }));
  }
  return issues.length > 0 ? { issues } : { files, issues };
}

/**
 * The files of a directory of runnable code, such as a staged asset, programs with their execute bit; undefined if there is no such
 * directory.
 */
export function filesOfDirectory(directory: string): CodeFiles | undefined {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const files = listDirectory(directory).filter((name) => !lstatSync(path.join(directory, name)).isSymbolicLink());
  return withPackage(new Map(files.map((name) => [name, contentsOf(path.join(directory, name))])));
}

function contentsOf(file: string): FileContents {
  const contents = readFileSync(file);
  return (statSync(file).mode & 0o111) === 0 ? contents : executable(contents);
}

/** A program shipped with this library, as the code of a function: next to the library's file, or in `build` when running from source. */
export function shippedProgram(name: string): CodeFiles {
  const beside = path.join(__dirname, '..', 'runtime', `${name}.js`);
  const file = existsSync(beside) ? beside : path.join(__dirname, '..', '..', 'build', 'runtime', `${name}.js`);
  return withPackage(new Map([['index.js', readFileSync(file)]]));
}

/** A `.js` file is CommonJS wherever it is placed, as in Lambda. */
export function withPackage(files: CodeFiles): CodeFiles {
  return files.has('package.json') ? files : new Map<string, FileContents>([...files, ['package.json', COMMONJS_PACKAGE]]);
}

/** All files below a directory, with forward slashes; links are not followed. */
function listDirectory(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listDirectory(path.join(directory, entry.name)).map((below) => `${entry.name}/${below}`) : [entry.name]);
}
