import path from 'node:path';
import { GatewayError } from '../../../errors';
import { partsOfDocument, readDeclaredParts, readHttpApiDocument, type HttpApiDocument } from '../../../openapi';
import type { DeclaredParts } from '../../../spec';
import { readReferenced } from '../../document/read-document';
import { textOf } from '../../value';
import type { ApiSource } from '../api/api-source';
import { basePathModeOf, documentOf } from '../api/body';
import type { HttpApiParts } from './parts';

/** The parts that the document of an API stands for. */
export interface BodyParts extends Omit<HttpApiParts, 'stages'> {
  readonly cors?: unknown;
  readonly description?: string | undefined;
  /** Why no route may be called. */
  readonly closed?: string | undefined;
  /** Parts that no route has. @default - there is no document */
  readonly declared?: DeclaredParts;
}

const NO_PARTS: BodyParts = { routes: [], integrations: [], authorizers: [] };

/** Reads the document of an HTTP API; without one there are no parts. */
export function bodyParts(source: ApiSource): BodyParts {
  const { api } = source;
  const { Body, BodyS3Location, BasePath } = api.stack.properties(api);
  const document = documentOf(Body, BodyS3Location, { api, fileAt: (location) => source.fileAt(api, location) });
  if (document === undefined) return NO_PARTS;
  if ('reason' in document) return { ...NO_PARTS, closed: document.reason, declared: { unread: document.unread } };
  const read = documentIn(document.value, { file: document.file, mode: textOf(BasePath), source });
  if ('reason' in read) return { ...NO_PARTS, closed: read.reason, declared: { unread: { Body: document.value } } };
  for (const issue of read.issues) source.report(api, issue);
  const { cors, description, closed, declared } = read;
  return { ...partsOfDocument(read, () => api), cors, description, closed, declared };
}

interface DocumentSource {
  readonly file: string;
  readonly mode: string | undefined;
  readonly source: ApiSource;
}

type ReadDocument = HttpApiDocument & { readonly declared: DeclaredParts };

function documentIn(value: unknown, { file, mode, source: { api } }: DocumentSource): ReadDocument | { readonly reason: string } {
  try {
    const context: Parameters<typeof readHttpApiDocument>[1] = {
      file, basePath: basePathModeOf(mode),
      resolveRef: (reference, from) => {
        const read = readReferenced(path.resolve(path.dirname(from), reference), api.stack.source.document.bounds);
        return 'reason' in read ? read : { file: read.file, document: read.value };
      },
    };
    return { ...readHttpApiDocument(value, context), declared: readDeclaredParts(value, context) };
  } catch (error) {
    if (!GatewayError.isGatewayError(error) || error.code !== 'OPENAPI_NOT_READABLE') throw error;
    return { reason: `its document cannot be read: ${error.message}` };
  }
}
