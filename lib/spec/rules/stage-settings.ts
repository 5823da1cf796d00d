import { issue, warning, type Issue } from '../../errors';
import { accessLogVariables } from '../access-log';
import { describeAuthorization } from '../authorization';
import { describeAuthorizer } from '../authorizers';
import type { GatewaySpec } from '../gateway';
import { describeIntegration } from '../integrations';
import type { MethodSpec } from '../method';
import { methodSettingsOf } from '../method-settings';
import { methodsOf, type LocatedMethod } from '../walk/walk-methods';
import type { Rule } from './rule';

/** Access log formats, caches and cache keys. */
export const stageSettingsRule: Rule = (spec) => [
  ...Object.entries(spec.stages).flatMap(([name, stage]) => checkStage(`${spec.api.name}/stage ${name}`, stage)),
  ...methodsOf(spec).flatMap(checkCacheKey),
  ...methodsOf(spec).flatMap((method) => checkSharedCache(spec, method)),
];

/** A cached response goes to everybody with the same key, so the key must include what identifies the caller. */
function checkSharedCache(spec: GatewaySpec, { location, path, httpMethod, method }: LocatedMethod): Issue[] {
  if (describeAuthorization(method.authorization).isOpen || httpMethod !== 'GET') return [];
  const keys = describeIntegration(method.integration).cacheKeyParameters.map((name) => name.replace(/^method\.request\.multivalue/, 'method.request.').toLowerCase());
  const missing = callerSources(spec, method).find((source) => !keys.includes(source.toLowerCase()));
  if (missing === undefined) return [];
  const stages = Object.entries(spec.stages).filter(([, { cacheClusterEnabled, methodSettings }]) =>
    cacheClusterEnabled && methodSettingsOf(methodSettings, path, httpMethod).cachingEnabled === true);
  return stages.map(([stage]) => warning('CACHE_SHARED_BY_CALLERS', location, { stage, source: missing }));
}

/** Where requests of a method identify the caller. */
function callerSources(spec: GatewaySpec, { authorization }: MethodSpec): readonly string[] {
  const name = describeAuthorization(authorization).authorizer ?? '';
  const authorizer = Object.hasOwn(spec.authorizers, name) ? spec.authorizers[name] : undefined;
  if (authorizer === undefined) return ['method.request.header.Authorization'];
  return describeAuthorizer(authorizer).identitySources.filter((source) => source.startsWith('method.request.'));
}

function checkStage(location: string, { accessLog, cacheClusterEnabled, methodSettings }: GatewaySpec['stages'][string]): Issue[] {
  const variables = accessLog === undefined ? ['requestId'] : accessLogVariables(accessLog.format);
  const isTraceable = variables.includes('requestId') || variables.includes('extendedRequestId');
  const caching = cacheClusterEnabled ? [] : Object.entries(methodSettings).filter(([, setting]) => setting.cachingEnabled === true);
  return [
    ...(isTraceable ? [] : [issue('ACCESS_LOG_WITHOUT_REQUEST_ID', location)]),
    ...caching.map(([key]) => warning('CACHE_WITHOUT_CLUSTER', location, { key })),
  ];
}

/** A path parameter of the resource needs no declaration. */
function checkCacheKey({ location, path, method }: LocatedMethod): Issue[] {
  const { integration } = method;
  const mapped = describeIntegration(integration).requestParameters;
  const isKnown = (name: string): boolean => {
    const [, inPath] = /^method\.request\.path\.(.+)$/.exec(name) ?? [];
    const isPathPart = inPath !== undefined && (path.includes(`{${inPath}}`) || path.includes(`{${inPath}+}`));
    const single = name.replace(/^method\.request\.multivalue/, 'method.request.');
    return isPathPart || Object.hasOwn(mapped, name) || Object.hasOwn(method.requestParameters, single);
  };
  return describeIntegration(integration).cacheKeyParameters.filter((name) => !isKnown(name)).map((name) => issue('CACHE_KEY_UNKNOWN', location, { given: name }));
}
