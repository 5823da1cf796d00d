import { HTTP_METHODS, type GatewaySpec, type HttpMethodSpec, type MethodSpec } from '../spec';

/** One method of a spec with the place to name in an issue. */
export interface PlacedMethod {
  readonly place: string;
  readonly path: string;
  readonly httpMethod: HttpMethodSpec;
  readonly method: MethodSpec;
}

/** The methods of a resource in their fixed order. */
export function methodsOfResource(spec: GatewaySpec, path: string): PlacedMethod[] {
  const methods = spec.resources[path]?.methods ?? {};
  return HTTP_METHODS.flatMap((httpMethod) => {
    const method = methods[httpMethod];
    return method === undefined ? [] : [{ place: `${spec.api.name}${path} ${httpMethod}`, path, httpMethod, method }];
  });
}

/** Every method of a spec, by path and then in the order of `HTTP_METHODS`. */
export function methodsOf(spec: GatewaySpec): PlacedMethod[] {
  return Object.keys(spec.resources).sort().flatMap((path) => methodsOfResource(spec, path));
}
