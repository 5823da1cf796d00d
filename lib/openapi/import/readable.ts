import {
  describeAuthorization, describeIntegrationInput, examineSpec, mayAnswerFor, methodLocation, unreachableRoutes,
  type GatewaySpecInput, type HttpMethodSpec, type LostRoute, type RoutePlace,
} from '../../spec';
import type { MethodInput } from './context';

/** A part of a spec that had to be changed, and the reason. */
export interface Change {
  /** `GET /pets` of a method; `model Pet` of another node. */
  readonly target: string;
  readonly reason: string;
}

/** A spec that can be read. */
export interface ReadableSpec {
  readonly spec: GatewaySpecInput;
  /** Methods that became unavailable. */
  readonly closed: readonly Change[];
  /** Nodes that were left out, whose absence opens nothing. */
  readonly leftOut: readonly Change[];
  /** Lost routes, and methods that no request reaches because of their paths. */
  readonly unreachable: readonly LostRoute[];
  /** Why all methods are closed. */
  readonly closedAll?: string | undefined;
}

type Resources = NonNullable<GatewaySpecInput['resources']>;

/** A node that a spec cannot have as it is. */
type Target =
  | ({ readonly type: 'method' } & RoutePlace)
  | { readonly type: 'node'; readonly group: Group; readonly name: string }
  | { readonly type: 'member'; readonly name: string }
  | { readonly type: 'all' };

const GROUPS = ['models', 'authorizers', 'gatewayResponses', 'requestValidators', 'functions'] as const;
type Group = (typeof GROUPS)[number];
const LABELS: Readonly<Record<Group, string>> = {
  models: 'model', authorizers: 'authorizer', gatewayResponses: 'gateway response', requestValidators: 'request validator', functions: 'function',
};

/** Each round can uncover what depends on the last one: a model on a model, a method on that. */
const MOST_ROUNDS = 20;
const SUBJECT = 'import';

/**
 * Changes a spec until it can be read: methods with something that is refused become unavailable, and so do methods whose
 * authorizer or validated model is. Other nodes are left out.
 * @param known - names of functions that are added to the spec later
 * @param lost - routes of the source that the spec does not have: methods that could answer for them become unavailable
 */
export function withWhatCanBeRead(
  declared: GatewaySpecInput, known: ReadonlySet<string>, lost: readonly LostRoute[] = [],
): ReadableSpec {
  const closed: Change[] = [];
  const leftOut: Change[] = [];
  let spec = declared;
  let closedAll: string | undefined;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const problems = problemsOf(spec, known);
    if (problems.size === 0) return withoutSubstitutes({ spec, closed, leftOut, closedAll }, lost);
    const changer = new SpecChanger(spec);
    for (const { target, reason } of problems.values()) changer.change(target, reason);
    spec = changer.spec;
    closed.push(...changer.closed);
    leftOut.push(...changer.leftOut);
    closedAll ??= changer.closedAll;
  }
  const changer = new SpecChanger(spec);
  changer.change({ type: 'all' }, 'the definition cannot be read');
  const empty = { ...changer.spec, models: {}, gatewayResponses: {} };
  return { spec: empty, closed: [...closed, ...changer.closed], leftOut, unreachable: lost, closedAll: changer.closedAll };
}

/** Closes the methods that could answer for lost ones, or for those that no request reaches. */
function withoutSubstitutes({ spec, closed, ...others }: Omit<ReadableSpec, 'unreachable'>, lost: readonly LostRoute[]): ReadableSpec {
  const places = Object.entries(spec.resources ?? {}).flatMap(([path, { methods = {} }]) =>
    // keys of the spec
    Object.entries(methods).map(([httpMethod, method]) => ({ path, httpMethod: httpMethod as HttpMethodSpec, method })));
  const unreachable = [...lost, ...unreachableRoutes(places, spec)];
  const changer = new SpecChanger(spec);
  for (const { method, ...place } of places) {
    const isClosed = describeIntegrationInput(method.integration).unavailable !== undefined;
    const substituted = isClosed ? undefined : unreachable.find((route) => mayAnswerFor(place, route));
    if (substituted !== undefined) changer.change({ type: 'method', ...place }, substituted.reason);
  }
  return { ...others, spec: changer.spec, closed: [...closed, ...changer.closed], unreachable };
}

/** The first reason for each node. */
function problemsOf(spec: GatewaySpecInput, known: ReadonlySet<string>): Map<string, { readonly target: Target; readonly reason: string }> {
  const standIns = Object.fromEntries([...known].map((name) => [name, { entry: 'index.js', handler: 'index.handler' }]));
  // under a name of its own, so that locations in issues are known
  const probe = { ...spec, api: { ...spec.api, name: SUBJECT }, functions: { ...standIns, ...spec.functions } };
  const targets = targetsByLocation(spec);
  const problems = new Map<string, { readonly target: Target; readonly reason: string }>();
  for (const { severity, location, message } of examineSpec(probe, SUBJECT).issues) {
    if (severity !== 'error') continue;
    const target = targetAt(location) ?? targets.get(location) ?? { type: 'all' };
    const key = JSON.stringify(target);
    if (!problems.has(key)) problems.set(key, { target, reason: message });
  }
  return problems;
}

/** Returns the targets by the locations that issues of rules have: names. */
function targetsByLocation({ resources = {}, ...spec }: GatewaySpecInput): Map<string, Target> {
  const targets = new Map<string, Target>();
  for (const group of GROUPS) for (const name of Object.keys(spec[group] ?? {})) targets.set(`${SUBJECT}/${LABELS[group]} ${name}`, { type: 'node', group, name });
  for (const [path, { methods = {} }] of Object.entries(resources)) {
    for (const httpMethod of Object.keys(methods) as HttpMethodSpec[]) targets.set(methodLocation(SUBJECT, path, httpMethod), { type: 'method', path, httpMethod }); // keys of the spec
  }
  return targets;
}

/** Returns the target of an issue of the schema, whose location is a pointer: `import#/resources/~1pets/methods/GET/…`. */
function targetAt(location: string): Target | undefined {
  if (!location.startsWith(`${SUBJECT}#/`)) return undefined;
  const [first = '', second = '', third, httpMethod] = location.slice(SUBJECT.length + 2).split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (first === 'resources') return third === 'methods' ? { type: 'method', path: second, httpMethod: httpMethod as HttpMethodSpec } : undefined; // a key of the spec
  const group = GROUPS.find((name) => name === first);
  if (group !== undefined) return { type: 'node', group, name: second };
  return first === 'api' && second !== 'policy' ? { type: 'member', name: second } : undefined;
}

/** One round of changes. */
class SpecChanger {
  public readonly closed: Change[] = [];
  public readonly leftOut: Change[] = [];
  public closedAll: string | undefined;

  public constructor(public spec: GatewaySpecInput) {}

  public change(target: Target, reason: string): void {
    if (target.type === 'method') this.close(reason, (path, httpMethod) => path === target.path && httpMethod === target.httpMethod);
    else if (target.type === 'node') this.leaveOut(target, reason);
    else if (target.type === 'member') this.leaveOutMember(target.name, reason);
    else this.closeAll(reason);
  }

  /** Without a policy that can be read nobody may call. */
  private closeAll(reason: string): void {
    const { policy: _policy, ...api } = this.spec.api;
    this.spec = { ...this.spec, api };
    this.closedAll = reason;
    this.close(reason, () => true);
  }

  private leaveOutMember(name: string, reason: string): void {
    const { [name as 'description']: _member, ...api } = this.spec.api; // whichever member it is
    this.spec = { ...this.spec, api };
    this.leftOut.push({ target: name, reason });
  }

  private leaveOut({ group, name }: Extract<Target, { readonly type: 'node' }>, reason: string): void {
    const { [name]: _node, ...others } = this.spec[group] as Readonly<Record<string, unknown>>; // some node, whatever its kind
    this.spec = { ...this.spec, [group]: others };
    this.leftOut.push({ target: `${LABELS[group]} ${name}`, reason });
    const why = `its ${LABELS[group]} ${name} cannot be imported: ${reason}`;
    if (group === 'authorizers') this.close(why, (_path, _method, method) => authorizerOf(method) === name);
    if (group === 'requestValidators') this.close(why, (_path, _method, { requestValidator }) => requestValidator === name);
    if (group === 'models') this.leaveOutModel(name, why);
  }

  /** Methods that validate bodies with a model need it; for others it is documentation. */
  private leaveOutModel(name: string, why: string): void {
    const { requestValidators = {} } = this.spec;
    this.close(why, (_path, _method, { requestValidator, requestModels = {} }) => requestValidator !== undefined
      && requestValidators[requestValidator]?.validateRequestBody === true && Object.values(requestModels).includes(name));
    this.spec = { ...this.spec, resources: mapMethodInputs(this.spec.resources ?? {}, (method) => withoutModel(method, name)) };
  }

  private close(reason: string, isMeant: (path: string, httpMethod: string, method: MethodInput) => boolean): void {
    this.spec = {
      ...this.spec,
      resources: mapMethodInputs(this.spec.resources ?? {}, (method, path, httpMethod) => {
        if (!isMeant(path, httpMethod, method)) return method;
        this.closed.push({ target: `${httpMethod} ${path}`, reason });
        return closed(method, reason, Object.keys(this.spec.authorizers ?? {}));
      }),
    };
  }
}

function mapMethodInputs(resources: Resources, change: (method: MethodInput, path: string, httpMethod: string) => MethodInput): Resources {
  return Object.fromEntries(Object.entries(resources).map(([path, resource]) => {
    const methods = Object.entries(resource.methods ?? {}).map(([httpMethod, method]) => [httpMethod, change(method, path, httpMethod)]);
    return [path, { ...resource, methods: Object.fromEntries(methods) as typeof resource.methods }]; // the same keys
  }));
}

/** Replaces a method by one that cannot be called. Its authorization is kept as far as the spec can express it. */
function closed(method: MethodInput, reason: string, authorizers: readonly string[]): MethodInput {
  const { authorization, apiKeyRequired, integration } = method;
  const authorizer = authorizerOf(method);
  const isKnown = authorizer === undefined || authorizers.includes(authorizer);
  const { awsType, function: called, declared } = describeIntegrationInput(integration);
  return {
    ...(authorization !== undefined && isKnown ? { authorization } : {}),
    apiKeyRequired: apiKeyRequired ?? false,
    integration: {
      type: 'unavailable', awsType, reason,
      ...(called === undefined ? {} : { declared: { function: called } }), ...(declared === undefined ? {} : { declared }),
    },
  };
}

function authorizerOf({ authorization }: MethodInput): string | undefined {
  return authorization && describeAuthorization(authorization).authorizer;
}

function withoutModel(method: MethodInput, name: string): MethodInput {
  const schemasOf = (models: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(models).filter(([, model]) => model !== name));
  const responses = Object.entries(method.methodResponses ?? {})
    .map(([status, response]) => [status, { ...response, responseModels: schemasOf(response.responseModels) }]);
  return { ...method, requestModels: schemasOf(method.requestModels), methodResponses: Object.fromEntries(responses) as MethodInput['methodResponses'] }; // the same keys
}
