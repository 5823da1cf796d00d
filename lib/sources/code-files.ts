import { readFileSync } from 'node:fs';
import { GatewayError } from '../errors';
import type { CodeSource } from '../importers';
import { digestOf, filesOfDirectory, withPackage, type CodeFiles, type FunctionCode } from '../synth';
import { readArchive } from './read-archive';

/** Bundles a source file as a function with an entry is bundled. */
export type EntryBundler = (file: string) => CodeFiles | Promise<CodeFiles>;

type CodeSourceOf<Type extends CodeSource['type']> = Extract<CodeSource, { readonly type: Type }>;
type Reader<Source> = (source: Source, bundle: EntryBundler) => CodeFiles | Promise<CodeFiles>;

/**
 * The code of an imported function.
 * @throws FUNCTION_SOURCE_MISSING, SOURCE_UNREADABLE, and what `bundle` throws
 */
export async function functionCodeOf(source: CodeSource, bundle: EntryBundler): Promise<FunctionCode> {
  const read = READERS[source.type] as Reader<CodeSource>; // the entry that `source.type` names
  const files = await read(source, bundle);
  const handler = source.type === 'entry' ? source.handler.replace(/^.*(?=\.)/, 'index') : source.handler;
  return { digest: digestOf(files), files, handler };
}

const READERS: { readonly [Type in CodeSource['type']]: Reader<CodeSourceOf<Type>> } = {
  directory: ({ directory }) => {
    const files = filesOfDirectory(directory);
    if (files === undefined) throw new GatewayError('FUNCTION_SOURCE_MISSING', { what: 'code directory', path: directory });
    return files;
  },
  archive: ({ file }) => withPackage(readArchive(file, readFileSync(file))),
  text: ({ name, text }) => withPackage(new Map([[name, Buffer.from(text)]])),
  entry: ({ file }, bundle) => bundle(file),
};
