import { issue } from '../../../errors';
import { readPathPart, type HttpMethodSpec, type LostRoute } from '../../../spec';
import { memberOf, membersOf, textOf } from '../../value';
import type { Resource } from '../stack';
import type { ApiSource } from './api-source';
import { httpMethodOf } from './method';
import { idOf } from '../physical-values';

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
    const { HttpMethod: named } = properties;
    const unknown = named === undefined ? 'it has no HTTP method' : `${JSON.stringify(named)} is not a valid HTTP method`;
    const nameless = known === undefined ? unknown : undefined;
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

interface ResourcePath {
  readonly path: string;
  /** The path above a part that is not valid or known only after deployment: nobody knows which requests are for what is below. */
  readonly unknownBelow?: string;
}

/** The resource paths of one API, by id. */
type Paths = ReadonlyMap<string, ResourcePath>;

/**
 * The paths of an API's resources, wherever they are declared. A resource whose parent is missing has none.
 * @param roots - ids of the root
 */
export function pathsOf(roots: readonly string[], resources: readonly Resource[]): Paths {
  const parts = new Map(resources.map((resource) => [idOf(resource.stack.source.name, resource.logicalId), resource]));
  const paths = new Map<string, ResourcePath>(roots.map((id) => [id, { path: '/' }]));
  const find = (id: string, open: ReadonlySet<string>): ResourcePath | undefined => {
    const known = paths.get(id);
    const resource = parts.get(id);
    if (known !== undefined || resource === undefined || open.has(id)) return known;
    const properties = resource.stack.properties(resource);
    const parent = find(textOf(memberOf(properties, 'ParentId')) ?? '', new Set([...open, id]));
    const part = textOf(memberOf(properties, 'PathPart'));
    if (parent === undefined || part === undefined) return undefined;
    const valid = validPart(part);
    const unknownBelow = parent.unknownBelow ?? (valid === part ? undefined : parent.path);
    const resourcePath = { path: `${parent.path === '/' ? '' : parent.path}/${valid}`, ...(unknownBelow === undefined ? {} : { unknownBelow }) };
    paths.set(id, resourcePath);
    return resourcePath;
  };
  for (const id of parts.keys()) find(id, new Set());
  return paths;
}

/** Makes a path part valid: a token becomes its name, and other invalid characters become `-`. */
function validPart(part: string): string {
  if (readPathPart(part) !== undefined) return part;
  const known = part.replace(/\$\{token:([^}]*)\}/g, '$1');
  return readPathPart(known) === undefined ? known.replace(/[^A-Za-z0-9._:-]/g, '-') || '-' : known;
}
