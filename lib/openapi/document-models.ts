import { methodsOf, type GatewaySpec, type MethodSpec } from '../spec';

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
