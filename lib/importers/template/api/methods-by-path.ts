import { issue } from '../../../errors';
import type { HttpMethodSpec, LostRoute } from '../../../spec';
import { memberOf, membersOf, textOf } from '../../value';
import type { Resource } from '../stack';
import type { ApiSource } from './api-source';
import { httpMethodOf } from './method';
import type { Paths, ResourcePath } from './paths';

/** The location of a method. */
interface MethodLocation {
  readonly path: string;
  readonly httpMethod: HttpMethodSpec;
}

/** The methods of an API where they are, and those of which it is not known where they are. */
export interface MethodsByPath {
  readonly places: readonly (readonly [Resource, MethodLocation])[];
  readonly lost: readonly LostRoute[];
}

/**
 * The methods by location. If several may share one, the first is kept and refuses. A method with an unknown name may be any that its
 * resource does not declare: it is kept as ANY, and refuses.
 */
export function methodsByPath(methods: readonly Resource[], paths: Paths, { report }: ApiSource): MethodsByPath {
  const places = new Map<string, readonly [Resource, MethodLocation]>();
  const lost: LostRoute[] = [];
  for (const resource of methods) {
    const properties = resource.stack.properties(resource);
    const at = paths.get(textOf(properties.ResourceId) ?? '');
    const known = httpMethodOf(properties);
    const nameless = known === undefined ? namelessReason(properties.HttpMethod) : undefined;
    lost.push(...lostRoutes(resource, at, known));
    if (at === undefined) {
      report(resource, issue('IMPORT_METHOD_LOST', resource.logicalId, { reason: nameless ?? 'its resource is not part of this source' }));
      continue;
    }
    const place = { path: at.path, httpMethod: known ?? 'ANY' } as const;
    const key = `${place.httpMethod} ${place.path}`;
    const first = places.get(key)?.[0];
    const reason = nameless ?? (first === undefined ? undefined : `${key} is declared by ${first.logicalId} as well`);
    if (reason !== undefined) report(resource, issue('IMPORT_METHOD_LOST', resource.logicalId, { reason }));
    const doubt = first === undefined ? nameless : 'it is declared more than once';
    places.set(key, [{ ...first ?? resource, ...(doubt === undefined ? {} : { doubt }) }, place]);
  }
  return { places: [...places.values()], lost };
}

function namelessReason(httpMethod: unknown): string {
  return httpMethod === undefined ? 'it has no HTTP method' : `${JSON.stringify(httpMethod)} is not a valid HTTP method`;
}

/** Requests for a method whose path is not known must not be answered by another one. */
function lostRoutes({ logicalId }: Resource, at: ResourcePath | undefined, method: HttpMethodSpec | undefined): LostRoute[] {
  const reason = `the path of ${logicalId} is not known, and this one could answer for it`;
  if (at === undefined) return [{ path: '/', extent: 'at-or-below', method, reason }];
  return at.unknownBelow === undefined ? [] : [{ path: at.unknownBelow, extent: 'below', method, reason }];
}

/** Returns routes that an API may have and that are not here: methods of an unknown API, nested stacks that get its id, and includes. */
export function missingRoutes({ api, id, resources, missingStacks, missing }: ApiSource): LostRoute[] {
  const anywhere = (reason: string): LostRoute => ({ path: '/', extent: 'at-or-below', reason: `${reason}, and this method could answer for what is missing` });
  const ofKind = ROUTES_OF[api.type];
  const methods = resources.filter((resource) => resource.type === ofKind && isOfUnknownApi(resource));
  const nested = missingStacks.filter((resource) => {
    const parameters = membersOf(memberOf(resource.stack.properties(resource), 'Parameters'));
    return Object.values(parameters).flat().includes(id);
  });
  return [
    ...methods.map(({ logicalId }) => anywhere(`the API of ${logicalId} is not known`)),
    ...nested.map(({ logicalId }) => anywhere(`the template of ${logicalId} is not here`)), ...missing.map(anywhere),
  ];
}

/** The types of methods and routes, by the types of their APIs, and the properties that name these. */
const ROUTES_OF: Readonly<Record<string, string>> = { 'AWS::ApiGateway::RestApi': 'AWS::ApiGateway::Method', 'AWS::ApiGatewayV2::Api': 'AWS::ApiGatewayV2::Route' };
const API_ID: Readonly<Record<string, string>> = { 'AWS::ApiGateway::Method': 'RestApiId', 'AWS::ApiGatewayV2::Route': 'ApiId' };

/** Whether only a deployment knows the API of a method or route: such a value is named after its location in the template. */
export function isOfUnknownApi(resource: Resource): boolean {
  const property = API_ID[resource.type];
  if (property === undefined) return false;
  const id = textOf(resource.stack.properties(resource)[property]);
  return id === undefined || id.startsWith('${token:Resources.');
}
