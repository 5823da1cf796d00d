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
  return {
    accountId: stage.accountId,
    apiId: stage.apiId,
    ...authorizer(request.principal),
    deploymentId: stage.deploymentId,
    domainName: host,
    domainPrefix: host.split('.', 1)[0] ?? '',
    extendedRequestId: ids.extendedRequestId,
    httpMethod: received.method,
    identity: identity(request),
    ...(stage.isCanary === undefined ? {} : { isCanaryRequest: stage.isCanary }),
    path: request.fullPath,
    protocol: received.protocol,
    requestId: ids.requestId,
    requestTime: commonLogTime(received.receivedAt),
    requestTimeEpoch: received.receivedAt,
    resourceId: plan.resourceId,
    resourcePath: plan.resourcePath,
    stage: stage.name,
  };
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
  const { apiKey, received, stage } = request;
  const signer = request.principal?.type === 'iam' ? request.principal : undefined;
  const idp = stage.vendor.identityProvider;
  return {
    accessKey: signer?.accessKey ?? null,
    accountId: signer?.accountId ?? null,
    apiKey: apiKey?.value ?? null,
    ...(apiKey === undefined ? {} : { apiKeyId: apiKey.id }),
    caller: signer?.caller ?? null,
    [`${idp}AuthenticationProvider`]: null,
    [`${idp}AuthenticationType`]: null,
    [`${idp}IdentityId`]: null,
    [`${idp}IdentityPoolId`]: null,
    principalOrgId: null,
    sourceIp: received.sourceIp,
    user: signer?.user ?? null,
    userAgent: headerValue(request.headers, 'user-agent') ?? null,
    userArn: signer?.userArn ?? null,
  };
}

/** `21/Nov/2025:00:18:03 +0000`: the Common Log Format, in UTC. */
export function commonLogTime(epochMs: number): string {
  const time = new Date(epochMs);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${two(time.getUTCDate())}/${MONTHS[time.getUTCMonth()] ?? ''}/${time.getUTCFullYear()}`;
  return `${date}:${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())} +0000`;
}
