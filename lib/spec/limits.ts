/** A limit of the service: unit, default, range, source, and the error if it is exceeded. */
export interface Limit {
  readonly unit: string;
  readonly default?: number;
  readonly min?: number;
  readonly max: number;
  /** Whether AWS raises it on request; `api.quotas` of a spec does so locally. */
  readonly raisable?: boolean;
  readonly source: string;
  /** The error code of the catalog for a value that exceeds it. */
  readonly error: string;
}

const QUOTAS = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html';
const HTTP_QUOTAS = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html';
const WEBSOCKET_QUOTAS = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html';
const HTTP_CORS = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html';
const STREAMING = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html';
const THROTTLING = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html';
const QUOTA_SETTINGS = 'https://docs.aws.amazon.com/apigateway/latest/api/API_QuotaSettings.html';
const AUTHORIZERS = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html';
const LAMBDA = 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html';

/** Every limit of the service, by name. `docs/reference/limits.md` is generated from here. */
export const LIMITS = {
  memoryMiB: { unit: 'MiB', default: 128, min: 128, max: 10_240, source: LAMBDA, error: 'SPEC_INVALID' },
  functionTimeoutMs: { unit: 'ms', default: 3_000, min: 1, max: 900_000, source: LAMBDA, error: 'SPEC_INVALID' },
  functionLayers: { unit: 'layers', max: 5, source: LAMBDA, error: 'FUNCTION_PROPERTY_INVALID' },
  functionConcurrency: { unit: 'calls per instance', default: 1, min: 1, max: 1_000, source: LAMBDA, error: 'SPEC_INVALID' },
  functionInstances: { unit: 'instances', default: 10, min: 1, max: 1_000, source: LAMBDA, error: 'SPEC_INVALID' },
  functionRetryAttempts: { unit: 'attempts', default: 2, min: 0, max: 2, source: LAMBDA, error: 'SPEC_INVALID' },
  environmentBytes: { unit: 'bytes', max: 4_096, source: LAMBDA, error: 'ENVIRONMENT_TOO_LARGE' },
  functionPayloadBytes: { unit: 'bytes', max: 6_291_556, source: LAMBDA, error: 'REQUEST_TOO_LARGE' },
  integrationTimeoutMs: { unit: 'ms', default: 29_000, min: 50, max: 29_000, source: QUOTAS, error: 'INTEGRATION_TIMEOUT_INVALID' },
  httpIntegrationTimeoutMs: { unit: 'ms', default: 30_000, min: 50, max: 30_000, source: HTTP_QUOTAS, error: 'INTEGRATION_TIMEOUT_INVALID' },
  httpCorsMaxAge: { unit: 's', min: -1, max: 86_400, source: HTTP_CORS, error: 'SPEC_INVALID' },
  httpRouteScopes: { unit: 'scopes', max: 10, source: HTTP_QUOTAS, error: 'SPEC_INVALID' },
  regionalIntegrationTimeoutMs: { unit: 'ms', default: 29_000, min: 50, max: 300_000, source: QUOTAS, error: 'INTEGRATION_TIMEOUT_INVALID' },
  streamTimeoutMs: { unit: 'ms', default: 29_000, min: 50, max: 900_000, source: STREAMING, error: 'INTEGRATION_TIMEOUT_INVALID' },
  streamIdleMs: { unit: 'ms', max: 300_000, source: STREAMING, error: 'STREAM_IDLE' },
  edgeStreamIdleMs: { unit: 'ms', max: 30_000, source: STREAMING, error: 'STREAM_IDLE' },
  streamFullSpeedBytes: { unit: 'bytes', max: 10_485_760, source: STREAMING, error: 'none; what follows is sent more slowly' },
  streamBytesPerSecond: { unit: 'bytes a second', max: 2_097_152, source: STREAMING, error: 'none; the function waits' },
  streamPreludeBytes: { unit: 'bytes', max: 16_384, source: STREAMING, error: 'RESULT_MALFORMED' },
  webSocketMessageBytes: { unit: 'bytes', max: 131_072, source: WEBSOCKET_QUOTAS, error: 'none; the connection is closed with 1009' },
  webSocketFrameBytes: { unit: 'bytes', max: 32_768, source: WEBSOCKET_QUOTAS, error: 'none; the connection is closed with 1009' },
  webSocketIdleMs: { unit: 'ms', max: 600_000, source: WEBSOCKET_QUOTAS, error: 'none; the connection is closed with 1001' },
  webSocketConnectionMs: { unit: 'ms', max: 7_200_000, source: WEBSOCKET_QUOTAS, error: 'none; the connection is closed with 1001' },
  payloadBytes: { unit: 'bytes', max: 10_485_760, source: QUOTAS, error: 'PAYLOAD_TOO_LARGE' },
  headerBytes: { unit: 'bytes', max: 10_240, source: QUOTAS, error: 'HEADERS_TOO_LARGE' },
  responseHeaderBytes: { unit: 'bytes', max: 10_240, source: QUOTAS, error: 'RESULT_MALFORMED' },
  urlLength: { unit: 'characters', max: 8_192, source: QUOTAS, error: 'URL_TOO_LONG' },
  regionalUrlLength: { unit: 'characters', max: 10_240, source: QUOTAS, error: 'URL_TOO_LONG' },
  resourcesPerApi: { unit: 'resources', default: 300, max: 300, raisable: true, source: QUOTAS, error: 'TOO_MANY_RESOURCES' },
  stagesPerApi: { unit: 'stages', default: 10, max: 10, raisable: true, source: QUOTAS, error: 'TOO_MANY_STAGES' },
  stageNameLength: { unit: 'characters', max: 128, source: QUOTAS, error: 'SPEC_INVALID' },
  mappingKeyLength: { unit: 'characters', max: 300, source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-mappings.html', error: 'MAPPING_KEY_INVALID' },
  stageVariables: { unit: 'variables', max: 100, source: QUOTAS, error: 'TOO_MANY_STAGE_VARIABLES' },
  stageVariableNameLength: { unit: 'characters', max: 64, source: QUOTAS, error: 'SPEC_INVALID' },
  stageVariableValueLength: { unit: 'characters', max: 512, source: QUOTAS, error: 'SPEC_INVALID' },
  minimumCompressionSize: { unit: 'bytes', min: 0, max: 10_485_760, source: QUOTAS, error: 'COMPRESSION_SIZE_INVALID' },
  cacheTtlSeconds: { unit: 's', default: 300, min: 0, max: 3_600, source: QUOTAS, error: 'CACHE_SETTING_INVALID' },
  cacheEntryBytes: { unit: 'bytes', max: 1_048_576, source: QUOTAS, error: 'none; what is larger is not cached' },
  accessLogFormatLength: { unit: 'characters', max: 3_072, source: QUOTAS, error: 'SPEC_INVALID' },
  templateBytes: { unit: 'bytes', max: 307_200, source: QUOTAS, error: 'SPEC_INVALID' },
  templateRounds: { unit: '#foreach rounds', max: 1_000, source: QUOTAS, error: 'TEMPLATE_FAILED' },
  accountRate: { unit: 'requests a second', default: 10_000, min: 0, max: 10_000, source: THROTTLING, error: 'RATE_EXCEEDED' },
  accountBurst: { unit: 'requests', default: 5_000, min: 0, max: 5_000, source: THROTTLING, error: 'RATE_EXCEEDED' },
  quotaOffsetDay: { unit: 'days', default: 0, min: 0, max: 0, source: QUOTA_SETTINGS, error: 'QUOTA_OFFSET_INVALID' },
  quotaOffsetWeek: { unit: 'days', default: 0, min: 0, max: 6, source: QUOTA_SETTINGS, error: 'QUOTA_OFFSET_INVALID' },
  quotaOffsetMonth: { unit: 'days', default: 0, min: 0, max: 27, source: QUOTA_SETTINGS, error: 'QUOTA_OFFSET_INVALID' },
  usagePlansPerKey: { unit: 'usage plans', max: 10, source: QUOTAS, error: 'TOO_MANY_PLANS_OF_KEY' },
  usagePlans: { unit: 'usage plans', max: 300, source: QUOTAS, error: 'TOO_MANY_USAGE_PLANS' },
  apiKeys: { unit: 'API keys', max: 10_000, source: QUOTAS, error: 'TOO_MANY_API_KEYS' },
  authorizersPerApi: { unit: 'authorizers', default: 10, max: 10, raisable: true, source: QUOTAS, error: 'TOO_MANY_AUTHORIZERS' },
  authorizerCacheSeconds: { unit: 's', default: 300, min: 0, max: 3_600, source: QUOTAS, error: 'SPEC_INVALID' },
  authorizerTimeoutMs: { unit: 'ms', max: 10_000, source: AUTHORIZERS, error: 'AUTHORIZER_CALL_FAILED' },
  authorizerResultBytes: { unit: 'bytes', max: 65_536, source: AUTHORIZERS, error: 'AUTHORIZER_RESULT_INVALID' },
  authorizerResourceLength: { unit: 'characters', max: 512, source: AUTHORIZERS, error: 'AUTHORIZER_RESULT_INVALID' },
  keySetBytes: { unit: 'bytes', max: 150_000, source: QUOTAS, error: 'KEY_SET_UNREACHABLE' },
  keySetTimeoutMs: { unit: 'ms', max: 1_500, source: QUOTAS, error: 'KEY_SET_UNREACHABLE' },
  resourcePolicyLength: { unit: 'characters', max: 8_192, source: QUOTAS, error: 'RESOURCE_POLICY_TOO_LARGE' },
  methodArnBytes: { unit: 'bytes', max: 1_600, source: AUTHORIZERS, error: 'METHOD_ARN_TOO_LONG' },
  apiKeyLength: { unit: 'characters', min: 20, max: 128, source: QUOTAS, error: 'SPEC_INVALID' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** A time limit in the unit that people write it in: `20 minutes`, `1.5 s`, `50 ms`. */
export function durationText(ms: number): string {
  if (ms >= 60_000 && ms % 60_000 === 0) return ms === 60_000 ? '1 minute' : `${ms / 60_000} minutes`;
  return ms >= 1_000 && Number.isInteger(ms / 100) ? `${ms / 1_000} s` : `${ms} ms`;
}
