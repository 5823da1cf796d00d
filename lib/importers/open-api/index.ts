import path from 'node:path';
import {
  importHttpOpenApi, importOpenApi, isHttpApiDocument, present, readDeclaredParts, type OpenApiImportContext, type ReferenceReading,
} from '../../openapi';
import { DEFAULT_STAGE } from '../../spec';
import type { CodeSource, ImportedSource } from '../imported-source';
import { readReferenced, type SourceDocument } from '../document/read-document';
import type { SourceBounds } from '../document/source-bounds';

/** Options for serving a document. */
export interface OpenApiFileOptions extends Pick<OpenApiImportContext, 'basePath' | 'failOnWarnings' | 'mocks'> {
  /** The module whose export `handler` answers all methods without an integration, instead of their examples. */
  readonly handlerFile?: string;
  /** The stage on which it is served. */
  readonly stage?: string;
}

/** The function that `handlerFile` becomes. */
const HANDLER = 'Handler';

/**
 * An OpenAPI document as a source of its own. Files that it refers to are read; nothing is fetched from the network.
 * @throws OPENAPI_NOT_READABLE, SOURCE_OUTSIDE
 */
export function importOpenApiFile(document: SourceDocument, options: OpenApiFileOptions = {}): ImportedSource {
  const files = new Map<string, SourceDocument>([[document.file, document]]);
  const isHttpApi = isHttpApiDocument(document.value);
  const { handlerFile } = options;
  const context: OpenApiImportContext = {
    file: document.file,
    resolveRef: (reference, from) => readReference(path.resolve(path.dirname(from), reference), document.bounds, files),
    ...present({ basePath: options.basePath }),
  };
  const { spec, issues } = (isHttpApi ? importHttpOpenApi : importOpenApi)(document.value, {
    ...context,
    locate: (file, pointer) => files.get(file)?.positionOf(pointer),
    ...present({ failOnWarnings: options.failOnWarnings, handler: handlerFile === undefined ? undefined : HANDLER, mocks: options.mocks }),
  });
  const handler = handlerFile === undefined ? [] : [path.resolve(handlerFile)];
  const code = new Map(handler.map((file): [string, CodeSource] => [HANDLER, { type: 'entry', file, handler: 'index.handler' }]));
  const functions = Object.fromEntries(handler.map(() => [HANDLER, { code: '.', handler: 'index.handler' }]));
  const stages = { [options.stage ?? (isHttpApi ? DEFAULT_STAGE : 'prod')]: {} };
  const served = { ...spec, functions: { ...spec.functions, ...functions }, stages };
  const hasMethods = Object.values(spec.resources ?? {}).some(({ methods = {} }) => Object.keys(methods).length > 0);
  const declared = readDeclaredParts(document.value, context);
  return {
    apis: [{ name: spec.api.name, id: spec.api.id, spec: served, code, declared }], issues, files: [...files.keys(), ...handler],
    ...(hasMethods ? {} : { nothingToServe: 'it has no operation in "paths"' }),
  };
}

function readReference(file: string, bounds: SourceBounds, files: Map<string, SourceDocument>): ReferenceReading {
  const read = files.get(file) ?? readReferenced(file, bounds);
  if ('reason' in read) return read;
  files.set(file, read);
  return { file, document: read.value };
}

export { importOpenApi, type OpenApiImportContext };
