import { GatewayError } from '../../errors';
import type { RunInSandbox } from '../sandbox/jobs';
import { jsonProblem } from './json-text';

/** A text of this size is read in 2 ms, or 5 ms if it consists of brackets only. */
const INLINE_BYTES = 64 * 1024;

/** Refuses a body that is not JSON: inline if it is short, or else in a worker with a deadline. @throws BODY_NOT_JSON, SANDBOX_BUSY */
export function checkJson(body: Buffer, run: RunInSandbox): Promise<void> | undefined {
  if (body.length > INLINE_BYTES) return checkElsewhere(body, run);
  checkJsonText(body.toString('utf8'));
  return undefined;
}

/** The same for a short text, at once. @throws BODY_NOT_JSON */
export function checkJsonText(text: string): void {
  const reason = jsonProblem(text);
  if (reason !== undefined) throw new GatewayError('BODY_NOT_JSON', { reason });
}

async function checkElsewhere(body: Buffer, run: RunInSandbox): Promise<void> {
  const outcome = await run({ type: 'json', bytes: body });
  if (outcome.type === 'busy') throw new GatewayError('SANDBOX_BUSY', {});
  if (outcome.type === 'expired' || outcome.type === 'refused') throw new GatewayError('BODY_NOT_JSON', { reason: outcome.reason });
}
