import { GatewayError } from '../errors';
import type { ImportedSource, ImportOptions } from './imported-source';
import { recognizeSource } from './source-kind';

/**
 * Reads a definition that was not written with synthgate.
 * @param file - the source: a file, or the directory of a cloud assembly
 * @throws SOURCE_UNREADABLE, SOURCE_NOT_RECOGNIZED
 */
export function importSource(file: string, _options: ImportOptions = {}): ImportedSource {
  const source = recognizeSource(file);
  throw new GatewayError('SOURCE_NOT_RECOGNIZED', { reason: `${source.kind} is not carried yet` }, { location: file });
}

export type { CodeSource, ImportedApi, ImportedSource, ImportOptions } from './imported-source';
export { recognizeSource, type Source } from './source-kind';
