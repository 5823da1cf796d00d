import type { GatewaySpec } from '../gateway';
import { HTTP_METHODS, type HttpMethodSpec } from '../http-method';
import { describeIntegration } from '../integrations';
import type { MethodSpec } from '../method';
import type { ResourceSpec } from '../resource';

/** One method of a spec with the location that an issue names. */
export interface LocatedMethod {
  /** `Pets/cats GET`; a method of the root resource has the API's name alone before it: `Pets GET`. */
  readonly location: string;
  readonly path: string;
  readonly httpMethod: HttpMethodSpec;
  readonly method: MethodSpec;
}

/** Nearly every rule and renderer asks for the methods of the same spec. */
const KNOWN = new WeakMap<GatewaySpec, readonly LocatedMethod[]>();

/** Every method of a spec: by path, and below a path in the order of `HTTP_METHODS`. */
export function methodsOf(spec: GatewaySpec): readonly LocatedMethod[] {
  const methods = KNOWN.get(spec) ?? Object.keys(spec.resources).sort().flatMap((path) => methodsOfResource(spec, path));
  KNOWN.set(spec, methods);
  return methods;
}

/** The methods of one resource, in the order of `HTTP_METHODS`. */
export function methodsOfResource({ api, resources }: Pick<GatewaySpec, 'api' | 'resources'>, path: string): LocatedMethod[] {
  const methods = resources[path]?.methods ?? {};
  return HTTP_METHODS.flatMap((httpMethod) => {
    const method = methods[httpMethod];
    return method === undefined ? [] : [{ location: methodLocation(api.name, path, httpMethod), path, httpMethod, method }];
  });
}

/** The spec with another method in place of each. */
export function mapMethods(spec: GatewaySpec, change: (placed: LocatedMethod) => MethodSpec): GatewaySpec {
  const resources = Object.fromEntries(Object.entries(spec.resources).map(([path, resource]) => {
    const methods = methodsOfResource(spec, path).map((placed) => [placed.httpMethod, change(placed)]);
    return [path, { ...resource, methods: Object.fromEntries(methods) }];
  }));
  return { ...spec, resources };
}

/** Whether some method of a resource can be called; a resource without methods is there for what it has below. */
export function hasCallableMethods({ methods }: ResourceSpec): boolean {
  const all = Object.values(methods);
  return all.length === 0 || all.some(({ integration }) => describeIntegration(integration).unavailable === undefined);
}

/** How issues name a method. */
export function methodLocation(api: string, path: string, httpMethod: HttpMethodSpec): string {
  return `${api}${path === '/' ? '' : path} ${httpMethod}`;
}
