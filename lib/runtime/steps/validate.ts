import type { Admitted, Validated } from '../exchange';
import { headerValue, mediaType } from '../headers';
import { checkJson } from '../validation/check-json';

/**
 * Checks parameters and body as the method's validator asks, then the body of a POST that calls itself JSON, for both
 * styles of functions.
 * @throws REQUEST_PARAMETERS_MISSING, REQUEST_BODY_INVALID, BODY_NOT_JSON, SANDBOX_BUSY
 * @see base specification, Endpoints, rule 6; aws-data-plane §13
 */
export function validate(admitted: Admitted): Validated | Promise<Validated> {
  const done: Validated = { ...admitted, validated: true };
  const checked = admitted.plan.validation?.(admitted);
  if (checked instanceof Promise) return checked.then(() => checkJsonBody(admitted)).then(() => done);
  const read = checkJsonBody(admitted);
  return read === undefined ? done : read.then(() => done);
}

/** @throws BODY_NOT_JSON, SANDBOX_BUSY */
function checkJsonBody({ received: { method, body }, plan: { integration, run }, headers }: Admitted): Promise<void> | undefined {
  const isJson = method === 'POST' && mediaType(headerValue(headers, 'content-type')) === 'application/json';
  return isJson && integration.requiresJsonBody && body.length > 0 ? checkJson(body, run) : undefined;
}
