import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import type { CodeSource } from '../../importers';
import {
  bundleFiles, digestOf, entryBuildOptions, filesOfDirectory, isBuildFailure, needsModule, withPackage, type CodeFiles, type FunctionCode,
} from '../../synth';
import { loadEsbuild, notBundled } from '../bundle-app';
import { readArchive } from './read-archive';

type CodeSourceOf<Type extends CodeSource['type']> = Extract<CodeSource, { readonly type: Type }>;

/**
 * The code of an imported function.
 * @throws FUNCTION_SOURCE_MISSING, SOURCE_UNREADABLE, APP_BUNDLER_MISSING, APP_NOT_BUNDLED
 */
export async function functionCodeOf(source: CodeSource): Promise<FunctionCode> {
  const read = READERS[source.type] as (one: CodeSource) => CodeFiles | Promise<CodeFiles>; // the entry that `source.type` names
  const files = await read(source);
  const handler = source.type === 'entry' ? source.handler.replace(/^.*(?=\.)/, 'index') : source.handler;
  return { digest: digestOf(files), files, handler };
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
