import { defaultResponseDescription, methodsOf, type MethodSpec, type GatewaySpec } from '../spec';

/** A member that is written only when there is something in it. */
export function filled(name: string, entries: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.keys(entries).length === 0 ? {} : { [name]: entries };
}

/** A model by its component. */
export function modelReference(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** Writes a reference to a model. */
export type SchemaOf = (model: string) => unknown;

/** Returns the `content` of a body: the schema for each media type. */
export function contentOf(models: Readonly<Record<string, string>>, schemaOf: SchemaOf = modelReference): Record<string, unknown> {
  return Object.fromEntries(Object.entries(models).map(([type, name]) => [type, { schema: schemaOf(name) }]));
}

/** The responses that a method declares, by status. */
export function declaredResponses(method: MethodSpec, schemaOf?: SchemaOf): Record<string, unknown> {
  const declared = Object.entries(method.methodResponses);
  return Object.fromEntries(declared.map(([status, { description, responseModels, responseParameters }]) => {
    const headers = Object.keys(responseParameters).map((target) => [target.replace('method.response.header.', ''), { schema: { type: 'string' } }]);
    return [status, {
      description: description ?? defaultResponseDescription(status),
      ...filled('headers', Object.fromEntries(headers)),
      ...filled('content', contentOf(responseModels, schemaOf)),
    }];
  }));
}

/** The models that every API has: for anything, and for errors. */
const BUILT_IN = {
  Empty: { title: 'Empty Schema', type: 'object' },
  Error: { title: 'Error Schema', type: 'object', properties: { message: { type: 'string' } } },
} as const;

/**
 * The built-in models that methods name and the API does not declare itself.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings-models.html
 */
export function builtInModels(spec: GatewaySpec): Record<string, unknown> {
  const named = new Set(methodsOf(spec).flatMap(({ method }) => namedModels(method)));
  return Object.fromEntries(Object.entries(BUILT_IN).filter(([name]) => named.has(name) && !Object.hasOwn(spec.models, name)));
}

function namedModels({ requestModels, methodResponses }: MethodSpec): string[] {
  const answers = Object.values(methodResponses).map(({ responseModels }) => responseModels);
  return [requestModels, ...answers].flatMap((models) => Object.values(models));
}
