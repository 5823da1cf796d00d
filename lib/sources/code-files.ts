import type { build as Build, BuildFailure } from 'esbuild';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatewayError, warning, type Issue } from '../errors';
import type { CodeSource } from '../importers';
import { providedModules as ofNewestRuntime, type RuntimeFamily } from '../spec';
import {
  buildProgram, buildRoots, builtCode, bundleFiles, copyCode, digestOf, entryBuildOptions, filesOfDirectory, isBuildFailure,
  LAYERS_DIRECTORY, messageDetails, needsModule, programBuild, readArchive, withPackage, withProvidedModules,
  type CodeFiles, type DeployedCode, type EntryResult, type FunctionCode,
} from '../synth';
import { imageCodeOf } from './image-code';
import { filesOfErrors, loadEsbuild } from './load-esbuild';

/** Code that is files. */
type FileSource = Exclude<CodeSource, { readonly type: 'image' }>;
type CodeSourceOf<Type extends CodeSource['type']> = Extract<CodeSource, { readonly type: Type }>;

/** The code of an imported function, and modules of it that cannot be found. */
export interface ImportedCode {
  readonly code: FunctionCode;
  readonly issues: readonly Issue[];
  /** Absolute paths of the files of the project that were bundled. */
  readonly bundled: readonly string[];
}

/** How code is made. */
export interface CodeOptions {
  /** Whether functions in container images run, if an engine answers. @default 'auto' */
  readonly containers?: 'auto' | 'off' | undefined;
}

/**
 * The code of an imported function, with the modules in it that Lambda provides on AWS.
 * @param name - of the function, for issues
 * @throws FUNCTION_IMAGE_UNSUPPORTED, FUNCTION_SOURCE_MISSING, FUNCTION_BOOTSTRAP_MISSING, FUNCTION_BUILD_FAILED,
 * FUNCTION_TOOLCHAIN_MISSING, FUNCTION_CODE_TOO_LARGE,
 * FUNCTION_CODE_UNREADABLE,
 * SOURCE_UNREADABLE, ESBUILD_MISSING, FUNCTION_BUNDLE_FAILED
 */
export async function functionCodeOf(name: string, source: CodeSource, { containers }: CodeOptions = {}): Promise<ImportedCode> {
  if (source.type === 'image') return { code: await imageCodeOf(source, containers), issues: [], bundled: rootsOf(source) };
  if (source.family !== undefined) return await copiedCodeOf(name, source, source.family);
  const read = READERS[source.type] as (one: FileSource) => CodeRead | Promise<CodeRead>; // the entry that `source.type` names
  const { files: deployed, bundled = [] } = await read(source);
  const handler = source.type === 'entry' ? source.handler.replace(/^.*(?=\.)/, 'index') : source.handler;
  const { files, issues } = withModules(name, source, { files: deployed, handler });
  return { code: { digest: digestOf(files), files, handler }, issues, bundled };
}

/** The code of a function in another language than JavaScript. Links may lead into the project, as builds follow them. */
async function copiedCodeOf(name: string, source: FileSource, family: RuntimeFamily): Promise<ImportedCode> {
  const { handler, layers = [] } = source;
  const code = codeIn(source);
  const build = programIn(source);
  const built = build !== undefined ? await buildProgram(build) : typeof code === 'string' ? builtCode(family, code) : code;
  const { files, links } = copyCode({ family, code: built, layers, roots: [process.cwd()] });
  const sourceDirectory = typeof code === 'string' ? code : source.type === 'archive' ? path.dirname(source.file) : process.cwd();
  if (family === 'provided' && !['bootstrap', `${LAYERS_DIRECTORY}/bootstrap`].some((program) => files.has(program))) {
    throw new GatewayError('FUNCTION_BOOTSTRAP_MISSING', { runtime: 'a custom runtime', path: sourceDirectory });
  }
  const issues = links.map((link) => warning('FUNCTION_CODE_SYMLINK', `function ${name}`, { path: link }));
  return { code: { digest: digestOf(files), files, handler, sourceDirectory }, issues, bundled: rootsOf(source) };
}

/** The code of a function whose program is not built: for commands that read the definition alone. */
export function unbuiltCodeOf({ handler }: CodeSource): ImportedCode {
  const files: CodeFiles = new Map();
  return { code: { digest: digestOf(files), files, handler }, issues: [], bundled: [] };
}

/**
 * How code is built: the program of a custom runtime, unless its directory or a layer has one, and what a makefile makes of other code
 * whose handler is not in the directory. Code whose handler is there is served as it is: an edit of it needs no build.
 */
export function programIn(source: CodeSource): ReturnType<typeof programBuild> {
  const { family, layers = [] } = source;
  if (family === undefined || source.type !== 'directory') return undefined;
  if (family !== 'provided') return hasModule(source) ? undefined : programBuild({ ...source.build, directory: source.directory, family });
  // a method that the template names wins over a program that is there
  const isInLayer = source.build?.method === undefined && layers.some(({ directory }) => existsSync(path.join(directory, 'bootstrap')));
  return isInLayer ? undefined : programBuild({ ...source.build, directory: source.directory });
}

/** Whether the file or package that a handler names is in the directory of the code. */
function hasModule({ directory, handler }: CodeSourceOf<'directory'>): boolean {
  const module = path.join(directory, ...handler.replace(/\.[^./]*$/, '').split(/[./]/));
  const isDirectory = statSync(path.dirname(module), { throwIfNoEntry: false })?.isDirectory() === true;
  const names = isDirectory ? readdirSync(path.dirname(module)) : [];
  return names.some((name) => name === path.basename(module) || name.startsWith(`${path.basename(module)}.`));
}

/** Whether code is made by a tool that takes its time. */
export function isBuilt(source: CodeSource): boolean {
  return source.type === 'image' || programIn(source) !== undefined;
}

const NO_ROOTS: ReturnType<typeof buildRoots> = { directories: [], files: [] };

/** Absolute paths of the files and directories that code is built from. */
function rootsOf(source: CodeSource): readonly string[] {
  if (source.type === 'image') return source.imageBuild === undefined ? [] : [source.imageBuild.directory];
  const build = programIn(source);
  const { directories, files } = build === undefined ? NO_ROOTS : buildRoots(build);
  return [...directories, ...files];
}

/** The directory of code that is copied, or its files. */
function codeIn(source: FileSource): string | CodeFiles {
  switch (source.type) {
    case 'text': return new Map([[source.name, Buffer.from(source.text)]]);
    case 'archive': return readArchive(source.file, readFileSync(source.file));
    case 'entry': return path.dirname(source.file);
    case 'directory': {
      if (statSync(source.directory, { throwIfNoEntry: false })?.isDirectory() === true) return source.directory;
      throw new GatewayError('FUNCTION_SOURCE_MISSING', { what: 'code directory', path: source.directory });
    }
  }
}

/** Modules are looked for above the code, and in the project that the command runs in. */
function withModules(name: string, source: FileSource, code: DeployedCode): ReturnType<typeof withProvidedModules> {
  const directory = source.type === 'directory' ? source.directory : undefined;
  const besides = source.type === 'entry' ? path.dirname(source.file) : directory;
  const directories = [...(besides === undefined ? [] : [besides]), process.cwd()];
  const project = path.join(process.cwd(), 'index.js');
  const load = (): ReturnType<typeof loadEsbuild> => loadEsbuild(project, [project, __filename]);
  try {
    return withProvidedModules({ ...code, directory }, { directories, layers: source.layers ?? [], constructPath: `function ${name}` }, load);
  } catch (error) {
    if (!GatewayError.isGatewayError(error) || error.code !== 'APP_BUNDLER_MISSING') throw error;
    return { files: code.files, issues: [warning('ESBUILD_MISSING', `function ${name}`, { path: process.cwd() })] };
  }
}

interface CodeRead {
  readonly files: CodeFiles;
  readonly bundled?: readonly string[];
}

const READERS: { readonly [Type in FileSource['type']]: (source: CodeSourceOf<Type>) => CodeRead | Promise<CodeRead> } = {
  directory: ({ directory }) => {
    const files = filesOfDirectory(directory);
    if (files === undefined) throw new GatewayError('FUNCTION_SOURCE_MISSING', { what: 'code directory', path: directory });
    return { files };
  },
  archive: ({ file }) => ({ files: withPackage(readArchive(file, readFileSync(file))) }),
  text: ({ name, text }) => ({ files: withPackage(new Map([[name, Buffer.from(text)]])) }),
  entry: bundleEntry,
};

/**
 * Bundles a source file as a function with an entry is bundled: CommonJS, or an ES module where the source needs one. Modules that its
 * runtime has on AWS are left out if one of them is not installed.
 * @throws ESBUILD_MISSING, FUNCTION_BUNDLE_FAILED
 */
async function bundleEntry({ file, providedModules = ofNewestRuntime(undefined) }: CodeSourceOf<'entry'>): Promise<CodeRead> {
  const { build } = esbuildOf(file);
  const complete = await bundle(build, file, []);
  const result = 'files' in complete ? complete : await bundle(build, file, providedModules);
  if ('files' in result) return result;
  const [first] = result.failure.errors;
  if (first === undefined) throw result.failure;
  throw new GatewayError('FUNCTION_BUNDLE_FAILED', messageDetails(first), { cause: result.failure });
}

function esbuildOf(file: string): ReturnType<typeof loadEsbuild> {
  try {
    return loadEsbuild(file);
  } catch (cause) {
    if (!GatewayError.isGatewayError(cause)) throw cause;
    throw new GatewayError('ESBUILD_MISSING', { path: path.basename(path.dirname(file)) }, { cause });
  }
}

type Bundled = CodeRead | { readonly failure: BuildFailure };

/** The bundle as CommonJS, otherwise as an ES module, or why neither can be made. */
async function bundle(build: typeof Build, file: string, external: readonly string[]): Promise<Bundled> {
  const source = { entry: file, projectDirectory: path.dirname(file), bundling: { externalModules: [...external] } };
  try {
    const result = await build(entryBuildOptions(source, 'cjs'));
    if (!needsModule(result)) return readOf(result, file);
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
  }
  try {
    return readOf(await build(entryBuildOptions(source, 'esm')), file);
  } catch (failure) {
    if (!isBuildFailure(failure)) throw failure;
    return { failure };
  }
}

function readOf(result: EntryResult, file: string): CodeRead {
  // what is installed is not edited
  const inputs = Object.keys(result.metafile.inputs).filter((input) => !/(?:^|\/)node_modules\/|^\(disabled\):/.test(input));
  return { files: bundleFiles(result), bundled: inputs.map((input) => path.resolve(path.dirname(file), input)) };
}

/** Absolute paths of what has to change after a failure: the files that the bundler names, the directory of a program. */
export function filesOfFailure({ cause }: GatewayError, source: CodeSource): readonly string[] {
  if (source.type !== 'entry') return rootsOf(source);
  if (!isBuildFailure(cause)) return [];
  return filesOfErrors(cause, path.dirname(source.file));
}
