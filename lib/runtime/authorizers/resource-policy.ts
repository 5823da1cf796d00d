import { GatewayError } from '../../errors';
import { resourcePolicySchema, type Protocol, type ResourcePolicySpec } from '../../spec';
import type { ServedStage } from '../plan/exchange';
import { headerValue } from '../http/headers';
import { localText } from '../plan/resolve-tokens';
import type { ConditionValues } from './conditions';
import { apiArn, functionArn, maskedArn, methodArn, type StageRequest } from './method-arn';
import { compilePolicy, type PolicyRequest, type Verdict } from './policy';

/** The signer of a request, in the form in which policies name callers. */
export type Caller = NonNullable<PolicyRequest['caller']>;

/** Evaluates the resource policy of an API; undefined without a policy. */
export type ResourcePolicy = (request: PolicyRequest) => Verdict;

/** Compiles a resource policy for one stage; `execute-api:/…` stands for the API's own ARN. */
export function compileResourcePolicy(
  spec: ResourcePolicySpec | undefined,
  { stage, values }: { readonly stage: ServedStage; readonly values: Readonly<Record<string, string>> },
): ResourcePolicy | undefined {
  if (spec === undefined) return undefined;
  const local = withLocalTexts(spec, values);
  const own = (resources: string | string[] | undefined) =>
    resources === undefined ? undefined : [resources].flat().map((one) => one.replace(/^execute-api:\//, `${apiArn(stage)}/`));
  const statements = local.Statement.map((one) => ({ ...one, Resource: own(one.Resource), NotResource: own(one.NotResource) }));
  return compilePolicy({ ...local, Statement: statements });
}

/** A policy with its CDK tokens resolved, checked again: addresses are known only now. @throws SPEC_INVALID, TOKEN_VALUE_MISSING */
function withLocalTexts(spec: ResourcePolicySpec, values: Readonly<Record<string, string>>): ResourcePolicySpec {
  const location = 'resource policy';
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return localText(value, values, location);
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member)]));
  };
  const read = resourcePolicySchema.safeParse(visit(spec));
  if (read.success) return read.data;
  throw new GatewayError('SPEC_INVALID', { reason: read.error.issues.map((issue) => issue.message).join('; ') }, { location });
}

const ACCESSES: Readonly<Record<Protocol, (request: StageRequest) => Pick<PolicyRequest, 'action' | 'resource'>>> = {
  'rest': (request) => ({ resource: methodArn(request) }),
  'http': (request) => ({ resource: methodArn(request) }),
  'websocket': (request) => ({ resource: methodArn(request) }),
  'function-url': (request) => ({ action: 'lambda:InvokeFunctionUrl', resource: functionArn(request) }),
};

/** A request as policies see it. @throws METHOD_ARN_TOO_LONG */
export function policyRequest(request: StageRequest, caller?: Caller): PolicyRequest {
  const { headers, sourceIp } = request.received;
  const values: ConditionValues = {
    'aws:sourceip': sourceIp,
    // execute-api is reached over HTTPS only, whatever the local gateway is reached over
    'aws:securetransport': 'true',
    'aws:useragent': headerValue(headers, 'user-agent'),
    'aws:referer': headerValue(headers, 'referer'),
    'aws:principalarn': caller?.userArn,
    'aws:principalaccount': caller?.accountId,
  };
  return { ...ACCESSES[request.stage.protocol](request), values, ...(caller === undefined ? {} : { caller }) };
}

/** Which policy decides: the API's own, or that of the caller. The service names it in its refusals. */
export type PolicyType = 'resource-based' | 'identity-based';

/** The request that a verdict is about, and the policy that gave the verdict. */
export interface VerdictSubject {
  readonly access: PolicyRequest;
  readonly stage: ServedStage;
  readonly policy: PolicyType;
}

/** Refuses a request that the verdict does not allow. @throws POLICY_DENIED, POLICY_NOT_ALLOWED */
export function requireAllow(verdict: Verdict, subject: VerdictSubject): void {
  requireNoDeny(verdict, subject);
  if (verdict === 'none') throw new GatewayError('POLICY_NOT_ALLOWED', detailsOf(subject));
}

/** Refuses a request that is denied. @throws POLICY_DENIED */
export function requireNoDeny(verdict: Verdict, subject: VerdictSubject): void {
  if (verdict === 'deny') throw new GatewayError('POLICY_DENIED', detailsOf(subject));
}

function detailsOf({ access: { resource, values, caller }, stage, policy }: VerdictSubject): Record<string, string> {
  return {
    policy, denier: policy === 'identity-based' ? 'an identity-based policy' : 'a resource-based policy',
    user: caller?.userArn ?? 'anonymous', sourceIp: values['aws:sourceip'] ?? '', resource, maskedResource: maskedArn(resource, stage),
  };
}
