import { GatewayError } from '../../errors';
import type { Admitted, Validated } from '../exchange';
import { headerValue, mediaType } from '../headers';
import type { RunInSandbox } from '../sandbox/jobs';
import { PLAIN_BYTES } from '../sandbox/schema-cost';
import { jsonProblem } from '../validation/json-text';

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

/** At once where that is short work, else in a worker. @throws BODY_NOT_JSON, SANDBOX_BUSY */
function checkJsonBody({ received: { method, body }, plan: { integration, run }, headers }: Admitted): Promise<void> | undefined {
  const isJson = method === 'POST' && mediaType(headerValue(headers, 'content-type')) === 'application/json';
  if (!isJson || !integration.requiresJsonBody || body.length === 0) return undefined;
  if (run !== undefined && body.length > PLAIN_BYTES) return checkElsewhere(body, run);
  checkJson(body.toString('utf8'));
  return undefined;
}

async function checkElsewhere(body: Buffer, run: RunInSandbox): Promise<void> {
  const outcome = await run({ type: 'json', bytes: body });
  if (outcome.type === 'busy') throw new GatewayError('SANDBOX_BUSY', {});
  if (outcome.type === 'expired' || outcome.type === 'refused') throw new GatewayError('BODY_NOT_JSON', { reason: outcome.reason });
}

/** @throws BODY_NOT_JSON */
export function checkJson(text: string): void {
  const reason = jsonProblem(text);
  if (reason !== undefined) throw new GatewayError('BODY_NOT_JSON', { reason });
}
