import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError, warning, type Issue } from '../errors';
import type { CodeSource } from '../importers';
import {
  bundleFiles, digestOf, entryBuildOptions, filesOfDirectory, isBuildFailure, needsModule, withPackage, withProvidedModules,
  type CodeFiles, type DeployedCode, type FunctionCode,
} from '../synth';
import { loadEsbuild, notBundled } from './load-esbuild';
import { readArchive } from './read-archive';

type CodeSourceOf<Type extends CodeSource['type']> = Extract<CodeSource, { readonly type: Type }>;

/** The code of an imported function, and modules of it that cannot be found. */
export interface ImportedCode {
  readonly code: FunctionCode;
  readonly issues: readonly Issue[];
}

/**
 * The code of an imported function, with the modules in it that Lambda provides on AWS.
 * @param name - of the function, for issues
 * @throws FUNCTION_SOURCE_MISSING, SOURCE_UNREADABLE, APP_BUNDLER_MISSING, APP_NOT_BUNDLED
 */
export async function functionCodeOf(name: string, source: CodeSource): Promise<ImportedCode> {
  const read = READERS[source.type] as (one: CodeSource) => CodeFiles | Promise<CodeFiles>; // the entry that `source.type` names
  const deployed = await read(source);
  const handler = source.type === 'entry' ? source.handler.replace(/^.*(?=\.)/, 'index') : source.handler;
  const { files, issues } = withModules(name, source, { files: deployed, handler });
  return { code: { digest: digestOf(files), files, handler }, issues };
}

/** Modules are looked for above the code, and in the project that the command runs in. */
function withModules(name: string, source: CodeSource, code: DeployedCode): ReturnType<typeof withProvidedModules> {
  const directory = source.type === 'directory' ? source.directory : undefined;
  const directories = [...(directory === undefined ? [] : [directory]), process.cwd()];
  const project = path.join(process.cwd(), 'index.js');
  const load = (): ReturnType<typeof loadEsbuild> => loadEsbuild(project, [project, __filename]);
  try {
    return withProvidedModules({ ...code, directory }, { directories, layers: source.layers ?? [], constructPath: `function ${name}` }, load);
  } catch (error) {
    if (!GatewayError.isGatewayError(error) || error.code !== 'APP_BUNDLER_MISSING') throw error;
    return { files: code.files, issues: [warning('ESBUILD_MISSING', `function ${name}`, { path: process.cwd() })] };
  }
}

const READERS: { readonly [Type in CodeSource['type']]: (source: CodeSourceOf<Type>) => CodeFiles | Promise<CodeFiles> } = {
  directory: ({ directory }) => {
    const files = filesOfDirectory(directory);
    if (files === undefined) throw new GatewayError('FUNCTION_SOURCE_MISSING', { what: 'code directory', path: directory });
    return files;
  },
  archive: ({ file }) => withPackage(readArchive(file, readFileSync(file))),
  text: ({ name, text }) => withPackage(new Map([[name, Buffer.from(text)]])),
  entry: bundleEntry,
};

/** Bundles a source file as a function with an entry is bundled: CommonJS, or an ES module where the source needs one. */
async function bundleEntry({ file }: CodeSourceOf<'entry'>): Promise<CodeFiles> {
  const source = { entry: file, projectDirectory: path.dirname(file), bundling: {} };
  const esbuild = loadEsbuild(file);
  try {
    const result = await esbuild.build(entryBuildOptions(source, 'cjs'));
    if (!needsModule(result)) return bundleFiles(result);
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
  }
  try {
    return bundleFiles(await esbuild.build(entryBuildOptions(source, 'esm')));
  } catch (error) {
    throw await notBundled(esbuild, file, error);
  }
}
