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

/** Every method of a spec. */
export function methodsOf(spec: GatewaySpec): PlacedMethod[] {
  return Object.entries(spec.resources).flatMap(([path, resource]) =>
    HTTP_METHODS.flatMap((httpMethod) => {
      const method = resource.methods[httpMethod];
      return method === undefined ? [] : [{ place: `${spec.api.name}${path === '/' ? '' : path} ${httpMethod}`, path, httpMethod, method }];
    }),
  );
}
