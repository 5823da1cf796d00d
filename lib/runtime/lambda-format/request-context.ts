import type { VendorSpec } from '../../spec';
import { headerValue, type HeaderList } from '../http/headers';
import type { Received } from '../http/request';
import type { MethodPlan, RoutedRequest, ServedStage } from '../plan/exchange';
import type { AcceptedKey, Principal } from '../plan/principal';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The part of a request that requestContext needs; errors before routing have no resource. */
export interface ContextSource extends Pick<RoutedRequest, 'ids' | 'fullPath' | 'headers' | 'connection'> {
  readonly received: Pick<Received, 'method' | 'sourceIp' | 'protocol' | 'receivedAt'>;
  readonly apiKey?: Pick<AcceptedKey, 'id' | 'value'> | undefined;
  /** The caller, once it is known. */
  readonly principal?: Principal;
  readonly stage: Pick<ServedStage, 'name' | 'accountId' | 'apiId' | 'deploymentId' | 'domainName' | 'isCanary' | 'vendor'>;
  readonly plan: Pick<MethodPlan, 'resourceId' | 'resourcePath'> & Partial<Pick<MethodPlan, 'routeKey'>>;
}

/**
 * requestContext of a proxy event, and the source of `$context` in templates.
 * @see docs/internals/parity-evidence.md, Events; https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html#api-gateway-simple-proxy-for-lambda-input-format
 */
export function requestContext(request: ContextSource): Record<string, unknown> {
  const { received, ids, headers, stage, plan } = request;
  const { domainName, domainPrefix } = hostOf(headers, stage);
  const context = {
    accountId: stage.accountId,
    apiId: stage.apiId,
    deploymentId: stage.deploymentId,
    domainName,
    domainPrefix,
    extendedRequestId: ids.extendedRequestId,
    httpMethod: received.method,
    identity: identity(request, headerValue(headers, 'user-agent') ?? null),
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

/** The host that the client named, and its first label. */
export function hostOf(headers: HeaderList, { domainName }: Pick<ServedStage, 'domainName'>): { readonly domainName: string; readonly domainPrefix: string } {
  const host = headerValue(headers, 'host') ?? domainName ?? '';
  const dot = host.indexOf('.');
  return { domainName: host, domainPrefix: dot === -1 ? host : host.slice(0, dot) };
}

/** Adds the members that few requests have: spreading an object would cost ten times as much. */
function withOthers(context: Record<string, unknown>, { principal, stage: { isCanary } }: ContextSource): Record<string, unknown> {
  const { accountId, apiId, ...rest } = context;
  return { accountId, apiId, ...authorizer(principal), ...(isCanary === undefined ? {} : { isCanaryRequest: isCanary }), ...rest };
}

/** The authorizer's result for the caller; the member is missing without an authorizer. */
export function authorizer(principal: Principal | undefined): { readonly authorizer?: Record<string, unknown> } {
  switch (principal?.type) {
    case 'function': {
      const { context, principalId, integrationLatency } = principal;
      return { authorizer: { ...context, principalId, integrationLatency } };
    }
    case 'claims': return { authorizer: { claims: principal.claims } };
    default: return {};
  }
}

/** Returns the caller's identity: every member is present, null if it does not apply; `apiKeyId` only if a key was required. */
function identity(request: ContextSource, userAgent: string | null): Record<string, string | null> {
  const { apiKey, principal, received, stage } = request;
  const merged = { ...emptyIdentity(stage.vendor, apiKey !== undefined) };
  merged.sourceIp = received.sourceIp;
  merged.userAgent = userAgent;
  if (apiKey !== undefined) {
    merged.apiKey = apiKey.value;
    merged.apiKeyId = apiKey.id;
  }
  if (principal?.type === 'iam') {
    merged.accessKey = principal.accessKey;
    merged.accountId = principal.accountId;
    merged.caller = principal.caller;
    merged.user = principal.user;
    merged.userArn = principal.userArn;
  }
  return merged;
}

const identities = new WeakMap<VendorSpec, Record<'withKey' | 'withoutKey', Identity>>();
type Identity = Readonly<Record<string, string | null>>;

/** All members without a value, in order; built once per stage. */
function emptyIdentity(vendor: VendorSpec, hasKey: boolean): Identity {
  const known = identities.get(vendor) ?? newIdentities(vendor);
  return hasKey ? known.withKey : known.withoutKey;
}

function newIdentities(vendor: VendorSpec): Record<'withKey' | 'withoutKey', Identity> {
  const idp = vendor.identityProviderName;
  const identityOf = (keyMembers: readonly string[]): Identity => Object.fromEntries([
    'accessKey', 'accountId', ...keyMembers, 'caller', `${idp}AuthenticationProvider`, `${idp}AuthenticationType`,
    `${idp}IdentityId`, `${idp}IdentityPoolId`, 'principalOrgId', 'sourceIp', 'user', 'userAgent', 'userArn',
  ].map((name) => [name, null]));
  const both = { withKey: identityOf(['apiKey', 'apiKeyId']), withoutKey: identityOf(['apiKey']) };
  identities.set(vendor, both);
  return both;
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
