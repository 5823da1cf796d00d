import { CATALOG, fillMessage, type ErrorCode, type GatewayError } from '../../errors';

export interface FailedRequest {
  /** Lambda's id of the call. */
  readonly invocationId: string;
  readonly endpointStatus: number | undefined;
}

const CONFIGURATION = 'Execution failed due to configuration error: ';

const FUNCTION_ERROR = 'Lambda execution failed with status 200 due to customer function error: {errorMessage}. Lambda request id: {invocationId}';

/** API Gateway's own wording; `{name}` is replaced from the error's details and from the request. */
const TEXTS: Partial<Record<ErrorCode, string>> = {
  RESULT_MALFORMED: `${CONFIGURATION}Malformed Lambda proxy response`,
  TEMPLATE_FAILED: `${CONFIGURATION}Unable to transform {which}`,
  PAYLOAD_BINARY: `${CONFIGURATION}Unable to transform {direction}`,
  RESULT_NOT_BASE64: `${CONFIGURATION}Unable to base64 decode the body.`,
  FUNCTION_UNRESOLVED: `${CONFIGURATION}Invalid permissions on Lambda function`,
  FUNCTION_ERROR,
  FUNCTION_TIMEOUT: FUNCTION_ERROR,
  FUNCTION_INIT_FAILED: FUNCTION_ERROR,
  FUNCTION_RUNTIME_MISSING: FUNCTION_ERROR,
  FUNCTION_DEPENDENCIES_MISSING: FUNCTION_ERROR,
  FUNCTION_INIT_TIMEOUT: FUNCTION_ERROR,
  FUNCTION_CRASHED: FUNCTION_ERROR,
  FUNCTION_OUT_OF_MEMORY: FUNCTION_ERROR,
  FUNCTION_RESULT_TOO_LARGE: FUNCTION_ERROR,
  INTEGRATION_TIMEOUT: 'Execution failed due to a timeout error',
  FUNCTION_THROTTLED: `${CONFIGURATION}Rate Exceeded.`,
  MOCK_STATUS_MISSING: `${CONFIGURATION}Unable to parse statusCode. It should be an integer that is defined in the request template.`,
  INTEGRATION_RESPONSE_UNMATCHED: `${CONFIGURATION}No match for output mapping and no default output mapping configured. Endpoint Response Status Code: {endpointStatus}`,
  METHOD_RESPONSE_UNDECLARED: `${CONFIGURATION}Output mapping refers to an invalid method response: {status}`,
  ENDPOINT_INVALID: `${CONFIGURATION}Invalid endpoint address`,
  ENDPOINT_CERTIFICATE_INVALID: `${CONFIGURATION}{failure}`,
  ENDPOINT_TIMEOUT: 'Execution failed due to a timeout error',
  ENDPOINT_UNREACHABLE: 'Execution failed due to a network error communicating with endpoint',
  REQUEST_PARAMETERS_MISSING: 'Missing required request parameters: [{names}]',
  REQUEST_BODY_INVALID: 'Request body does not match model schema for content type {type}: [{reason}]',
  INTERNAL: 'Execution failed due to an internal error',
};

/** Lines of the log that precede the text of a failure. */
const BEFORE: Partial<Record<ErrorCode, string>> = {
  FUNCTION_THROTTLED: 'Lambda invocation failed with status: 429. Lambda request id: {invocationId}',
};

/** The lines of the execution log that say why a request failed. */
export function failureLines(error: GatewayError, failed: FailedRequest): string[] {
  const before = BEFORE[error.code];
  return [...(before === undefined ? [] : [filled(before, error, failed)]), failureText(error, failed)];
}

/**
 * The line of the execution log that says why a request failed. If API Gateway's wording is not known, it is the catalog's
 * message after `Execution failed due to configuration error: `.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
 */
export function failureText(error: GatewayError, failed: FailedRequest): string {
  return filled(TEXTS[error.code] ?? CONFIGURATION + CATALOG[error.code].message, error, failed);
}

function filled(text: string, { code, details }: GatewayError, { invocationId, endpointStatus }: FailedRequest): string {
  const own = code === 'TEMPLATE_FAILED' ? { which: directionOf(details.which) } : details;
  return fillMessage(text, { ...own, invocationId, endpointStatus: endpointStatus ?? 200 });
}

/** The service does not say which template failed, or why. */
function directionOf(which: unknown): string {
  return String(which).startsWith('response') ? 'response' : 'request';
}
