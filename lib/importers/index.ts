import { GatewayError } from '../errors';
import type { ImportedSource, ImportOptions } from './imported-source';
import { recognizeSource, whyNotImported } from './source-kind';

/**
 * Reads a definition that was not written with synthgate.
 * @param file - the source: a file, or the directory of a cloud assembly
 * @throws SOURCE_UNREADABLE, SOURCE_NOT_RECOGNIZED, SOURCE_OUTSIDE, OPENAPI_NOT_READABLE, OPTION_INVALID
 */
export function importSource(file: string, options: ImportOptions = {}): ImportedSource {
  const source = recognizeSource(file, options);
  const { handlerFile } = options;
  if (handlerFile !== undefined && source.kind !== 'open-api') {
    throw new GatewayError('OPTION_INVALID', { option: '--handler', given: handlerFile, allowed: 'an OpenAPI document beside it' });
  }
  if (source.kind !== 'assembly' && source.kind !== 'unknown') return source.format.read(source.document, options);
  throw new GatewayError('SOURCE_NOT_RECOGNIZED', { reason: whyNotImported(source, file) }, { location: file });
}

export { importCloudAssembly } from './cdk/cloud-assembly';
export { stackNamesOf, type NamedStack } from './stack-names';
export { deployedStack } from './imported-source';
export type { BasePathMapping, CodeSource, DeployedFunctions, DeployedResource, DeployedStack, ImageBuild, ImportedApi, ImportedSource, ImportOptions, LocalName, TemplateOptions } from './imported-source';
export { importOpenApiFile, type OpenApiFileOptions } from './open-api';
export { locateIn } from './document/locate';
export { impliedTokenValues, type ImpliedValues, type RenderedReferences } from './cdk/token-values';
export { NESTED_POSITIONS, POSITIONS } from './template/api/positions';
export type { Position } from './positions';
export { recognizeSource, type Source } from './source-kind';
