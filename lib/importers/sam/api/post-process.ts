import { refuseTemplate } from '../refuse';
import { isOpenApi3, type SwaggerDocument } from '../swagger/document';
import { isMap, isSet, member, type JsonMap } from '../value';

/** Rewrites the Swagger members that were added to an OpenAPI 3 document. */
export function postProcess(document: SwaggerDocument, openApiVersion: unknown): void {
  if (member(document, 'swagger') !== undefined) return;
  if (!isOpenApi3(openApiVersion ?? document['openapi'])) return;
  moveToComponents(document, 'securityDefinitions', 'securitySchemes');
  moveToComponents(document, 'definitions', 'schemas');
  for (const [path, item] of Object.entries(document.paths)) adaptPreflight(path, item);
}

function moveToComponents(document: SwaggerDocument, from: string, to: string): void {
  if (!isSet(document[from])) return;
  const components = document['components'];
  document['components'] = { ...(isMap(components) ? components : {}), [to]: document[from] };
  Reflect.deleteProperty(document, from);
}

function adaptPreflight(path: string, item: unknown): void {
  if (!isMap(item)) throw refuseTemplate(`Value of '${path}' path must be a dictionary according to Swagger spec.`);
  const options = item['options'];
  if (!isSet(options)) return;
  if (!isMap(options)) throw refuseTemplate(`Value of options method for path ${path} must be a dictionary according to Swagger spec.`);
  Reflect.deleteProperty(options, 'produces');
  Reflect.deleteProperty(options, 'consumes');
  const response = member(options['responses'], '200');
  const headers = member(response, 'headers');
  if (isMap(response) && isSet(headers)) response['headers'] = withSchemas(headers, path);
}

function withSchemas(headers: unknown, path: string): JsonMap {
  if (!isMap(headers)) {
    throw refuseTemplate(`Value of response's headers in options method for path ${path} must be a dictionary according to Swagger spec.`);
  }
  // `Auth` and `Models` both end here: what the first one adapted is left alone
  return Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, isMap(member(header, 'schema')) ? header : { schema: header }]));
}
