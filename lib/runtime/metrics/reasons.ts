import { CATALOG, type ErrorCode, type GatewayError, type GatewayResponseType } from '../../errors';

/** Reasons for which the gateway answers instead of an integration. */
const REASONS = [
  'key', 'signature', 'authorizer', 'authorizer_failure', 'policy', 'throttle', 'quota', 'validation', 'media_type', 'too_large', 'route',
  'protocol', 'configuration', 'function', 'backend', 'timeout', 'firewall', 'internal',
] as const;

export type Reason = (typeof REASONS)[number];

export const REASONS_TEXT = REASONS.join(', ');

/** Typed over all gateway responses: a new one does not compile without its reason. */
const BY_RESPONSE: Readonly<Record<GatewayResponseType, Reason>> = {
  ACCESS_DENIED: 'authorizer',
  API_CONFIGURATION_ERROR: 'configuration',
  AUTHORIZER_CONFIGURATION_ERROR: 'authorizer_failure',
  AUTHORIZER_FAILURE: 'authorizer_failure',
  BAD_REQUEST_BODY: 'validation',
  BAD_REQUEST_PARAMETERS: 'validation',
  DEFAULT_4XX: 'protocol',
  DEFAULT_5XX: 'internal',
  EXPIRED_TOKEN: 'authorizer',
  INTEGRATION_FAILURE: 'backend',
  INTEGRATION_TIMEOUT: 'timeout',
  INVALID_API_KEY: 'key',
  INVALID_SIGNATURE: 'signature',
  MISSING_AUTHENTICATION_TOKEN: 'signature',
  QUOTA_EXCEEDED: 'quota',
  REQUEST_TOO_LARGE: 'too_large',
  RESOURCE_NOT_FOUND: 'route',
  THROTTLED: 'throttle',
  UNAUTHORIZED: 'authorizer',
  UNSUPPORTED_MEDIA_TYPE: 'media_type',
  WAF_FILTERED: 'firewall',
};

/** Errors whose gateway response says less than their code. */
const BY_CODE: Readonly<Partial<Record<ErrorCode, Reason>>> = {
  ROUTE_UNKNOWN: 'route',
  STAGE_UNKNOWN: 'route',
  BASE_PATH_UNKNOWN: 'route',
  MESSAGE_ROUTE_UNKNOWN: 'route',
  METHOD_UNSUPPORTED: 'route',
  POLICY_DENIED: 'policy',
  POLICY_NOT_ALLOWED: 'policy',
  CREDENTIAL_UNKNOWN: 'signature',
  SIGNATURE_INCOMPLETE: 'signature',
  AUTHORIZATION_HEADER_INVALID: 'signature',
  ENDPOINT_UNREACHABLE: 'backend',
  ENDPOINT_CERTIFICATE_INVALID: 'backend',
  ENDPOINT_RESPONSE_TOO_LARGE: 'backend',
  STREAM_IDLE: 'timeout',
  REQUEST_TIMEOUT: 'protocol',
  HTTP_VERSION_UNSUPPORTED: 'protocol',
  TRANSFER_CODING_UNSUPPORTED: 'protocol',
  REQUEST_BYTES_EXCEEDED: 'too_large',
  RESULT_MALFORMED: 'function',
  RESULT_NOT_BASE64: 'function',
  FUNCTION_TIMEOUT: 'timeout',
};

export function reasonOf({ code }: Pick<GatewayError, 'code'>): Reason {
  const { kind, gatewayResponse } = CATALOG[code];
  const own = BY_CODE[code];
  if (own !== undefined) return own;
  if (kind === 'function' && gatewayResponse !== 'INTEGRATION_TIMEOUT') return 'function';
  return gatewayResponse === undefined ? 'internal' : BY_RESPONSE[gatewayResponse];
}
