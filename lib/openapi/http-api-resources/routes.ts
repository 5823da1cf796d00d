import { loss, issue } from '../../errors';
import {
  authorizedBy, describeIntegrationInput, isAuthorizedKind, stableId, tokensIn, type AwsType, type GatewaySpecInput, type LostRoute,
} from '../../spec';
import type { IntegrationInput, MethodInput } from '../import/context';
import type { HttpApiAuthorizers } from './authorizers';
import { httpApiAwsType, httpApiIntegrationOf } from './integration';
import { PropertyReader } from './property-reader';
import { readRouteKey, type RouteLocation } from './route-key';
import type { Callees, Made, PartOwner, PartsContext, RoutePart } from './route-part';
import { booleanOf, present, textOf, type Members } from './value';

type ResourcesInput = NonNullable<GatewaySpecInput['resources']>;
type MethodsInput = NonNullable<ResourcesInput[string]['methods']>;

/** The routes of an API as methods of a spec, and those that have no place in it. */
export interface DeclaredRoutes {
  readonly resources: ResourcesInput;
  readonly lost: readonly LostRoute[];
}

/** The parts that routes refer to. */
export interface RouteReferables<Owner extends PartOwner> {
  readonly integrations: readonly RoutePart<Owner>[];
  readonly authorizers: HttpApiAuthorizers;
  readonly form: RouteForm<Owner>;
}

/** The differences between the routes of HTTP APIs and WebSocket APIs. */
export interface RouteForm<Owner extends PartOwner = PartOwner> {
  readonly readRouteKey: RouteKeyReader;
  readonly integrationOf: (integration: RoutePart<Owner>) => Made<IntegrationInput>;
  readonly awsTypeOf: (integration: Members) => AwsType;
  /** The members of a method that only this kind of API has, and why the route is not understood. */
  readonly ownOf: (part: RoutePart<Owner>, properties: PropertyReader) => OwnMembers;
}

export interface OwnMembers {
  readonly members: Partial<MethodInput>;
  readonly reasons: readonly string[];
}

/** Reads routes. One that cannot be carried keeps its place and answers 501, so that no other route answers for it. */
export function routesOf<Owner extends PartOwner>(
  routes: readonly RoutePart<Owner>[], referables: RouteReferables<Owner>, source: PartsContext<Owner>,
): DeclaredRoutes {
  const { places, lost } = placesOf(routes, referables.form.readRouteKey, source);
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

function methodOf<Owner extends PartOwner>(
  part: RoutePart<Owner>, { integrations, authorizers, form }: RouteReferables<Owner>, source: PartsContext<Owner>,
): MethodInput {
  const { properties, resource, doubt } = part;
  const reader = new PropertyReader(properties);
  const target = reader.text('Target')?.replace(/^integrations\//, '');
  const integration = integrations.find(({ id }) => id === target);
  const called = integration === undefined
    ? { reason: target === undefined ? 'the route has no integration' : 'its integration is not part of this source' }
    : form.integrationOf(integration);
  const authorized = authorizationOf(reader, authorizers.find, true);
  const reasons = [called, authorized].flatMap((result) => ('reason' in result ? [result.reason] : []));
  const own = form.ownOf(part, reader);
  const operationName = reader.text('OperationName');
  const doubts = [doubt ?? resource.doubt ?? integration?.doubt ?? []].flat();
  const problems = [...doubts, ...nullProblems(properties, DECIDING), ...own.reasons, ...reader.reasons, ...reasons];
  if (problems.length > 0 || 'reason' in called || 'reason' in authorized) {
    const declared = declaredOf(properties, integration?.properties ?? {}, { authorizers, form, source });
    return { ...present({ operationName, apiKeyRequired: own.members.apiKeyRequired }), integration: { type: 'unavailable', reason: [...new Set(problems)].join('; '), ...declared } };
  }
  return { ...present({ operationName }), ...own.members, authorization: authorized.part, integration: called.part };
}

/** Properties that decide who may call. CloudFormation refuses null, so the requirements of a deployed route are unknown. */
const DECIDING = ['AuthorizationScopes', 'AuthorizationType', 'AuthorizerId'];

export function nullProblems(properties: Members, deciding: readonly string[]): string[] {
  return deciding.filter((name) => properties[name] === null).map((name) => `${name}: null is not a value`);
}

/**
 * The authorization of a method or a route, or why it cannot be carried.
 * @param find - an authorizer by its id
 * @param readsId - whether an id that is not needed must be understood as well
 */
export function authorizationOf(
  reader: PropertyReader, find: HttpApiAuthorizers['find'], readsId: boolean,
): Made<NonNullable<MethodInput['authorization']>> {
  const type = reader.text('AuthorizationType')?.toUpperCase();
  const scopes = reader.list('AuthorizationScopes');
  const isPlain = type === 'NONE' || type === 'AWS_IAM';
  const id = isPlain && !readsId ? undefined : reader.text('AuthorizerId');
  if (isPlain) return { part: { type } };
  if (type === undefined) {
    return id === undefined && scopes.length === 0 ? { part: { type: 'NONE' } } : { reason: 'it has an authorizer or scopes, and no AuthorizationType' };
  }
  if (!isAuthorizedKind(type)) return { reason: `${type} is not a kind of authorization` };
  const target = find(id ?? '');
  if ('reason' in target) return target;
  const unknown = scopes.flatMap((scope) => tokensIn(scope));
  if (unknown.length > 0) return { reason: `${unknown.join(', ')}, a scope, is known only after deployment` };
  return { part: authorizedBy(type, target.part, scopes) };
}

interface DeclaredContext {
  readonly form: Pick<RouteForm, 'awsTypeOf'>;
  readonly authorizers: HttpApiAuthorizers;
  readonly source: Pick<PartsContext<PartOwner>, 'functions'>;
}

/** The source's own words of an unavailable route, for route tables. */
function declaredOf(route: Members, integration: Members, { authorizers, form, source: { functions } }: DeclaredContext) {
  const type = textOf(route.AuthorizationType)?.toUpperCase() ?? (route.AuthorizerId === undefined ? 'NONE' : 'CUSTOM');
  const uri = textOf(integration.IntegrationUri) ?? textOf(integration.IntegrationSubtype);
  const called = uri === undefined ? undefined : functions.functionOf(uri);
  return {
    awsType: form.awsTypeOf(integration),
    ...present({ target: uri }),
    declared: {
      ...(type === 'NONE' ? {} : { authorizationType: type, ...present({ authorizer: authorizers.nameOf(textOf(route.AuthorizerId) ?? '') }) }),
      ...(called !== undefined && 'part' in called ? { function: functions.logicalIdOf(called.part) } : {}),
    },
  };
}

type PlacedRoute<Owner extends PartOwner> = readonly [part: RoutePart<Owner>, location: RouteLocation];

/** Where a route of a key is; undefined for what is no key, or is known only after deployment. */
type RouteKeyReader = (routeKey: string) => RouteLocation | undefined;

/** Routes by location. If several have one, the first is kept and refuses. */
function placesOf<Owner extends PartOwner>(
  routes: readonly RoutePart<Owner>[], readRouteKey: RouteKeyReader, { report }: PartsContext<Owner>,
) {
  const places = new Map<string, PlacedRoute<Owner>>();
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
  return unknownBelow === undefined ? [] : [{ path: unknownBelow, extent: 'below', method: httpMethod, reason }];
}

/** The form of the routes of HTTP APIs. */
export function httpRouteForm<Owner extends PartOwner>(functions: Callees): RouteForm<Owner> {
  return {
    readRouteKey,
    integrationOf: ({ properties }) => httpApiIntegrationOf(properties, functions),
    awsTypeOf: httpApiAwsType,
    ownOf: ({ properties }) => {
      const foreign = FOREIGN.filter((name) => isRequirement(properties[name]));
      return { members: {}, reasons: foreign.map((name) => `${name}: HTTP APIs do not have it`) };
    },
  };
}

/** Requirements that only WebSocket APIs have: a route with one of them is not understood. */
const FOREIGN = ['ApiKeyRequired', 'RequestModels', 'RequestParameters'];

function isRequirement(value: unknown): boolean {
  return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined && booleanOf(value) !== false;
}
