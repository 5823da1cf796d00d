import { loss } from '../../../errors';
import { refuseResource } from '../refuse';
import { combinedCondition } from '../implicit-api';
import { derived, type Made, type SamResource, type Translation } from '../translation';
import { isMap, member, picked, printedList, type JsonMap } from '../value';

const MEMBERS = new Set(['CreateUsagePlan', 'Description', 'Quota', 'Tags', 'Throttle', 'UsagePlanName']);
const KINDS = ['SHARED', 'PER_API', 'NONE'];

/** The setting `Auth` of an API, with the values of parameters and as it is declared. */
interface ResolvedAuth {
  readonly auth: unknown;
  readonly declared: unknown;
  readonly stageId: string;
}

/** The usage plan of an API, its key and what joins them; APIs with SHARED have one for all. */
export function usagePlanResources(
  resource: SamResource, { auth, declared, stageId }: ResolvedAuth, translation: Translation,
): readonly Made[] {
  const plan = member(auth, 'UsagePlan');
  if (plan === undefined) return [];
  const kind = defaultOf(resource.id, member(member(declared, 'UsagePlan'), 'CreateUsagePlan'), translation) ?? usagePlanKind(resource.id, plan);
  if (kind === 'NONE' || !isMap(plan)) return [];
  const stage = { ApiId: { Ref: resource.id }, Stage: { Ref: stageId } };
  if (kind === 'PER_API') return planAndKey(resource, { prefix: resource.id, stages: [stage] }, plan);
  const { stages, conditions } = translation.sharedUsagePlan;
  stages.push(stage);
  conditions.push(resource.condition);
  return planAndKey(underAnyOf(conditions, resource, translation), { prefix: 'Serverless', stages: [...stages] }, plan);
}

/** The shared plan exists if one of its APIs does. */
function underAnyOf(conditions: readonly (string | undefined)[], resource: SamResource, translation: Translation): SamResource {
  const names = [...new Set(conditions.flatMap((condition) => condition ?? []))].sort();
  if (conditions.includes(undefined)) return { ...resource, condition: undefined };
  const [first, ...others] = names;
  const condition = others.length === 0 ? first : combinedCondition({ Conditions: translation.conditions }, names, 'SharedUsagePlanCondition');
  return { ...resource, condition };
}

/** @param prefix - of the logical ids */
function planAndKey(
  resource: SamResource, { prefix, stages }: { readonly prefix: string; readonly stages: readonly JsonMap[] }, plan: JsonMap,
): readonly Made[] {
  const settings = picked(plan, ['UsagePlanName', 'Description', 'Quota', 'Tags', 'Throttle']);
  const planId = `${prefix}UsagePlan`;
  const keyId = `${prefix}ApiKey`;
  return [
    derived(resource)(planId, 'AWS::ApiGateway::UsagePlan', { ApiStages: stages, ...settings }),
    derived(resource)(keyId, 'AWS::ApiGateway::ApiKey', {
      Enabled: true, StageKeys: stages.map((stage) => ({ RestApiId: stage['ApiId'], StageName: stage['Stage'] })),
    }),
    derived(resource)(`${prefix}UsagePlanKey`, 'AWS::ApiGateway::UsagePlanKey', {
      KeyId: { Ref: keyId }, KeyType: 'API_KEY', UsagePlanId: { Ref: planId },
    }),
  ];
}

/**
 * A parameter whose default SAM refuses is one that every deployment passes. Without its value there is no plan: methods that require
 * a key then admit none.
 */
function defaultOf(id: string, declared: unknown, { parameters, given: passed, report }: Translation): 'NONE' | undefined {
  const parameter = isMap(declared) ? declared['Ref'] : undefined;
  if (typeof parameter !== 'string' || passed.has(parameter)) return undefined;
  const value = parameters[parameter];
  if (typeof value !== 'string' || KINDS.includes(value)) return undefined;
  report(loss('SAM_DEFAULT_REFUSED', id, { value, parameter, member: 'CreateUsagePlan', allowed: KINDS.join(', ') }));
  return 'NONE';
}

function usagePlanKind(id: string, plan: unknown): string {
  if (!isMap(plan)) throw refuseResource(id, "'UsagePlan' must be a dictionary");
  if (!Object.keys(plan).every((key) => MEMBERS.has(key))) throw refuseResource(id, "Invalid property for 'UsagePlan'");
  const kind = plan['CreateUsagePlan'];
  if (kind === undefined || kind === null) throw refuseResource(id, "'CreateUsagePlan' is a required field for UsagePlan.");
  if (typeof kind === 'string' && KINDS.includes(kind)) return kind;
  throw refuseResource(id, `'CreateUsagePlan' accepts one of ${printedList(KINDS)}.`);
}
