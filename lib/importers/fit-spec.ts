import { loss, type Issue } from '../errors';
import {
  describeAuthorization, describeIntegrationInput, examineSpec, HTTP_METHODS, LIMITS, mayAnswerFor, methodLocation, resourcesInQuota,
  unreachableRoutes, type GatewaySpecInput, type LostRoute, type RoutePlace,
} from '../spec';
import { isMembers, memberOf, textOf } from './value';

const MAX_ROUNDS = 8;

/** A spec that can be served, and what had to be changed for that. */
export interface Fitted {
  readonly spec: GatewaySpecInput;
  readonly issues: readonly Issue[];
}

/**
 * Makes an imported spec valid here. Methods that this format does not accept become unavailable, which keeps them in the route table;
 * other parts are dropped, where that lets nobody in.
 * @param closed - why no method may be called
 * @param lost - routes of the source that the spec does not have: methods that could answer for them become unavailable
 */
export function fitSpec(imported: GatewaySpecInput, closed?: string, lost: readonly LostRoute[] = []): Fitted {
  const issues: Issue[] = [];
  let spec = closed === undefined ? withinQuotas(imported) : withinQuotas(withAllUnavailable(imported, closed, issues));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const errors = examineSpec(spec, SUBJECT).issues.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return { spec: withoutSubstitutes(spec, lost, issues), issues };
    spec = mended(spec, errors, issues);
  }
  return { spec: withAllUnavailable(spec, 'the definition around it cannot be imported', issues), issues };
}

const SUBJECT = 'import';

/** Closes the methods that could answer for lost routes, or for methods that no request reaches. */
function withoutSubstitutes(spec: GatewaySpecInput, lost: readonly LostRoute[], issues: Issue[]): GatewaySpecInput {
  const places = Object.entries(spec.resources ?? {}).flatMap(([path, { methods = {} }]) =>
    HTTP_METHODS.flatMap((httpMethod) => (methods[httpMethod] === undefined ? [] : [{ path, httpMethod }])));
  const routes = [...lost, ...unreachableRoutes(places, spec)];
  if (routes.length === 0) return spec;
  return mapMethods(spec, (method, place) => {
    const substituted = isUnavailable(method) ? undefined : routes.find((route) => mayAnswerFor(place, route));
    return substituted === undefined ? method : unavailable(method, substituted.reason, { place, issues });
  });
}

/** An account whose quotas are raised has more resources, stages and authorizers than AWS grants at first. */
function withinQuotas(spec: GatewaySpecInput): GatewaySpecInput {
  const resources = resourcesInQuota(spec);
  const stages = Object.keys(spec.stages ?? {}).length;
  const authorizers = Object.keys(spec.authorizers ?? {}).length;
  const quotas = {
    ...(resources > LIMITS.resourcesPerApi.default ? { resources } : {}),
    ...(stages > LIMITS.stagesPerApi.default ? { stages } : {}),
    ...(authorizers > LIMITS.authorizersPerApi.default ? { authorizers } : {}),
  };
  return Object.keys(quotas).length === 0 ? spec : { ...spec, api: { ...spec.api, quotas } };
}

type Resources = NonNullable<GatewaySpecInput['resources']>;
type Methods = NonNullable<Resources[string]['methods']>;
type Method = NonNullable<Methods['GET']>;

function mended(spec: GatewaySpecInput, errors: readonly Issue[], issues: Issue[]): GatewaySpecInput {
  const methods = new Map(errors.flatMap((error) => {
    const key = methodOfIssue(spec, error);
    return key === undefined ? [] : [[key, error.message] as const];
  }));
  if (methods.size > 0) {
    return mapMethods(spec, (method, place) => {
      const reason = methods.get(keyOf(place));
      if (reason === undefined) return method;
      return isUnavailable(method) ? bare(method) : unavailable(method, reason, { place, issues });
    });
  }
  return withoutParts(spec, errors, issues);
}

/** The method that an issue is about, by its pointer or its location. */
function methodOfIssue(spec: GatewaySpecInput, { location }: Issue): string | undefined {
  const [, path, method] = /#\/resources\/([^/]+)\/methods\/([^/]+)/.exec(location) ?? [];
  if (path !== undefined && method !== undefined) return `${path.replaceAll('~1', '/').replaceAll('~0', '~')} ${method}`;
  let key: string | undefined;
  mapMethods(spec, (method, place) => {
    const own = methodLocation(spec.api.name, place.path, place.httpMethod);
    if (location === own || location.startsWith(`${own}/`) || location.startsWith(`${own} `)) key = keyOf(place);
    return method;
  });
  return key;
}

function keyOf({ path, httpMethod }: RoutePlace): string {
  return `${path} ${httpMethod}`;
}

/** Sections whose parts open no method when they are missing; what methods need takes these along in the next round. */
const DROPPABLE = new Set(['models', 'requestValidators', 'gatewayResponses', 'functions', 'authorizers', 'stages', 'apiKeys', 'usagePlans']);

/** Drops the nodes that the errors are about. */
function withoutParts(spec: GatewaySpecInput, errors: readonly Issue[], issues: Issue[]): GatewaySpecInput {
  const copy: Record<string, unknown> = { ...structuredClone(spec) };
  let isChanged = false;
  for (const error of errors) {
    const at = partOf(copy, error.location);
    if (at === undefined) continue;
    const [section, name] = at;
    const parts = copy[section];
    if (!isMembers(parts) || !Object.hasOwn(parts, name) || !isDroppable(section, name)) continue;
    const rest = remainderOf(section, parts[name], error);
    if (rest === undefined) Reflect.deleteProperty(parts, name);
    else Reflect.set(parts, name, rest);
    isChanged = true;
    const member = rest === undefined ? undefined : memberOfStage(section, error);
    const what = member === undefined ? `${section} ${name}` : `${member} of stage ${name}`;
    issues.push(loss('IMPORT_PART_REFUSED', name, { what, reason: error.message }));
  }
  const next = copy as GatewaySpecInput; // the same spec without some of its named parts
  return isChanged ? next : withAllUnavailable(next, errors.map(({ message }) => message).join('; '), issues);
}

/** A resource policy protects, and a resource is what keeps requests from another one. */
function isDroppable(section: string, name: string): boolean {
  return DROPPABLE.has(section) || (section === 'api' && name !== 'policy');
}

/** Returns the rest of an invalid part: a function that cannot run, or a stage without the invalid member. Other parts have none. */
function remainderOf(section: string, part: unknown, error: Issue): unknown {
  if (section === 'functions') return { unavailable: error.message, handler: textOf(memberOf(part, 'handler')) ?? 'index.handler' };
  if (section !== 'stages' || !isMembers(part) || Object.keys(part).length === 0) return undefined;
  const wrong = memberOfStage(section, error);
  return wrong === undefined ? {} : Object.fromEntries(Object.entries(part).filter(([name]) => name !== wrong));
}

function memberOfStage(section: string, { location }: Issue): string | undefined {
  return section === 'stages' ? /#\/stages\/[^/]+\/([^/]+)/.exec(location)?.[1] : undefined;
}

/** Sections by the words that locations of rules have for their parts. */
const SECTIONS: readonly (readonly [RegExp, string])[] = [
  [/\/model (.+)$/, 'models'], [/\/authorizer ([^/]+)$/, 'authorizers'], [/\/stage ([^/]+)/, 'stages'], [/\/usage plan ([^/]+)/, 'usagePlans'],
  [/\/API key ([^/]+)/, 'apiKeys'], [/\/function ([^/]+)/, 'functions'],
];

function partOf(spec: Readonly<Record<string, unknown>>, location: string): readonly [string, string] | undefined {
  const [, section, name] = /#\/([^/]+)\/([^/]+)/.exec(location) ?? [];
  if (section !== undefined && name !== undefined) return [section, name.replaceAll('~1', '/').replaceAll('~0', '~')];
  return SECTIONS.flatMap(([pattern, group]) => {
    const part = pattern.exec(location)?.[1];
    return part !== undefined && isMembers(spec[group]) && Object.hasOwn(spec[group], part) ? [[group, part] as const] : [];
  })[0];
}

function withAllUnavailable(spec: GatewaySpecInput, reason: string, issues: Issue[]): GatewaySpecInput {
  const { format, protocol, api: { id, name }, stages, functions } = spec;
  const { resources } = mapMethods(spec, (method, place) =>
    bare(isUnavailable(method) ? method : unavailable(method, reason, { place, issues })));
  const named = Object.fromEntries(Object.keys(stages ?? {}).map((stage) => [stage, {}]));
  const kind = protocol === undefined ? {} : { protocol };
  return { format, ...kind, api: { id, name }, stages: named, functions: functions ?? {}, resources: resources ?? {} };
}

function isUnavailable(method: Method): boolean {
  return describeIntegrationInput(method.integration).unavailable !== undefined;
}

/** An unavailable method without anything that could be wrong as well; who may call it is named, for route tables. */
function bare({ integration, apiKeyRequired, authorization = { type: 'NONE' } }: Method): Method {
  const { isOpen, authorizer } = describeAuthorization(authorization);
  const declared = {
    ...(isOpen ? {} : { authorizationType: authorization.type }),
    ...(authorizer === undefined ? {} : { authorizer }),
    ...describeIntegrationInput(integration).declared,
  };
  // it is unavailable, which has this member
  return { integration: { ...integration, declared } as Method['integration'], ...(apiKeyRequired === undefined ? {} : { apiKeyRequired }) };
}

/** Replaces a method by one that answers 501 and still names what the source calls. */
function unavailable(
  method: Method, reason: string, { place: { path, httpMethod }, issues }: { readonly place: RoutePlace; readonly issues: Issue[] },
): Method {
  issues.push(loss('IMPORT_METHOD_UNAVAILABLE', `${httpMethod} ${path}`, { method: httpMethod, path, reason }));
  const { awsType, function: called } = describeIntegrationInput(method.integration);
  const declared = called === undefined ? {} : { function: called };
  return bare({ ...method, integration: { type: 'unavailable', awsType, reason, declared } });
}

function mapMethods(spec: GatewaySpecInput, change: (method: Method, place: RoutePlace) => Method): GatewaySpecInput {
  const resources = Object.entries(spec.resources ?? {}).map(([path, resource]) => {
    const methods = HTTP_METHODS.flatMap((httpMethod) => {
      const method = resource.methods?.[httpMethod];
      return method === undefined ? [] : [[httpMethod, change(method, { path, httpMethod })]];
    });
    return [path, { ...resource, methods: Object.fromEntries(methods) }];
  });
  return { ...spec, resources: Object.fromEntries(resources) };
}
