import { GatewayError } from '../errors';
import { importCloudAssembly } from './cdk/cloud-assembly';
import type { ImportedSource, ImportOptions } from './imported-source';
import { recognizeSource } from './source-kind';
import { importTemplate } from './template/import-template';

/**
 * Reads a definition that was not written with synthgate.
 * @param file - the source: a file, or the directory of a cloud assembly
 * @throws SOURCE_UNREADABLE, SOURCE_NOT_RECOGNIZED
 */
export function importSource(file: string, options: ImportOptions = {}): ImportedSource {
  const source = recognizeSource(file);
  switch (source.kind) {
    case 'cloud-assembly': return importCloudAssembly(source.directory, options);
    case 'template': return importTemplate(source.document, options);
    default: throw new GatewayError('SOURCE_NOT_RECOGNIZED', { reason: `${source.kind} cannot be imported` }, { location: file });
  }
}

export type { CodeSource, ImportedApi, ImportedSource, ImportOptions } from './imported-source';
export { recognizeSource, type Source } from './source-kind';
