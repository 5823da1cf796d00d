import { GatewayError } from '../../../errors';
import { readAuthorizationHeader, type StageRequest } from '../../authorizers';
import { headerValue } from '../../http/headers';
import type { Received } from '../../http/request';
import type { MethodPlan, RequestProgress, ServedStage } from '../../plan/exchange';
import type { RequestMeter } from '../../plan/meter';
import type { Step } from '../../plan/step';
import { nearestRoute, nearestStage, type DeployedRoute } from '../../router/nearest-route';
import type { Router } from '../../router/router';
import type { Progress } from '../progress';

/** The target of a route: a method of the definition, or the preflight of a resource with CORS. */
export type RouteTarget = MethodPlan | PreflightTarget;

/** The preflight of a resource. */
interface PreflightTarget {
  readonly type: 'preflight';
  readonly steps: readonly Step[];
  /** Counts its requests, if a port shows metrics. */
  readonly meter?: RequestMeter | undefined;
}

/** A request as far as it is known without a route. */
export type UnroutedRequest = Pick<RequestProgress, 'received' | 'connection'>;

/** The service's own answer. */
export interface UnroutedSteps {
  /** For the log: `cors preflight`. */
  readonly label: string;
  readonly steps: readonly Step[];
}

/** A stage with its router. */
export interface StageRoutes {
  readonly stage: ServedStage;
  readonly router: Router<RouteTarget>;
  /** The steps of what the service answers itself where no route takes it; undefined for everything else. */
  readonly unrouted: (request: UnroutedRequest) => UnroutedSteps | undefined;
  /** Refuses requests about connections whose signers may not make them. @throws SIGNATURE_*, CREDENTIAL_*, POLICY_* */
  readonly mayManageConnections: (request: StageRequest) => void;
  /** Whether it answers preflights that a route takes as well. */
  readonly answersPreflightsFirst: boolean;
  /** Whether the definition has a method that is not in this deployment, for `not deployed` explanations. */
  readonly undeployed: (method: string, path: string) => boolean;
  /** The deployed routes, to suggest the nearest one for a path that has none. */
  readonly routes: readonly DeployedRoute[];
}

/**
 * Finds resource and method, and stores them in the progress.
 * @returns the steps of the target
 * @throws ROUTE_UNKNOWN, MESSAGE_ROUTE_UNKNOWN, AUTHORIZATION_HEADER_INVALID
 */
export function route(progress: Progress, routes: StageRoutes): readonly Step[] {
  const match = routes.router.match(progress.received.method, progress.routePath);
  if (match === undefined || routes.answersPreflightsFirst) {
    const own = routes.unrouted(progress);
    if (own !== undefined) {
      progress.target = own.label;
      return own.steps;
    }
    if (match === undefined) throw routeUnknown(progress, routes);
  }
  const { target, pathParameters } = match;
  if (target.type === 'preflight') {
    progress.target = 'cors preflight';
    progress.meter = target.meter;
    return target.steps;
  }
  progress.enterMethod(target, pathParameters);
  return target.steps;
}

/** The stage of a request. @throws STAGE_UNKNOWN */
export function stageOf<Stage extends Pick<StageRoutes, 'routes'>>(progress: Progress, stages: ReadonlyMap<string, Stage>): Stage {
  const stage = stages.get(progress.stageName);
  if (stage === undefined) throw stageUnknown(progress, stages);
  return stage;
}

function stageUnknown(progress: Progress, stages: ReadonlyMap<string, Pick<StageRoutes, 'routes'>>): GatewayError {
  const { stageName: stage, explains } = progress;
  const names = [...stages.keys()].join(', ') || 'none';
  const nearest = explains === false ? undefined : meantRoute(progress, stages);
  if (nearest === undefined) return new GatewayError('STAGE_UNKNOWN', { stage, stages: names });
  return new GatewayError('STAGE_UNKNOWN', { stage, stages: `${names}; did you mean ${nearest}?`, nearest });
}

/** The stage was misspelled, or, more often, left out: then the whole path is that of a route. */
function meantRoute({ stageName, routePath, fullPath, received: { method } }: Progress, stages: ReadonlyMap<string, Pick<StageRoutes, 'routes'>>): string | undefined {
  const misspelled = nearestStage(stageName, [...stages.keys()]);
  const route = misspelled === undefined ? undefined : nearestRoute(method, routePath, stages.get(misspelled)?.routes ?? []);
  if (misspelled !== undefined && route !== undefined) return route.replace(' ', ` /${misspelled}`);
  const name = stages.has('prod') ? 'prod' : [...stages.keys()][0] ?? '';
  return nearestRoute(method, fullPath, stages.get(name)?.routes ?? [])?.replace(' ', ` /${name}`);
}

/** The 403 for an unknown path or method; with an Authorization header that is not a complete signature, it reports that instead. */
function routeUnknown(
  { received, routePath: path, explains, connection }: Progress, { stage, router, undeployed, routes }: StageRoutes,
): GatewayError {
  if (connection !== undefined) return new GatewayError('MESSAGE_ROUTE_UNKNOWN', {}); // connecting and its end need no route
  const reason = incompleteSignature(received, stage);
  if (reason !== undefined) return new GatewayError('AUTHORIZATION_HEADER_INVALID', { method: received.method, path, reason });
  const methods = router.methodsAt(path);
  const nearest = explains === false || methods.length > 0 ? undefined : nearestRoute(received.method, path, routes);
  const nothing = nearest === undefined ? 'nothing is defined there' : `did you mean ${nearest}?`;
  const defined = undeployed(received.method, path)
    ? 'it is defined but not deployed to this stage: run synthgate deploy'
    : methods.length === 0 ? nothing : `defined: ${methods.join(', ')}`;
  return new GatewayError('ROUTE_UNKNOWN', { method: received.method, path, defined, ...(nearest === undefined ? {} : { nearest }) });
}

function incompleteSignature({ headers }: Received, { vendor }: ServedStage): string | undefined {
  const header = headerValue(headers, 'authorization');
  if (header === undefined || header === '') return undefined;
  const read = readAuthorizationHeader(header, headers, vendor.shortPrefix);
  return read.type === 'incomplete' ? read.reason : undefined;
}
