import { loss, type Issue } from '../../../errors';
import type { GatewaySpecInput } from '../../../spec';
import { textOf, type Members } from '../../value';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';
import { present } from './draft';
import { namesOf } from './names';
import { PropertyReader, type PropertyProblem } from '../../../openapi';
import { servedStageName } from './stages';

type UsagePlans = NonNullable<GatewaySpecInput['usagePlans']>;
type ApiKeys = NonNullable<GatewaySpecInput['apiKeys']>;
type Throttle = NonNullable<UsagePlans[string]['throttle']>;

/** The plans that include an API, with their keys. */
export interface PlansOfApi {
  readonly usagePlans: UsagePlans;
  readonly apiKeys: ApiKeys;
}

type Report = (resource: Resource, issue: Issue) => void;

/** The usage plans that include stages of an API. @param apiId - of the API, as templates refer to it */
export function plansOf(apiId: string, resources: readonly Resource[], report: Report): PlansOfApi {
  const properties = (type: string): (readonly [Resource, Members])[] =>
    resources.filter((resource) => resource.type === `AWS::ApiGateway::${type}`).map((resource) => [resource, resource.stack.properties(resource)]);
  const keys = new Map(properties('ApiKey').map((entry) => [idOfResource(entry[0]), entry]));
  const keyNames = namesOf(resources.filter(({ type }) => type === 'AWS::ApiGateway::ApiKey'), (key) => textOf(key.stack.properties(key).Name));
  const assigned = properties('UsagePlanKey').map(([, key]) => key);
  const usagePlans: UsagePlans = {};
  const apiKeys: ApiKeys = {};
  for (const [resource, members] of properties('UsagePlan')) {
    if (!new PropertyReader(members).members('ApiStages').some((stage) => stage.text('ApiId') === apiId)) continue;
    const plan = new PropertyReader(members);
    const ids = assigned.filter((key) => textOf(key.UsagePlanId) === idOfResource(resource)).map((key) => textOf(key.KeyId) ?? '');
    const named = ids.flatMap((id) => {
      const entry = keys.get(id);
      if (entry === undefined) report(resource, lost(resource, { name: `the API key ${id}`, reason: 'it is not part of this source' }));
      return entry === undefined ? [] : [[keyNames.get(entry[0]) ?? '', keyOf(...entry, report)] as const];
    });
    Object.assign(apiKeys, Object.fromEntries(named));
    const name = freeName(plan.text('UsagePlanName') ?? resource.logicalId, usagePlans);
    usagePlans[name] = planOf(plan, apiId, named.map(([key]) => key));
    for (const problem of plan.problems) report(resource, lost(resource, problem));
  }
  return { usagePlans, apiKeys };
}

/** Reports the plans that include none of the APIs. */
export function reportPlansOfNone(apiIds: ReadonlySet<string>, resources: readonly Resource[], report: Report): void {
  for (const resource of resources.filter(({ type }) => type === 'AWS::ApiGateway::UsagePlan')) {
    const plan = new PropertyReader(resource.stack.properties(resource));
    if (plan.members('ApiStages').some((stage) => apiIds.has(stage.text('ApiId') ?? ''))) continue;
    report(resource, lost(resource, { name: 'the usage plan', reason: [...plan.reasons, 'it includes no API of this source'].join('; ') }));
  }
}

function lost({ logicalId }: Resource, { name, reason }: PropertyProblem): Issue {
  return loss('IMPORT_PART_REFUSED', logicalId, { what: name, reason });
}

function idOfResource({ stack, logicalId }: Resource): string {
  return idOf(stack.source.name, logicalId);
}

function planOf(plan: PropertyReader, apiId: string, keys: readonly string[]): UsagePlans[string] {
  const stages = plan.members('ApiStages').filter((stage) => stage.text('ApiId') === apiId);
  return {
    ...present({ description: plan.text('Description'), throttle: throttleOf(plan.member('Throttle')), quota: quotaOf(plan.member('Quota')) }),
    stages: Object.fromEntries(stages.flatMap((stage) => {
      const name = stage.text('Stage');
      const limits = stage.member('Throttle');
      const methods = limits.names.flatMap((key) => {
        const throttle = throttleOf(limits.member(key));
        return throttle === undefined ? [] : [[key, throttle]];
      });
      return name === undefined ? [] : [[servedStageName(name), { methods: Object.fromEntries(methods) }]];
    })),
    keys: [...new Set(keys)],
  };
}

function throttleOf(throttle: PropertyReader): Throttle | undefined {
  const rateLimit = throttle.number('RateLimit');
  const burstLimit = throttle.number('BurstLimit');
  return rateLimit === undefined && burstLimit === undefined ? undefined : present({ rateLimit, burstLimit });
}

/** A limit without a period, or a period without a limit, is not a quota. */
function quotaOf(quota: PropertyReader): UsagePlans[string]['quota'] {
  const limit = quota.number('Limit');
  const period = quota.oneOf('Period', PERIODS);
  if (quota.names.length > 0) for (const name of ['Limit', 'Period']) quota.require(name);
  return limit === undefined || period === undefined ? undefined : { limit, period, ...present({ offset: quota.number('Offset') }) };
}

const PERIODS = ['DAY', 'WEEK', 'MONTH'] as const;

/**
 * Without a value a key is generated on AWS, and must be passed here; one that is known late can be. A key is not enabled unless it says
 * so.
 */
function keyOf(resource: Resource, members: Members, report: Report): ApiKeys[string] {
  const key = new PropertyReader(members);
  const imported = { enabled: key.boolean('Enabled') ?? false, ...present({ description: key.text('Description'), value: key.text('Value') }) };
  for (const problem of key.problems) report(resource, lost(resource, problem));
  return imported;
}

function freeName(name: string, taken: object): string {
  return Object.hasOwn(taken, name) ? freeName(`${name}-2`, taken) : name;
}
