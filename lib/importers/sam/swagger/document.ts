import { refuseTemplate } from '../refuse';
import { branches, isMap, isSet, member, type JsonMap } from '../value';

export const INTEGRATION = 'x-amazon-apigateway-integration';
export const ANY_METHOD = 'x-amazon-apigateway-any-method';
const OPENAPI_3 = /^3(\.\d)(\.\d)?$/;

/** A Swagger or OpenAPI 3 document in the working copy of a template; it is edited in place. */
export type SwaggerDocument = JsonMap & { paths: JsonMap };

/** A method of the document. */
export interface MethodPlace {
  readonly document: SwaggerDocument;
  readonly path: string;
  readonly method: string;
}

/** Returns the document with which the translator begins for an API without definition. */
export function emptyDocument(): SwaggerDocument {
  return { swagger: '2.0', info: { version: '1.0', title: { Ref: 'AWS::StackName' } }, paths: {} };
}

export function isOpenApi3(version: unknown): boolean {
  return OPENAPI_3.test(versionText(version));
}

/** A version as text: YAML takes `3.0` without quotes for a number. */
export function versionText(version: unknown): string {
  return typeof version === 'number' && Number.isInteger(version) ? version.toFixed(1) : String(version);
}

export function isDocument(value: unknown): value is SwaggerDocument {
  if (!isMap(value) || !isMap(value['paths'])) return false;
  return isSet(value['swagger']) || (isSet(value['openapi']) && isOpenApi3(value['openapi']));
}

/** The document, if it can be edited: its path items are maps. */
export function openDocument(value: unknown): SwaggerDocument {
  if (!isDocument(value)) throw refuseTemplate("Invalid Swagger document or the Swagger document is not explicitly defined in 'DefinitionBody'.");
  for (const path of Object.keys(value.paths)) pathItems(value, path);
  return value;
}

/** A path's item, or both of a conditional one. */
export function pathItems(document: SwaggerDocument, path: string): readonly JsonMap[] {
  return conditionalBranches(document.paths[path]).map((item) => {
    if (isMap(item)) return item;
    throw refuseTemplate(`Value of '${path}' path must be a dictionary according to Swagger spec.`);
  });
}

/** The name of a method in a document: lower case, ANY as its extension. */
export function methodKey(method: string): string {
  const name = method.toLowerCase();
  return name === 'any' ? ANY_METHOD : name;
}

/** The definitions of one method that have an integration, in all branches of conditions. */
export function methodDefinitions(document: SwaggerDocument, path: string, method: string): readonly JsonMap[] {
  return pathItems(document, path)
    .flatMap((item) => definitions(item[methodKey(method)], path, method))
    .filter((definition) => isSet(definition[INTEGRATION]));
}

export function definitions(value: unknown, path: string, method: string): readonly JsonMap[] {
  return conditionalBranches(value).map((definition) => {
    if (isMap(definition)) return definition;
    throw refuseTemplate(`Definition of method '${method}' for path '${path}' should be a map.`);
  });
}

/** Whether the method has an integration in every branch of the path. */
export function hasIntegration(document: SwaggerDocument, path: string, method: string): boolean {
  if (!Object.hasOwn(document.paths, path)) return false;
  return pathItems(document, path).every((item) => {
    const value = item[methodKey(method)];
    return isMap(value) && definitions(value, path, method).some((definition) => isSet(definition[INTEGRATION]));
  });
}

/** Adds path and method where they are missing. */
export function addPath(document: SwaggerDocument, path: string, method: string): void {
  if (!Object.hasOwn(document.paths, path)) document.paths[path] = {};
  for (const item of pathItems(document, path)) {
    if (!Object.hasOwn(item, methodKey(method))) item[methodKey(method)] = {};
  }
}

/** A member that is a map, made when it is missing. */
export function mapMember(owner: JsonMap, key: string): JsonMap {
  const existing = owner[key];
  if (isMap(existing)) return existing;
  const map: JsonMap = {};
  owner[key] = map;
  return map;
}

function conditionalBranches(value: unknown): readonly unknown[] {
  const condition = member(value, 'Fn::If');
  if (condition !== undefined && !Array.isArray(condition)) throw refuseTemplate('Value of Fn::If must be a list.');
  return branches(value);
}
