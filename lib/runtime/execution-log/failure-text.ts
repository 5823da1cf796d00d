import { CATALOG, fillMessage, type ErrorCode, type GatewayError } from '../../errors';

/** What is known of a request that failed. */
export interface FailedRequest {
  readonly requestId: string;
  /** Status of the endpoint's answer, if there was one. */
  readonly endpointStatus: number | undefined;
}

const CONFIGURATION = 'Execution failed due to configuration error: ';

/** API Gateway's own wording; `{name}` is replaced from the error's details and from the request. */
const TEXTS: Partial<Record<ErrorCode, string>> = {
  RESULT_MALFORMED: `${CONFIGURATION}Malformed Lambda proxy response`,
  RESULT_NOT_BASE64: `${CONFIGURATION}Unable to base64 decode the body.`,
  FUNCTION_UNRESOLVED: `${CONFIGURATION}Invalid permissions on Lambda function`,
  FUNCTION_ERROR: 'Lambda execution failed with status 200 due to customer function error: {errorMessage}. Lambda request id: {requestId}',
  INTEGRATION_TIMEOUT: 'Execution failed due to a timeout error',
  FUNCTION_THROTTLED: 'Execution failed due to an internal error: Lambda was throttled',
  MOCK_STATUS_MISSING: `${CONFIGURATION}Unable to parse statusCode. It should be an integer that is defined in the request template.`,
  INTEGRATION_RESPONSE_UNMATCHED: `${CONFIGURATION}No match for output mapping and no default output mapping configured. Endpoint Response Status Code: {endpointStatus}`,
  METHOD_RESPONSE_UNDECLARED: `${CONFIGURATION}Output mapping refers to an invalid method response: {status}`,
  ENDPOINT_INVALID: `${CONFIGURATION}Invalid endpoint address`,
  ENDPOINT_CERTIFICATE_INVALID: `${CONFIGURATION}{failure}`,
  ENDPOINT_TIMEOUT: 'Execution failed due to a timeout error',
  ENDPOINT_UNREACHABLE: 'Execution failed due to a network error communicating with endpoint',
  REQUEST_PARAMETERS_MISSING: 'Missing required request parameters: [{names}]',
  REQUEST_BODY_INVALID: 'Request body does not match model schema: [{reason}]',
  INTERNAL: 'Execution failed due to an internal error',
};

/**
 * The line of the execution log that says why a request failed. If API Gateway's wording is not known, it is the catalog's
 * message after `Execution failed due to configuration error: `.
 * @see aws-data-plane §19, Known failure texts
 */
export function failureText({ code, details }: GatewayError, { requestId, endpointStatus }: FailedRequest): string {
  const text = TEXTS[code] ?? CONFIGURATION + CATALOG[code].message;
  return fillMessage(text, { ...details, requestId, endpointStatus: endpointStatus ?? 200 });
}
