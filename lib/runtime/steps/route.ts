import { createHash } from 'node:crypto';
import { GatewayError } from '../../errors';
import type { MethodPlan, Received, RequestIds, RequestPath, Routed, ServedStage } from '../exchange';
import { forwardedHeaders } from '../front/request-headers';
import { headerValue, type HeaderList } from '../headers';
import type { Router } from '../router/router';
import { readQuery } from '../router/request-path';
import type { Preflight } from './preflight';

/** What a route leads to: a method of the definition, or the preflight of a resource with CORS. */
export type RouteTarget = { readonly type: 'method'; readonly plan: MethodPlan } | { readonly type: 'preflight'; readonly preflight: Preflight };

/** A stage with its router. */
export interface StageRoutes {
  readonly stage: ServedStage;
  readonly router: Router<RouteTarget>;
  /** Methods at a path of the definition that are not in this deployment: `not deployed` explanations. */
  readonly undeployed: (method: string, path: string) => boolean;
}

/** A request with what the gateway gave it, before anything is known of it. */
export interface Arrived {
  readonly received: Received;
  readonly ids: RequestIds;
  readonly path: RequestPath;
}

export type RoutedTarget = Routed | { readonly preflight: Preflight; readonly stage: ServedStage };

/**
 * Finds stage, resource and method.
 * @throws STAGE_UNKNOWN, ROUTE_UNKNOWN, AUTHORIZATION_HEADER_INVALID
 */
export function route({ received, ids, path }: Arrived, routes: StageRoutes): RoutedTarget {
  const match = routes.router.match(received.method, path.path);
  if (match === undefined) throw routeUnknown(received, path, routes);
  if (match.target.type === 'preflight') return { preflight: match.target.preflight, stage: routes.stage };
  return {
    ...path,
    received,
    ids,
    stage: routes.stage,
    plan: match.target.plan,
    pathParameters: match.pathParameters,
    headers: forwardedHeaders(received, ids, routes.stage),
    queryParameters: readQuery(path.query),
  };
}

/** The stage of a request among those that are served. @throws STAGE_UNKNOWN */
export function stageOf<Stage>(path: RequestPath, stages: ReadonlyMap<string, Stage>): Stage {
  const stage = stages.get(path.stageName);
  if (stage === undefined) {
    throw new GatewayError('STAGE_UNKNOWN', { stage: path.stageName, stages: [...stages.keys()].join(', ') || 'none' });
  }
  return stage;
}

/** The 403 of an unknown path or method; with an Authorization header that is not a valid signature it says that instead. */
function routeUnknown(received: Received, { path }: RequestPath, { router, undeployed }: StageRoutes): GatewayError {
  const unsigned = unsignedAuthorization(received.headers);
  if (unsigned !== undefined) {
    const hash = createHash('sha256').update(unsigned).digest('base64');
    return new GatewayError('AUTHORIZATION_HEADER_INVALID', { method: received.method, path, hash });
  }
  const methods = router.methodsAt(path);
  const defined = undeployed(received.method, path)
    ? 'it is defined but not deployed to this stage: run synthgate deploy'
    : methods.length === 0 ? 'nothing is defined there' : `defined: ${methods.join(', ')}`;
  return new GatewayError('ROUTE_UNKNOWN', { method: received.method, path, defined });
}

function unsignedAuthorization(headers: HeaderList): string | undefined {
  const value = headerValue(headers, 'authorization');
  return value === undefined || value === '' || value.includes('=') ? undefined : value;
}
