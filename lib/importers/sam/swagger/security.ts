import { refuseTemplate } from '../refuse';
import { isMap, isSet, member, type JsonMap } from '../value';
import { definitions, INTEGRATION, mapMember, methodDefinitions, methodKey, pathItems, type MethodPlace, type SwaggerDocument } from './document';

/** Members of a path item that are not methods. */
const NOT_METHODS = new Set(['summary', 'description', 'parameters']);
const IAM = 'AWS_IAM';

type Requirement = JsonMap;

/** The authorizer that an event names, its scopes, and those that the API declares. */
export interface ChosenAuthorizer {
  readonly authorizer: string;
  readonly scopes: unknown;
  readonly authorizers: unknown;
}

/** The default authorizer for every method of the path that names none itself; `NONE` exempts a method, and preflights on request. */
export function setDefaultAuthorizer(
  document: SwaggerDocument, path: string, chosen: { readonly name: string; readonly authorizers: JsonMap; readonly preflight: boolean },
): void {
  const { name, authorizers, preflight } = chosen;
  const names = new Set([IAM, ...Object.keys(authorizers)]);
  for (const [method, definition] of integratedMethods(document, path)) {
    if (method === 'options' && !preflight) continue;
    const existing = requirements(definition, path, method);
    const own = existing.filter((requirement) => namesOneOf(requirement, names));
    const kept = existing.filter((requirement) => !namesOneOf(requirement, names));
    const none = kept.findIndex((requirement) => Object.hasOwn(requirement, 'NONE'));
    const fallback = own.length > 0 ? own : [{ [name]: member(authorizers[name], 'AuthorizationScopes') ?? [] }];
    const security = none >= 0 ? kept.filter((_, index) => index !== none) : [...kept, ...fallback];
    if (security.length > 0) setSecurity(document, definition, security);
  }
}

/** An API key for every method of the path that does not opt out; preflights on request. */
export function setDefaultApiKey(document: SwaggerDocument, path: string, preflight: boolean): void {
  for (const [method, definition] of integratedMethods(document, path)) {
    const existing = requirements(definition, path, method);
    const keys = existing.filter((requirement) => namesOneOf(requirement, new Set(['api_key', 'api_key_false'])));
    const kept = existing.filter((requirement) => !keys.includes(requirement));
    const optsOut = keys.some((requirement) => Object.hasOwn(requirement, 'api_key_false')) || (method === 'options' && !preflight);
    const security = optsOut ? kept : [...kept, { api_key: [] }];
    if (JSON.stringify(security) !== JSON.stringify(existing)) definition['security'] = security;
  }
}

/** The authorizer that an event names, with the event's scopes or else the authorizer's. */
export function setMethodAuthorizer({ document, path, method }: MethodPlace, { authorizer, scopes, authorizers }: ChosenAuthorizer): void {
  const declared = authorizer === 'NONE' ? undefined : member(authorizers, authorizer);
  if (declared !== undefined && !isMap(declared)) throw refuseTemplate(`Type of authorizer '${authorizer}' must be a dictionary`);
  const required = declared === undefined ? [] : scopes ?? member(declared, 'AuthorizationScopes') ?? [];
  for (const definition of methodDefinitions(document, path, method)) {
    setSecurity(document, definition, [...requirements(definition, path, method), { [authorizer]: required }]);
  }
}

/** Whether an event requires an API key. An explicit `false` is marked, so that it survives the API's default. */
export function setMethodApiKey({ document, path, method }: MethodPlace, isRequired: boolean): void {
  for (const definition of methodDefinitions(document, path, method)) {
    if (isRequired) addApiKeyDefinition(document);
    definition['security'] = [...requirements(definition, path, method), { [isRequired ? 'api_key' : 'api_key_false']: [] }];
  }
}

export function addSecurityDefinitions(document: SwaggerDocument, schemes: JsonMap): void {
  Object.assign(mapMember(document, 'securityDefinitions'), schemes);
}

export function addApiKeyDefinition(document: SwaggerDocument): void {
  const existing = document['securityDefinitions'];
  if (isSet(existing) && !isMap(existing)) throw refuseTemplate('securityDefinitions must be a dictionary.');
  addMissingDefinition(document, 'api_key', { type: 'apiKey', name: 'x-api-key', in: 'header' });
}

function setSecurity(document: SwaggerDocument, definition: JsonMap, security: readonly Requirement[]): void {
  definition['security'] = security;
  if (Object.hasOwn(security[0] ?? {}, IAM)) {
    addMissingDefinition(document, IAM, { 'x-amazon-apigateway-authtype': 'awsSigv4', 'type': 'apiKey', 'name': 'Authorization', 'in': 'header' });
  }
}

function addMissingDefinition(document: SwaggerDocument, name: string, definition: JsonMap): void {
  const existing = mapMember(document, 'securityDefinitions');
  if (!Object.hasOwn(existing, name)) existing[name] = definition;
}

function integratedMethods(document: SwaggerDocument, path: string): readonly (readonly [string, JsonMap])[] {
  return pathItems(document, path).flatMap((item) => Object.entries(item))
    .filter(([method]) => !NOT_METHODS.has(method))
    .flatMap(([method, value]) => definitions(value, path, method).map((definition) => [methodKey(method), definition] as const))
    .filter(([, definition]) => isSet(definition[INTEGRATION]));
}

function requirements(definition: JsonMap, path: string, method: string): readonly Requirement[] {
  const security = definition['security'] ?? [];
  if (!Array.isArray(security)) throw refuseTemplate(`Type of security for path ${path} method ${method} must be a list`);
  return security.map((requirement: unknown) => {
    if (isMap(requirement)) return requirement;
    throw refuseTemplate(`${JSON.stringify(requirement)} in Security for path ${path} method ${method} is not a valid dictionary.`);
  });
}

function namesOneOf(requirement: Requirement, names: ReadonlySet<string>): boolean {
  return Object.keys(requirement).some((name) => names.has(name));
}
