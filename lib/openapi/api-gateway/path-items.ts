import { methodsOfResource, type GatewaySpec, type LocatedMethod } from '../../spec';

type Node = Readonly<Record<string, unknown>>;

/** The `paths` of a document for API Gateway: the operations of each resource by method. */
export function pathItems(spec: GatewaySpec, operation: (placed: LocatedMethod) => Node): Readonly<Record<string, Node>> {
  return Object.fromEntries(Object.keys(spec.resources).sort().map((path) => [path, Object.fromEntries(
    methodsOfResource(spec, path).map((placed) => [memberOf(placed), operation(placed)]),
  )]));
}

function memberOf({ httpMethod }: LocatedMethod): string {
  return httpMethod === 'ANY' ? 'x-amazon-apigateway-any-method' : httpMethod.toLowerCase();
}
