import { GatewayError } from '../../errors';
import type { Admitted, Validated } from '../exchange';
import { headerValue, mediaType } from '../headers';

/**
 * Checks parameters and body as the method's validator asks, then the body of a POST that calls itself JSON, for both
 * styles of functions.
 * @throws REQUEST_PARAMETERS_MISSING, REQUEST_BODY_INVALID, BODY_NOT_JSON
 * @see base specification, Endpoints, rule 6; aws-data-plane §13
 */
export function validate(admitted: Admitted): Validated {
  const { received, plan, headers } = admitted;
  plan.validation?.(admitted);
  const isJson = received.method === 'POST' && mediaType(headerValue(headers, 'content-type')) === 'application/json';
  if (isJson && plan.integration.requiresJsonBody && received.body.length > 0) checkJson(received.body.toString('utf8'));
  return { ...admitted, validated: true };
}

/** @throws BODY_NOT_JSON */
export function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new GatewayError('BODY_NOT_JSON', { reason: jsonProblem(text, cause) }, { cause });
  }
}

/** Why a text is no JSON, in the words that API Gateway's parser uses for the common case: a bare word at the start. */
function jsonProblem(text: string, cause: unknown): string {
  const word = /^\s*([A-Za-z_$][\w$]*)/.exec(text)?.[1];
  if (word !== undefined && !['true', 'false', 'null'].includes(word)) {
    return `Unrecognized token '${word.slice(0, 64)}': was expecting ('true', 'false' or 'null')`;
  }
  return cause instanceof Error ? cause.message.replace(/, ".*$/s, '') : String(cause);
}
