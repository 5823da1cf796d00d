import { refuseResource } from '../refuse';
import { derived, type Made, type SamResource, type SharedUsagePlan, type Translation } from '../translation';
import { isMap, isSet, member, printedList, type JsonMap } from '../value';

const MEMBERS = new Set(['CreateUsagePlan', 'Description', 'Quota', 'Tags', 'Throttle', 'UsagePlanName']);
const KINDS = ['SHARED', 'PER_API', 'NONE'];

/** The usage plan of an API, its key and what joins them; APIs with SHARED have one for all. */
export function usagePlanResources(
  resource: SamResource, { auth, stageId }: { readonly auth: unknown; readonly stageId: string }, { sharedUsagePlan }: Translation,
): readonly Made[] {
  const plan = member(auth, 'UsagePlan');
  if (plan === undefined) return [];
  const kind = usagePlanKind(resource.id, plan);
  if (kind === 'NONE' || !isMap(plan)) return [];
  const shared: SharedUsagePlan = kind === 'SHARED' ? sharedUsagePlan : { apis: [], stages: [] };
  if (!shared.apis.includes(resource.id)) shared.apis.push(resource.id);
  shared.stages.push({ ApiId: { Ref: resource.id }, Stage: { Ref: stageId } });
  return planAndKey(resource, { prefix: kind === 'SHARED' ? 'Serverless' : resource.id, apis: [...shared.apis], stages: [...shared.stages] }, plan);
}

function planAndKey(
  resource: SamResource, { prefix, apis, stages }: SharedUsagePlan & { readonly prefix: string }, plan: JsonMap,
): readonly Made[] {
  const settings = ['UsagePlanName', 'Description', 'Quota', 'Tags', 'Throttle'].filter((name) => isSet(plan[name])).map((name) => [name, plan[name]]);
  const planId = `${prefix}UsagePlan`;
  const keyId = `${prefix}ApiKey`;
  return [
    derived(resource, apis)(planId, 'AWS::ApiGateway::UsagePlan', { ApiStages: stages, ...Object.fromEntries(settings) }),
    derived(resource, [planId])(keyId, 'AWS::ApiGateway::ApiKey', {
      Enabled: true, StageKeys: stages.map((stage) => ({ RestApiId: stage['ApiId'], StageName: stage['Stage'] })),
    }),
    derived(resource, [keyId])(`${prefix}UsagePlanKey`, 'AWS::ApiGateway::UsagePlanKey', {
      KeyId: { Ref: keyId }, KeyType: 'API_KEY', UsagePlanId: { Ref: planId },
    }),
  ];
}

function usagePlanKind(id: string, plan: unknown): string {
  if (!isMap(plan)) throw refuseResource(id, "'UsagePlan' must be a dictionary");
  if (!Object.keys(plan).every((key) => MEMBERS.has(key))) throw refuseResource(id, "Invalid property for 'UsagePlan'");
  const kind = plan['CreateUsagePlan'];
  if (kind === undefined || kind === null) throw refuseResource(id, "'CreateUsagePlan' is a required field for UsagePlan.");
  if (typeof kind === 'string' && KINDS.includes(kind)) return kind;
  throw refuseResource(id, `'CreateUsagePlan' accepts one of ${printedList(KINDS)}.`);
}
