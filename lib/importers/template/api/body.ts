import path from 'node:path';
import { importOpenApi, readDeclaredParts, type BasePathMode, type ImportedDocument, type OpenApiImportContext } from '../../../openapi';
import type { DeclaredParts, GatewaySpecInput } from '../../../spec';
import { readInside, readReferenced } from '../../document/read-document';
import { booleanOf, isMembers, jsonIn, memberOf, textOf } from '../../value';
import type { Resource } from '../stack';
import type { FunctionTable } from './functions';

const BASE_PATH_MODES: readonly BasePathMode[] = ['ignore', 'prepend', 'split'];

/** An API whose resources are declared by an OpenAPI document. */
export interface BodySource {
  readonly api: Resource;
  /** Settings of the API itself, beside its document. */
  readonly settings: GatewaySpecInput['api'];
  readonly functions: FunctionTable;
  /** The local file of `BodyS3Location`, if it is here. */
  readonly fileAt: (location: unknown) => string | undefined;
}

/** A document, and what it declares besides. */
export interface ReadBody extends ImportedDocument {
  readonly declared: DeclaredParts;
}

/** The document of an API as a spec; undefined where it has none, and the reason where it cannot be read. */
export function specOfBody(source: BodySource): ReadBody | UnreadDocument | undefined {
  const { api, settings, functions } = source;
  const properties = api.stack.properties(api);
  const document = documentOf(properties.Body, properties.BodyS3Location, source);
  if (document === undefined || 'reason' in document) return document;
  const context: OpenApiImportContext = {
    file: document.file,
    resolveRef: (reference, from) => {
      const read = readReferenced(path.resolve(path.dirname(from), reference), api.stack.source.document.bounds);
      return 'reason' in read ? read : { file: read.file, document: read.value };
    },
    basePath: basePathModeOf(textOf(memberOf(properties.Parameters, 'basepath')) ?? textOf(memberOf(properties.Parameters, 'basePath'))),
  };
  const imported = importOpenApi(document.value, {
    ...context,
    api: settings,
    functionOf: (uri) => {
      const called = functions.functionOf(uri);
      return 'part' in called ? { function: called.part } : called;
    },
    withoutIntegration: 'unavailable',
    failOnWarnings: booleanOf(properties.FailOnWarnings) ?? false,
  });
  return { ...imported, declared: readDeclaredParts(document.value, context) };
}

/** A mode by its name; `ignore` unless another is meant. */
export function basePathModeOf(setting: string | undefined): BasePathMode {
  return BASE_PATH_MODES.find((mode) => mode === setting) ?? 'ignore';
}

/** A document, and the file that it is in. */
export interface BodyDocument {
  readonly file: string;
  readonly value: unknown;
}

/** A document that is not here, or is none. */
export interface UnreadDocument {
  readonly reason: string;
  /** The property that it is in, and the value of that. */
  readonly unread: Readonly<Record<string, unknown>>;
}

/** The document of an API; undefined where it has none, and the reason where it cannot be read. */
export function documentOf(body: unknown, location: unknown, { api, fileAt }: Pick<BodySource, 'api' | 'fileAt'>): BodyDocument | UnreadDocument | undefined {
  const { file, bounds } = api.stack.source.document;
  const value = jsonIn(body);
  if (isMembers(value) && Object.keys(value).length > 0) return { file, value };
  const included = location === undefined ? undefined : fileAt(location);
  if (included !== undefined) return { file: included, value: readInside(included, bounds).value };
  if (location !== undefined) return unread(api, { BodyS3Location: location }, `its document is not here: ${textOf(location) ?? JSON.stringify(location)}`);
  if (body === undefined || isMembers(value)) return undefined;
  return unread(api, { Body: body }, typeof body === 'string' ? 'it is text, and not JSON' : 'it is not an object');
}

/** The routes of a document that cannot be read may be any: nothing else of the API answers. */
function unread({ stack, path: at }: Resource, property: UnreadDocument['unread'], reason: string): UnreadDocument {
  const [name = ''] = Object.keys(property);
  stack.report([...at, 'Properties', name], reason);
  return { reason: `${name}: ${reason}`, unread: property };
}
