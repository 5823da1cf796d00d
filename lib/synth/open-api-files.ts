import { GatewayError, type Issue } from '../errors';
import { documentLost } from '../openapi';
import type { GatewaySpec } from '../spec';
import { fileName, type AssemblyDocument } from './assembly';
import { hasExtensions, OpenApiDocument, OpenApiVersion, type OpenApiOptions } from './open-api';

/** The requested documents and their losses. */
export interface OpenApiFiles {
  readonly documents: readonly AssemblyDocument[];
  readonly losses: readonly Issue[];
}

/** One document of each kind per API; none of APIs that API Gateway has no documents of. @throws OPENAPI_DOCUMENT_REPEATED */
export function openApiFiles(specs: readonly GatewaySpec[], wanted: readonly OpenApiOptions[]): OpenApiFiles {
  const endings = wanted.map(fileEnding);
  const repeated = endings.find((ending, index) => endings.indexOf(ending) < index);
  if (repeated !== undefined) throw new GatewayError('OPENAPI_DOCUMENT_REPEATED', { file: `openapi/<api>.${repeated}.json` });
  const lost = wanted.length === 0 ? [] : specs.flatMap((spec) => documentLost(spec) ?? []);
  const written = specs.filter((spec) => documentLost(spec) === undefined).flatMap((spec) => wanted.map((options, index) => {
    const document = OpenApiDocument._of(spec, options);
    return { document, apiName: spec.api.name, file: `openapi/${fileName(spec.api.name)}.${endings[index]}.json`, text: document.text };
  }));
  return { documents: written, losses: [...lost, ...written.flatMap(({ document }) => document._losses)] };
}

/** `api-gateway`: with extensions; `openapi-3.1`, `openapi-3.0`: without extensions. */
function fileEnding(options: OpenApiOptions): string {
  return hasExtensions(options) ? 'api-gateway' : `openapi-${options.version ?? OpenApiVersion.V3_1}`;
}
