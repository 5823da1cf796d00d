import { GatewayError } from '../errors';
import { importCloudAssembly } from './cdk/cloud-assembly';
import type { ImportedSource, ImportOptions } from './imported-source';
import { importOpenApiFile } from './open-api';
import { recognizeSource, whyNotImported } from './source-kind';
import { importSamTemplate, importServerless, importTemplate } from './template/import-template';

/**
 * Reads a definition that was not written with synthgate.
 * @param file - the source: a file, or the directory of a cloud assembly
 * @throws SOURCE_UNREADABLE, SOURCE_NOT_RECOGNIZED, SOURCE_OUTSIDE, OPENAPI_NOT_READABLE, OPTION_INVALID
 */
export function importSource(file: string, options: ImportOptions = {}): ImportedSource {
  const source = recognizeSource(file, options);
  const { handlerFile, mocks } = options;
  if (handlerFile !== undefined && source.kind !== 'open-api') {
    throw new GatewayError('OPTION_INVALID', { option: '--handler', given: handlerFile, allowed: 'an OpenAPI document beside it' });
  }
  switch (source.kind) {
    case 'cloud-assembly': return importCloudAssembly(source.directory, options);
    case 'template': return importTemplate(source.document, options);
    case 'sam': return importSamTemplate(source.document, options);
    case 'serverless': return importServerless(source.document, options);
    case 'open-api': return importOpenApiFile(source.document, { ...(handlerFile === undefined ? {} : { handlerFile }), ...(mocks === undefined ? {} : { mocks }) });
    default: throw new GatewayError('SOURCE_NOT_RECOGNIZED', { reason: whyNotImported(source, file) }, { location: file });
  }
}

export { importCloudAssembly };
export { stackNamesOf, type NamedStack } from './stack-names';
export { deployedStack } from './imported-source';
export type { BasePathMapping, CodeSource, DeployedFunctions, DeployedResource, DeployedStack, ImageBuild, ImportedApi, ImportedSource, ImportOptions, LocalName, TemplateOptions } from './imported-source';
export { importOpenApiFile, type OpenApiFileOptions } from './open-api';
export { locateIn } from './document/locate';
export { impliedTokenValues, type ImpliedValues, type RenderedReferences } from './cdk/token-values';
export { NESTED_POSITIONS } from './template/api/nested-positions';
export { POSITIONS, type Position } from './template/api/positions';
export { recognizeSource, type Source } from './source-kind';
