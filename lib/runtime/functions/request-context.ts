import type { Identified, MethodPlan, Principal, ServedStage } from '../exchange';
import { headerValue } from '../headers';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The part of a request that requestContext is made of; errors before routing have no resource. */
export type ContextSource = Pick<Identified, 'received' | 'ids' | 'headers' | 'fullPath' | 'apiKey'> & {
  /** Who calls, once that is known. */
  readonly principal?: Principal;
  readonly stage: Pick<ServedStage, 'name' | 'accountId' | 'apiId' | 'deploymentId' | 'domainName' | 'isCanary' | 'vendor'>;
  readonly plan: Pick<MethodPlan, 'resourceId' | 'resourcePath'>;
};

/**
 * requestContext of a proxy event, and the source of `$context` in templates.
 * @see base specification, Events; aws-data-plane §4 (exact set of members)
 */
export function requestContext(request: ContextSource): Record<string, unknown> {
  const { received, ids, stage, plan } = request;
  const host = headerValue(request.headers, 'host') ?? stage.domainName ?? '';
  const dot = host.indexOf('.');
  const context = {
    accountId: stage.accountId,
    apiId: stage.apiId,
    deploymentId: stage.deploymentId,
    domainName: host,
    domainPrefix: dot === -1 ? host : host.slice(0, dot),
    extendedRequestId: ids.extendedRequestId,
    httpMethod: received.method,
    identity: identity(request),
    path: request.fullPath,
    protocol: received.protocol,
    requestId: ids.requestId,
    requestTime: commonLogTime(received.receivedAt),
    requestTimeEpoch: received.receivedAt,
    resourceId: plan.resourceId,
    resourcePath: plan.resourcePath,
    stage: stage.name,
  };
  const isAnonymous = request.principal === undefined || request.principal.type === 'anonymous';
  return isAnonymous && stage.isCanary === undefined ? context : withOthers(context, request);
}

/** The members that few requests have. They are put in here, since an object that is spread costs ten times as much. */
function withOthers(context: Record<string, unknown>, { principal, stage: { isCanary } }: ContextSource): Record<string, unknown> {
  const { accountId, apiId, ...rest } = context;
  return { accountId, apiId, ...authorizer(principal), ...(isCanary === undefined ? {} : { isCanaryRequest: isCanary }), ...rest };
}

/** What an authorizer said about the caller; no member where none was asked. */
function authorizer(principal: Principal | undefined): { readonly authorizer?: Record<string, unknown> } {
  switch (principal?.type) {
    case 'function': {
      const { context, principalId, integrationLatency } = principal;
      return { authorizer: { ...context, principalId, integrationLatency } };
    }
    case 'claims': return { authorizer: { claims: principal.claims } };
    default: return {};
  }
}

/** Who calls: every member is present, null when it does not apply; `apiKeyId` only where a key was required. */
function identity(request: ContextSource): Record<string, string | null> {
  const { apiKey, principal, received, stage } = request;
  const made = { ...emptyIdentity(stage.vendor.identityProviderName, apiKey !== undefined) };
  made.sourceIp = received.sourceIp;
  made.userAgent = headerValue(request.headers, 'user-agent') ?? null;
  if (apiKey !== undefined) {
    made.apiKey = apiKey.value;
    made.apiKeyId = apiKey.id;
  }
  if (principal?.type === 'iam') {
    made.accessKey = principal.accessKey;
    made.accountId = principal.accountId;
    made.caller = principal.caller;
    made.user = principal.user;
    made.userArn = principal.userArn;
  }
  return made;
}

const identities = new Map<string, Readonly<Record<string, string | null>>>();

/** All members without a value, in their order; made once for each vendor. */
function emptyIdentity(idp: string, hasKey: boolean): Readonly<Record<string, string | null>> {
  const known = identities.get(`${idp} ${hasKey}`);
  if (known !== undefined) return known;
  const names = [
    'accessKey', 'accountId', 'apiKey', ...(hasKey ? ['apiKeyId'] : []), 'caller', `${idp}AuthenticationProvider`, `${idp}AuthenticationType`,
    `${idp}IdentityId`, `${idp}IdentityPoolId`, 'principalOrgId', 'sourceIp', 'user', 'userAgent', 'userArn',
  ];
  const made: Readonly<Record<string, string | null>> = Object.fromEntries(names.map((name) => [name, null]));
  identities.set(`${idp} ${hasKey}`, made);
  return made;
}

let lastSecond = Number.NaN;
let lastTime = '';

/** `21/Nov/2025:00:18:03 +0000`: the Common Log Format, in UTC. */
export function commonLogTime(epochMs: number): string {
  const second = Math.floor(epochMs / 1000);
  if (second === lastSecond) return lastTime;
  const time = new Date(epochMs);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${two(time.getUTCDate())}/${MONTHS[time.getUTCMonth()] ?? ''}/${time.getUTCFullYear()}`;
  lastTime = `${date}:${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())} +0000`;
  lastSecond = second;
  return lastTime;
}
