import type { UsagePlanSpec } from '../spec';
import { call, list, literal, object, objectOrNothing, optional, quoted, type Code, type Members } from './code';
import { constantCase } from './names';
import { identifyInApi, sorted, type ApiContext, type Variables } from './nodes';
import type { Methods } from './resources';

interface PlanContext extends ApiContext {
  readonly stages: Variables;
  readonly methods: Methods;
  /** How a key or a plan is declared in the API. */
  readonly declare: (what: 'ApiKey' | 'UsagePlan', id: Code, options: Code | undefined) => Code;
}

/** The stages that plans refer to. */
export function plannedStages({ usagePlans }: ApiContext['spec']): ReadonlySet<string> {
  return new Set(Object.values(usagePlans).flatMap(({ stages }) => Object.keys(stages)));
}

/** The methods that plans limit, by their keys. */
export function limitedMethods({ usagePlans }: ApiContext['spec']): ReadonlySet<string> {
  return new Set(Object.values(usagePlans).flatMap(({ stages }) => Object.values(stages).flatMap(({ methods }) => Object.keys(methods))));
}

/** Declares keys, without their values, and plans. */
export function declareUsagePlans(context: PlanContext): void {
  const { program, spec, api, declare } = context;
  const keys = declareKeys(context);
  for (const [name, plan] of sorted(spec.usagePlans)) {
    const identity = identifyInApi(context, { name, kind: 'Plan' });
    const code = declare('UsagePlan', quoted(identity.id), objectOrNothing({
      usagePlanName: optional(identity.name), ...planMembers(plan, context, `${spec.api.name}/usage plan ${name}`),
    }));
    if (plan.keys.length === 0) {
      program.statement(code);
      continue;
    }
    const variable = program.variable(/plan$/i.test(identity.id) ? identity.id : `${identity.id}Plan`, `${api}${identity.id}Plan`);
    program.constant(variable, code);
    for (const key of plan.keys) program.statement(call(`${variable}.addApiKey`, keys.get(key) ?? quoted(key)));
  }
}

function declareKeys(context: PlanContext): Variables {
  const { program, spec, api, declare } = context;
  const variables = new Map<string, string>();
  for (const [name, { description, enabled, value }] of sorted(spec.apiKeys)) {
    const identity = identifyInApi(context, { name, kind: 'Key' });
    const constant = constantCase(identity.id);
    const wanted = [/KEY$/.test(constant) ? constant : `${constant}_API_KEY`, `${constantCase(spec.api.name)}_${constant}_API_KEY`];
    const read = value === undefined ? undefined : program.secret(`${spec.api.name}/API key ${name}`, 'the value of the key', { value, wanted });
    if (read !== undefined) program.comment(`The value of the key is not written here: set ${read}, or serve with --api-key.`);
    const code = declare('ApiKey', quoted(identity.id), objectOrNothing({
      apiKeyName: optional(identity.name), description: optional(description),
      enabled: enabled ? undefined : 'false', value: read === undefined ? undefined : `process.env.${read}`,
    }));
    if (!Object.values(spec.usagePlans).some(({ keys }) => keys.includes(name))) {
      program.statement(code);
      continue;
    }
    const variable = program.variable(/key$/i.test(identity.id) ? identity.id : `${identity.id}Key`, `${api}${identity.id}Key`);
    program.constant(variable, code);
    variables.set(name, variable);
  }
  return variables;
}

const ACCOUNT = { rateLimit: 10_000, burstLimit: 5_000 };

function planMembers(plan: UsagePlanSpec, context: PlanContext, location: string): Members {
  const { description, throttle, quota, stages } = plan;
  const { program } = context;
  return {
    description: optional(description),
    throttle: throttle && throttleCode(throttle),
    quota: quota === undefined ? undefined : object({
      limit: String(quota.limit), period: `${program.use('Period')}.${quota.period}`, offset: quota.offset === 0 ? undefined : String(quota.offset),
    }),
    apiStages: Object.keys(stages).length === 0 ? undefined : list(sorted(stages).map(([name, { methods }]) => object({
      stage: context.stages.get(name) ?? quoted(name), throttle: limitsCode(methods, context, location),
    }))),
  };
}

type Limits = UsagePlanSpec['stages'][string]['methods'];

/** A method of an earlier deployment has no construct to be named by. */
function limitsCode(limits: Limits, { program, methods }: PlanContext, location: string): Code | undefined {
  const items = sorted(limits).flatMap(([key, throttle]) => {
    const method = methods.get(key);
    if (method === undefined) program.differs(location, `the limit of ${key}, which the definition does not have`, 'it is left out');
    return method === undefined ? [] : [object({ method, throttle: throttleCode(throttle) })];
  });
  return items.length === 0 ? undefined : list(items);
}

function throttleCode(throttle: typeof ACCOUNT): Code {
  return literal({
    rateLimit: throttle.rateLimit === ACCOUNT.rateLimit ? undefined : throttle.rateLimit,
    burstLimit: throttle.burstLimit === ACCOUNT.burstLimit ? undefined : throttle.burstLimit,
  });
}
