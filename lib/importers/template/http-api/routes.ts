import { issue, loss } from '../../../errors';
import { authorizedBy, describeIntegrationInput, isAuthorizedKind, stableId, tokensIn, type HttpMethodSpec, type LostRoute } from '../../../spec';
import { booleanOf, textOf, type Members } from '../../value';
import type { ApiSource } from '../api/api-source';
import { present, type IntegrationInput, type Made, type MethodInput, type MethodsInput, type ResourcesInput } from '../api/draft';
import { PropertyReader } from '../api/property-reader';
import type { HttpApiAuthorizers } from './authorizers';
import { httpApiAwsType, httpApiIntegrationOf } from './integration';
import type { HttpApiPart } from './parts';
import { readRouteKey, type RouteLocation } from './route-key';

/** The routes of an API as methods of a spec, and those that have no place in it. */
export interface DeclaredRoutes {
  readonly resources: ResourcesInput;
  readonly lost: readonly LostRoute[];
}

/** The parts that routes refer to. */
export interface RouteReferables {
  readonly integrations: readonly HttpApiPart[];
  readonly authorizers: HttpApiAuthorizers;
}

type PlacedRoute = readonly [HttpApiPart, RouteLocation];

interface PlacedRoutes extends Pick<DeclaredRoutes, 'lost'> {
  readonly places: readonly PlacedRoute[];
}

/** Reads routes. One that cannot be carried keeps its place and answers 501, so that no other route answers for it. */
export function routesOf(routes: readonly HttpApiPart[], referables: RouteReferables, source: ApiSource): DeclaredRoutes {
  const { places, lost } = placesOf(routes, source);
  const resources: Record<string, { id: string; methods: MethodsInput }> = {};
  for (const [part, { path, httpMethod }] of places) {
    const method = methodOf(part, referables, source);
    const known = resources[path] ??= { id: stableId(path), methods: {} };
    Object.assign(known.methods, { [httpMethod]: method });
    const reason = describeIntegrationInput(method.integration).unavailable;
    const details = { method: httpMethod, path, reason: reason ?? '' };
    if (reason !== undefined) source.report(part.resource, loss('IMPORT_METHOD_UNAVAILABLE', `${httpMethod} ${path}`, details));
  }
  return { resources, lost };
}

/** Routes by location. If several have one, the first is kept and refuses. */
function placesOf(routes: readonly HttpApiPart[], { report }: ApiSource): PlacedRoutes {
  const places = new Map<string, PlacedRoute>();
  const lost: LostRoute[] = [];
  for (const part of routes) {
    const { label, properties, resource } = part;
    const routeKey = textOf(properties.RouteKey);
    const location = readRouteKey(routeKey ?? '');
    lost.push(...lostRoutes(label, location));
    if (location === undefined) {
      const reason = routeKey === undefined ? 'it has no route key' : `${JSON.stringify(routeKey)} is not a valid route key`;
      report(resource, issue('IMPORT_METHOD_LOST', label, { reason }));
      continue;
    }
    const key = `${location.httpMethod} ${location.path}`;
    const first = places.get(key);
    if (first !== undefined) report(resource, issue('IMPORT_METHOD_LOST', label, { reason: `${key} is declared by ${first[0].label} as well` }));
    const doubt = first === undefined ? part.doubt : 'it is declared more than once';
    places.set(key, [{ ...first?.[0] ?? part, doubt }, location]);
  }
  return { places: [...places.values()], lost };
}

/** Requests for a route whose path is not known must not be answered by another one. */
function lostRoutes(label: string, location: RouteLocation | undefined): LostRoute[] {
  const reason = `the path of ${label} is not known, and this one could answer for it`;
  if (location === undefined) return [{ path: '/', extent: 'at-or-below', reason }];
  const { unknownBelow, httpMethod } = location;
  return unknownBelow === undefined ? [] : [{ path: unknownBelow, extent: 'below', method: httpMethod satisfies HttpMethodSpec, reason }];
}

function methodOf(part: HttpApiPart, { integrations, authorizers }: RouteReferables, source: ApiSource): MethodInput {
  const { properties, resource, doubt } = part;
  const reader = new PropertyReader(properties);
  const target = reader.text('Target')?.replace(/^integrations\//, '');
  const integration = integrations.find(({ id }) => id === target);
  const called = calledBy(integration, target, source);
  const authorized = authorizationOf(reader, authorizers);
  const reasons = [called, authorized].flatMap((result) => ('reason' in result ? [result.reason] : []));
  const operationName = reader.text('OperationName');
  const doubts = [doubt ?? resource.doubt ?? integration?.doubt ?? []].flat();
  const problems = [...doubts, ...unreadable(properties), ...reader.reasons, ...reasons];
  if (problems.length > 0 || 'reason' in called || 'reason' in authorized) {
    const declared = declaredOf(properties, integration?.properties ?? {}, { authorizers, source });
    return { ...present({ operationName }), integration: { type: 'unavailable', reason: [...new Set(problems)].join('; '), ...declared } };
  }
  return { ...present({ operationName }), authorization: authorized.part, integration: called.part };
}

/** Requirements that only WebSocket APIs have: a route with one of them is not understood. */
const FOREIGN = ['ApiKeyRequired', 'RequestModels', 'RequestParameters'];
/** Properties that decide who may call. CloudFormation refuses null, so the requirements of a deployed route are unknown. */
const DECIDING = ['AuthorizationScopes', 'AuthorizationType', 'AuthorizerId'];

function unreadable(properties: Members): string[] {
  return [
    ...DECIDING.filter((name) => properties[name] === null).map((name) => `${name}: null is not a value`),
    ...FOREIGN.filter((name) => isRequirement(properties[name])).map((name) => `${name}: HTTP APIs do not have it`),
  ];
}

function isRequirement(value: unknown): boolean {
  return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined && booleanOf(value) !== false;
}

function calledBy(integration: HttpApiPart | undefined, target: string | undefined, { functions }: ApiSource): Made<IntegrationInput> {
  if (integration !== undefined) return httpApiIntegrationOf(integration.properties, functions);
  return { reason: target === undefined ? 'the route has no integration' : 'its integration is not part of this source' };
}

function authorizationOf(reader: PropertyReader, { find }: HttpApiAuthorizers): Made<NonNullable<MethodInput['authorization']>> {
  const type = reader.text('AuthorizationType')?.toUpperCase();
  const scopes = reader.list('AuthorizationScopes');
  const id = reader.text('AuthorizerId');
  if (type === 'NONE' || type === 'AWS_IAM') return { part: { type } };
  if (type === undefined) {
    return id === undefined && scopes.length === 0 ? { part: { type: 'NONE' } } : { reason: 'it has an authorizer or scopes, and no AuthorizationType' };
  }
  if (!isAuthorizedKind(type)) return { reason: `${type} is not a kind of authorization` };
  const found = find(id ?? '');
  if ('reason' in found) return found;
  const unknown = scopes.flatMap((scope) => tokensIn(scope));
  if (unknown.length > 0) return { reason: `${unknown.join(', ')}, a scope, is known only after deployment` };
  return { part: authorizedBy(type, found.part, scopes) };
}

interface DeclaredContext {
  readonly authorizers: HttpApiAuthorizers;
  readonly source: ApiSource;
}

/** The source's own words of an unavailable route, for route tables. */
function declaredOf(route: Members, integration: Members, { authorizers, source: { functions } }: DeclaredContext) {
  const type = textOf(route.AuthorizationType)?.toUpperCase() ?? (route.AuthorizerId === undefined ? 'NONE' : 'CUSTOM');
  const uri = textOf(integration.IntegrationUri) ?? textOf(integration.IntegrationSubtype);
  const called = uri === undefined ? undefined : functions.functionOf(uri);
  return {
    awsType: httpApiAwsType(integration),
    ...present({ target: uri }),
    declared: {
      ...(type === 'NONE' ? {} : { authorizationType: type, ...present({ authorizer: authorizers.nameOf(textOf(route.AuthorizerId) ?? '') }) }),
      ...(called !== undefined && 'part' in called ? { function: functions.logicalIdOf(called.part) } : {}),
    },
  };
}
