import type { GatewaySpecInput } from './gateway';
import type { HttpMethodSpec } from './http-method';
import { describeIntegrationInput } from './integrations';
import { LIMITS } from './limits';
import { mayAnswerFor, unreachableRoutes, type LostRoute, type RoutePlace } from './lost-route';
import { examineSpec } from './read';
import { resourcesInQuota } from './resources-in-quota';
import { methodLocation } from './walk/walk-methods';

/** Groups of parts whose absence opens no method, by the words that locations of rules have for them. */
const LABELS = {
  models: 'model ', authorizers: 'authorizer ', gatewayResponses: 'gateway response ', requestValidators: 'request validator ',
  functions: 'function ', stages: 'stage ', apiKeys: 'API key ', usagePlans: 'usage plan ', api: '',
} as const;
type Group = keyof typeof LABELS;

/** A named part of a spec, or a member of its API. */
export interface SpecPart {
  readonly type: 'part';
  readonly group: Group;
  readonly name: string;
  /** `model Pet`; the name alone for a member of the API. */
  readonly label: string;
  /** The member of a stage that is invalid. */
  readonly member?: string | undefined;
}

type SpecMethod = { readonly type: 'method' } & RoutePlace;

/** An error of a spec. */
export interface SpecProblem {
  /** Undefined if leaving something out does not help, or would open methods. */
  readonly target: SpecMethod | SpecPart | undefined;
  readonly reason: string;
}

/** A method that became unavailable, or was already and has another reason now; or a part that was left out. */
export type SpecChange = ((SpecMethod & { readonly wasUnavailable: boolean }) | SpecPart) & { readonly reason: string };

type Methods = NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>;
type MethodInput = NonNullable<Methods['GET']>;

/** The choices of an importer. */
export interface Mending {
  /** Names of functions that are added to the spec later. */
  readonly known?: ReadonlySet<string>;
  /** Why no method may be called. */
  readonly closed?: string | undefined;
  /** Routes of the source that the spec does not have. */
  readonly lost: readonly LostRoute[];
  readonly repair: (mender: SpecMender, problems: readonly SpecProblem[]) => void;
  /** Whether the request models of a method validate bodies. Those that do not are left out without closing it. @default - they do */
  readonly validates?: (method: MethodInput, spec: GatewaySpecInput) => boolean;
  /** Makes a method unavailable. */
  readonly close: (method: MethodInput, reason: string, spec: GatewaySpecInput) => MethodInput;
  /** Returns the rest of a spec whose methods are all unavailable, without what could be wrong. */
  readonly closeAround: (spec: GatewaySpecInput) => GatewaySpecInput;
  /** The reason of all methods if no repair helps. */
  readonly hopeless: string;
}

/** A valid spec, and what had to be changed for that. */
export interface MendedSpec {
  readonly spec: GatewaySpecInput;
  readonly changes: readonly SpecChange[];
  /** Lost routes, and methods that no request reaches because of their paths. */
  readonly unreachable: readonly LostRoute[];
  /** Why all methods are closed. */
  readonly closedAll: string | undefined;
}

/** Each round can uncover what depends on the last one: a model on a model, a method on that. */
const MOST_ROUNDS = 20;

/** Repairs an imported spec until it is valid, and closes the methods that could answer for routes that nothing else answers. */
export function mendSpec(imported: GatewaySpecInput, mending: Mending): MendedSpec {
  const { lost, closed } = mending;
  const mender = new SpecMender(imported, mending);
  if (closed !== undefined) mender.closeAll(closed);
  mender.spec = withinQuotas(mender.spec);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const problems = problemsOf(mender.spec, mending.known);
    if (problems.length === 0) return mender.result([...lost, ...unreachableRoutes(placesOf(mender.spec), mender.spec)]);
    mending.repair(mender, problems);
  }
  mender.closeAll(mending.hopeless);
  mender.spec = { ...mender.spec, models: {}, gatewayResponses: {} };
  return mender.result(lost);
}

/** A spec that is being repaired. */
export class SpecMender {
  private readonly changes: SpecChange[] = [];
  private closedAll: string | undefined;

  public constructor(public spec: GatewaySpecInput, private readonly mending: Mending) {}

  /** Closes the methods that there is a reason for. */
  public close(reasonOf: (place: RoutePlace, method: MethodInput) => string | undefined): void {
    this.spec = mapMethods(this.spec, (method, place) => {
      const reason = reasonOf(place, method);
      if (reason === undefined) return method;
      this.changes.push({ type: 'method', ...place, wasUnavailable: isUnavailable(method), reason });
      return this.mending.close(method, reason, this.spec);
    });
  }

  public closeAll(reason: string): void {
    this.close(() => reason);
    this.spec = this.mending.closeAround(this.spec);
    this.closedAll ??= reason;
  }

  /** Puts the rest of a part in its place, if there is one. Where a model validates nothing, methods do without it. */
  public leaveOut(part: SpecPart, reason: string, rest?: unknown): void {
    const { group, name } = part;
    const { [name]: _, ...others } = this.spec[group] as Readonly<Record<string, unknown>>; // some part, whatever its kind
    this.spec = { ...this.spec, [group]: rest === undefined ? others : { ...others, [name]: rest } };
    const validates = (method: MethodInput) => this.mending.validates?.(method, this.spec) ?? true;
    if (group === 'models') this.spec = mapMethods(this.spec, (method) => withoutModel(name, method, validates(method)));
    this.changes.push({ ...part, reason });
  }

  /** Closes the methods that could answer for others. */
  public result(unreachable: readonly LostRoute[]): MendedSpec {
    if (unreachable.length > 0) {
      this.close((place, method) => (isUnavailable(method) ? undefined : unreachable.find((route) => mayAnswerFor(place, route))?.reason));
    }
    return { spec: this.spec, changes: this.changes, unreachable, closedAll: this.closedAll };
  }
}

/** Leaves out a response model, and a request model that validates nothing: both are documentation. */
function withoutModel(name: string, { requestModels, methodResponses = {}, ...method }: MethodInput, validates: boolean): MethodInput {
  const withoutName = (models: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(models).filter(([, model]) => model !== name));
  const responses = Object.entries(methodResponses)
    .map(([status, { responseModels, ...response }]) => [status, { ...response, responseModels: withoutName(responseModels) }]);
  return {
    ...method, requestModels: validates ? requestModels : withoutName(requestModels),
    methodResponses: Object.fromEntries(responses) as typeof methodResponses, // the same keys
  };
}

function mapMethods(spec: GatewaySpecInput, change: (method: MethodInput, place: RoutePlace) => MethodInput): GatewaySpecInput {
  const resources = Object.entries(spec.resources ?? {}).map(([path, resource]) => {
    const methods = Object.entries(resource.methods ?? {}) as [HttpMethodSpec, MethodInput][]; // keys of the spec
    const changed = methods.map(([httpMethod, method]) => [httpMethod, change(method, { path, httpMethod })]);
    return [path, { ...resource, methods: Object.fromEntries(changed) }];
  });
  return { ...spec, resources: Object.fromEntries(resources) as GatewaySpecInput['resources'] }; // the same keys
}

function placesOf({ resources = {} }: GatewaySpecInput): RoutePlace[] {
  return Object.entries(resources).flatMap(([path, { methods = {} }]) =>
    (Object.keys(methods) as HttpMethodSpec[]).map((httpMethod) => ({ path, httpMethod }))); // keys of the spec
}

function isUnavailable({ integration }: MethodInput): boolean {
  return describeIntegrationInput(integration).unavailable !== undefined;
}

/** An account can have its quotas raised, and a source does not say whether that was done. */
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

const SUBJECT = 'import';

function problemsOf(spec: GatewaySpecInput, known: ReadonlySet<string> = new Set()): SpecProblem[] {
  const standIns = Object.fromEntries([...known].map((name) => [name, { entry: 'index.js', handler: 'index.handler' }]));
  // under a name of its own, so that locations in issues are known
  const probe = { ...spec, api: { ...spec.api, name: SUBJECT }, functions: { ...standIns, ...spec.functions } };
  const errors = examineSpec(probe, SUBJECT).issues.filter(({ severity }) => severity === 'error');
  const targets = errors.length === 0 ? new Map<string, Target>() : targetsByLocation(spec);
  return errors.map(({ location, message }) => ({ target: targetAt(location, targets), reason: message }));
}

type Target = NonNullable<SpecProblem['target']>;

/** The target at a location: the schema's are pointers, such as `import#/models/Pet/schema`, those of rules have names. */
function targetAt(location: string, targets: ReadonlyMap<string, Target>): Target | undefined {
  if (!location.startsWith(`${SUBJECT}#/`)) return targets.get(location);
  const keys = location.split('/');
  const target = targets.get(keys.slice(0, keys[1] === 'resources' ? 5 : 3).join('/'));
  return target?.type === 'part' && target.group === 'stages' ? { ...target, member: keys[3] } : target;
}

/** All parts and methods by both kinds of locations. A policy is no part: it protects. */
function targetsByLocation(spec: GatewaySpecInput): Map<string, Target> {
  const targets = new Map<string, Target>();
  for (const [group, word] of Object.entries(LABELS) as [Group, string][]) { // its own entries
    for (const name of Object.keys(spec[group] ?? {}).filter((key) => group !== 'api' || key !== 'policy')) {
      const part = { type: 'part', group, name, label: `${word}${name}` } as const;
      targets.set(`${SUBJECT}#/${group}/${escaped(name)}`, part).set(`${SUBJECT}/${part.label}`, part);
    }
  }
  for (const { path, httpMethod } of placesOf(spec)) {
    const method = { type: 'method', path, httpMethod } as const;
    targets.set(`${SUBJECT}#/resources/${escaped(path)}/methods/${httpMethod}`, method).set(methodLocation(SUBJECT, path, httpMethod), method);
  }
  return targets;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
