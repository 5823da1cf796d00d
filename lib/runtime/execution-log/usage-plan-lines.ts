import { CATALOG, fillMessage, type ErrorCode, type GatewayError } from '../../errors';
import { maskKey } from '../access-log/variables';
import { headerValue } from '../http/headers';
import type { RoutedRequest } from '../plan/exchange';

export type UsageRequest = Pick<RoutedRequest, 'ids' | 'stage' | 'plan' | 'headers' | 'apiKey' | 'principal'>;

const REFUSED: ReadonlySet<ErrorCode> = new Set(['API_KEY_REFUSED', 'RATE_EXCEEDED', 'QUOTA_EXCEEDED']);

/**
 * Returns the lines of a stage's execution log about the usage plan of a request that was admitted.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
 */
export function admittedLines(request: UsageRequest): string[] {
  const { plan, apiKey } = request;
  const key = apiKey === undefined ? '' : maskKey(apiKey.value);
  const open = `API Key  authorized because method '${plan.httpMethod} ${plan.resourcePath}' does not require API Key. Request will not contribute to throttle or quota limits`;
  return [verifying(request, key), ...(apiKey === undefined ? [open] : []), `Usage Plan check succeeded for API Key ${key} and API Stage ${apiStage(request)}`];
}

/** The same for a request that its usage plan, its API key or a limit refuses; empty for any other error. */
export function refusedLines(error: GatewayError, request: UsageRequest): string[] {
  if (!REFUSED.has(error.code)) return [];
  const key = maskKey(request.apiKey?.value ?? sentKey(request));
  return [verifying(request, key), ...reasonOf(error, request, key)];
}

/** The texts that are known; an exceeded quota is reported in the gateway's words. */
function reasonOf({ code, details }: GatewayError, request: UsageRequest, key: string): string[] {
  const { plan, stage } = request;
  switch (code) {
    case 'API_KEY_REFUSED': return [
      `API Key ${key} not authorized because method '${plan.httpMethod} ${plan.resourcePath}' requires API Key and API Key is not associated with a Usage Plan `
      + `for API Stage ${apiStage(request)}: No Usage Plan found for key and API Stage`,
    ];
    case 'RATE_EXCEEDED': return [
      `Key throttle limit exceeded for RestApi ${stage.apiId}, Stage ${stage.name}, Resource ${plan.resourceId}, HttpMethod ${plan.httpMethod}. `
      + `Limit: ${Number(details.rate).toFixed(2)} Burst: ${details.burst}`,
    ];
    default: return [fillMessage(CATALOG[code].message, details)];
  }
}

function verifying(request: UsageRequest, key: string): string {
  return `Verifying Usage Plan for request: ${request.ids.requestId}. API Key: ${key} API Stage: ${apiStage(request)}`;
}

function apiStage({ stage }: UsageRequest): string {
  return `${stage.apiId}/${stage.name}`;
}

/** The key that was refused, from wherever the API takes it. */
function sentKey({ headers, principal }: UsageRequest): string {
  return ('usageIdentifierKey' in principal ? principal.usageIdentifierKey : undefined) ?? headerValue(headers, 'x-api-key') ?? '';
}
