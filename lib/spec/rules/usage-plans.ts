import { issue, warning, type Issue } from '../../errors';
import type { GatewaySpec } from '../gateway';
import { LIMITS } from '../limits';
import { isOneMethod, methodKey } from '../method-key';
import type { QuotaPeriod } from '../quota';
import { methodsOf } from '../walk/walk-methods';
import type { Rule } from './rule';

/** The maximum offset of a period in days. */
const OFFSETS: Readonly<Record<QuotaPeriod, { readonly max: number }>> = {
  DAY: LIMITS.quotaOffsetDay,
  WEEK: LIMITS.quotaOffsetWeek,
  MONTH: LIMITS.quotaOffsetMonth,
};

/** Keys have one plan per stage, quota offsets are valid, and limits refer to existing methods. */
export const usagePlansRule: Rule = (spec) => [
  ...checkOffsets(spec),
  ...checkPlansOfKeys(spec),
  ...checkKeyValues(spec),
  ...checkMethods(spec),
  ...checkCounts(spec),
];

function checkOffsets({ api, usagePlans }: GatewaySpec): Issue[] {
  return Object.entries(usagePlans).flatMap(([plan, { quota }]) => {
    if (quota === undefined || quota.offset <= OFFSETS[quota.period].max) return [];
    const { period, offset } = quota;
    return [issue('QUOTA_OFFSET_INVALID', locationOf(api.name, plan), { given: offset, period, max: OFFSETS[period].max })];
  });
}

/** AWS rejects a second plan for a key and stage as well: the limits would be ambiguous. */
function checkPlansOfKeys({ api, usagePlans }: GatewaySpec): Issue[] {
  const max = LIMITS.usagePlansPerKey.max;
  return [...plansByKey(usagePlans)].flatMap(([key, plans]) => {
    const openedBy = new Map<string, string>();
    return [
      ...(plans.length > max ? [issue('TOO_MANY_PLANS_OF_KEY', `${api.name}/API key ${key}`, { given: plans.length, max })] : []),
      ...plans.flatMap((plan) => Object.keys(usagePlans[plan]?.stages ?? {}).flatMap((stage) => {
        const firstPlan = openedBy.get(stage);
        openedBy.set(stage, firstPlan ?? plan);
        return firstPlan === undefined ? [] : [issue('USAGE_PLANS_OVERLAP', locationOf(api.name, plan), { key, stage, other: firstPlan })];
      })),
    ];
  });
}

function plansByKey(usagePlans: GatewaySpec['usagePlans']): Map<string, string[]> {
  const plans = new Map<string, string[]>();
  for (const [plan, { keys }] of Object.entries(usagePlans)) {
    for (const key of new Set(keys)) plans.set(key, [...plans.get(key) ?? [], plan]);
  }
  return plans;
}

/** Two keys with the same value are indistinguishable. The value is not part of the message. */
function checkKeyValues({ api, apiKeys }: GatewaySpec): Issue[] {
  const keyOfValue = new Map<string, string>();
  return Object.entries(apiKeys).flatMap(([key, { value }]) => {
    if (value === undefined) return [];
    const firstKey = keyOfValue.get(value);
    keyOfValue.set(value, firstKey ?? key);
    return firstKey === undefined ? [] : [issue('API_KEY_VALUE_REPEATED', `${api.name}/API key ${key}`, { other: firstKey })];
  });
}

/** Only a warning: a pinned deployment may have methods that the definition no longer has. */
function checkMethods(spec: GatewaySpec): Issue[] {
  const { api, stages, usagePlans } = spec;
  const methods = new Set(methodsOf(spec).map(({ path, httpMethod }) => methodKey(path, httpMethod)));
  const unused = (location: string, keys: readonly string[]) =>
    keys.filter((key) => isOneMethod(key) && !methods.has(key)).map((key) => warning('METHOD_SETTING_UNUSED', location, { key }));
  return [
    ...Object.entries(stages).flatMap(([stage, { methodSettings }]) => unused(`${api.name}/stage ${stage}`, Object.keys(methodSettings))),
    ...Object.entries(usagePlans).flatMap(([plan, planned]) =>
      Object.values(planned.stages).flatMap((stage) => unused(locationOf(api.name, plan), Object.keys(stage.methods)))),
  ];
}

/** Only a warning: AWS counts these over all APIs of an account, and raises them on request. */
function checkCounts({ api, apiKeys, usagePlans }: GatewaySpec): Issue[] {
  const [keys, plans] = [Object.keys(apiKeys).length, Object.keys(usagePlans).length];
  return [
    ...(keys > LIMITS.apiKeys.max ? [warning('TOO_MANY_API_KEYS', api.name, { given: keys, max: LIMITS.apiKeys.max })] : []),
    ...(plans > LIMITS.usagePlans.max ? [warning('TOO_MANY_USAGE_PLANS', api.name, { given: plans, max: LIMITS.usagePlans.max })] : []),
  ];
}

function locationOf(api: string, plan: string): string {
  return `${api}/usage plan ${plan}`;
}
