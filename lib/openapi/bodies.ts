import { defaultResponseDescription, type MethodSpec } from '../spec';

/** `#/components/schemas/<name>` */
function modelReference(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** Writes a reference to a model. */
export type SchemaOf = (model: string) => unknown;

/** Returns the `content` of a body: the schema for each media type. */
export function contentOf(models: Readonly<Record<string, string>>, schemaOf: SchemaOf = modelReference): Record<string, unknown> {
  return Object.fromEntries(Object.entries(models).map(([type, name]) => [type, { schema: schemaOf(name) }]));
}

/** The headers that a method declares for one status. */
function headersOf(responseParameters: MethodSpec['methodResponses'][string]['responseParameters']): Record<string, unknown> {
  return Object.fromEntries(Object.keys(responseParameters)
    .map((target) => [target.replace('method.response.header.', ''), { schema: { type: 'string' } }]));
}

/** The responses that a method declares, by status. */
export function declaredResponses(method: MethodSpec, schemaOf?: SchemaOf): Record<string, unknown> {
  const declared = Object.entries(method.methodResponses);
  return Object.fromEntries(declared.map(([status, { description, responseModels, responseParameters }]) => [status, {
    description: description ?? defaultResponseDescription(status),
    ...(Object.keys(responseParameters).length > 0 ? { headers: headersOf(responseParameters) } : {}),
    ...(Object.keys(responseModels).length > 0 ? { content: contentOf(responseModels, schemaOf) } : {}),
  }]));
}
