import { tokensIn, type GatewaySpecInput } from '../../../spec';
import { booleanOf, itemsOf, memberOf, membersOf, numberOf, textOf, type Members } from '../../value';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';
import { present } from './draft';

type UsagePlans = NonNullable<GatewaySpecInput['usagePlans']>;
type ApiKeys = NonNullable<GatewaySpecInput['apiKeys']>;
type Throttle = NonNullable<UsagePlans[string]['throttle']>;

/** The plans that include an API, with their keys. */
export interface PlansOfApi {
  readonly usagePlans: UsagePlans;
  readonly apiKeys: ApiKeys;
}

/** The usage plans that include stages of an API. @param apiId - of the API, as templates refer to it */
export function plansOf(apiId: string, resources: readonly Resource[]): PlansOfApi {
  const properties = (type: string): (readonly [Resource, Members])[] =>
    resources.filter((resource) => resource.type === `AWS::ApiGateway::${type}`).map((resource) => [resource, resource.stack.properties(resource)]);
  const keys = new Map(properties('ApiKey').map((entry) => [idOfResource(entry[0]), entry]));
  const assigned = properties('UsagePlanKey').map(([, key]) => key);
  const usagePlans: UsagePlans = {};
  const apiKeys: ApiKeys = {};
  for (const [resource, plan] of properties('UsagePlan')) {
    const stages = itemsOf(plan.ApiStages).map(membersOf).filter((stage) => textOf(stage.ApiId) === apiId);
    if (stages.length === 0) continue;
    const ids = assigned.filter((key) => textOf(key.UsagePlanId) === idOfResource(resource)).map((key) => textOf(key.KeyId) ?? '');
    const named = ids.flatMap((id) => {
      const entry = keys.get(id);
      return entry === undefined ? [] : [[nameOfKey(entry), keyOf(entry[1])] as const];
    });
    Object.assign(apiKeys, Object.fromEntries(named));
    usagePlans[freeName(textOf(plan.UsagePlanName) ?? resource.logicalId, usagePlans)] = planOf(plan, stages, named.map(([name]) => name));
  }
  return { usagePlans, apiKeys };
}

function idOfResource({ stack, logicalId }: Resource): string {
  return idOf(stack.source.name, logicalId);
}

function planOf(plan: Members, stages: readonly Members[], keys: readonly string[]): UsagePlans[string] {
  return {
    ...present({ description: textOf(plan.Description), throttle: throttleOf(plan.Throttle), quota: quotaOf(plan.Quota) }),
    stages: Object.fromEntries(stages.flatMap((stage) => {
      const name = textOf(stage.Stage);
      const methods = Object.entries(membersOf(stage.Throttle)).flatMap(([key, limit]) => {
        const throttle = throttleOf(limit);
        return throttle === undefined ? [] : [[key, throttle]];
      });
      return name === undefined ? [] : [[name, { methods: Object.fromEntries(methods) }]];
    })),
    keys: [...new Set(keys)],
  };
}

function throttleOf(given: unknown): Throttle | undefined {
  const rateLimit = numberOf(memberOf(given, 'RateLimit'));
  const burstLimit = numberOf(memberOf(given, 'BurstLimit'));
  return rateLimit === undefined && burstLimit === undefined ? undefined : present({ rateLimit, burstLimit });
}

function quotaOf(given: unknown): UsagePlans[string]['quota'] {
  const limit = numberOf(memberOf(given, 'Limit'));
  const period = PERIODS.find((known) => known === textOf(memberOf(given, 'Period')));
  return limit === undefined || period === undefined ? undefined : { limit, period, ...present({ offset: numberOf(memberOf(given, 'Offset')) }) };
}

const PERIODS = ['DAY', 'WEEK', 'MONTH'] as const;

/** A key is named by what it is called, or by its logical id. */
function nameOfKey([resource, key]: readonly [Resource, Members]): string {
  return textOf(key.Name) ?? resource.logicalId;
}

/** Without a value a key is generated on AWS, and must be passed here. A key is not enabled unless it says so. */
function keyOf(key: Members): ApiKeys[string] {
  const value = textOf(key.Value);
  const known = value === undefined || tokensIn(value).length > 0 ? undefined : value;
  return { enabled: booleanOf(key.Enabled) ?? false, ...present({ description: textOf(key.Description), value: known }) };
}

function freeName(name: string, taken: object): string {
  return Object.hasOwn(taken, name) ? freeName(`${name}-2`, taken) : name;
}
