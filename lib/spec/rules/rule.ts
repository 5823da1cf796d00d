import type { Issue } from '../../errors';
import type { GatewaySpec } from '../gateway';
import { HTTP_METHODS, type HttpMethodSpec } from '../http-method';
import type { MethodSpec } from '../method';

/** A check across nodes of a spec. It collects; it never throws. */
export type Rule = (spec: GatewaySpec) => readonly Issue[];

/** One method of a spec with the place to name in an issue. */
export interface PlacedMethod {
  readonly place: string;
  readonly path: string;
  readonly httpMethod: HttpMethodSpec;
  readonly method: MethodSpec;
}

/** Cached: nearly every rule needs the methods of the spec. */
const KNOWN = new WeakMap<GatewaySpec, readonly PlacedMethod[]>();

/** Every method of a spec. */
export function methodsOf(spec: GatewaySpec): readonly PlacedMethod[] {
  const methods = KNOWN.get(spec) ?? findMethods(spec);
  KNOWN.set(spec, methods);
  return methods;
}

function findMethods({ api, resources }: GatewaySpec): PlacedMethod[] {
  const found: PlacedMethod[] = [];
  for (const [path, { methods }] of Object.entries(resources)) {
    for (const httpMethod of HTTP_METHODS) {
      const method = methods[httpMethod];
      if (method !== undefined) found.push({ place: `${api.name}${path === '/' ? '' : path} ${httpMethod}`, path, httpMethod, method });
    }
  }
  return found;
}
