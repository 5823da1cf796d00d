import { GatewayError } from '../errors';
import type { ImportedSource, ImportOptions } from './imported-source';
import { importOpenApiFile } from './open-api';
import { recognizeSource } from './source-kind';

/**
 * Reads a definition that was not written with synthgate.
 * @param file - the source: a file, or the directory of a cloud assembly
 * @throws SOURCE_UNREADABLE, SOURCE_NOT_RECOGNIZED, OPENAPI_NOT_READABLE
 */
export function importSource(file: string, _options: ImportOptions = {}): ImportedSource {
  const source = recognizeSource(file);
  if (source.kind === 'open-api') return importOpenApiFile(source.document);
  throw new GatewayError('SOURCE_NOT_RECOGNIZED', { reason: `${source.kind} is not carried yet` }, { location: file });
}

export type { CodeSource, ImportedApi, ImportedSource, ImportOptions } from './imported-source';
export { importOpenApiFile, type OpenApiFileOptions } from './open-api';
export { recognizeSource, type Source } from './source-kind';
