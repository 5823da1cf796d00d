import { GatewayError } from '../../../errors';
import { headerValue } from '../../http/headers';
import type { RequestProgress } from '../../plan/exchange';
import type { SystemPorts } from '../../ports';

/** Left to Node's parser by the reader of simple heads, so that simple requests need not be searched for it. */
const HEADER = 'x-http-method-override';

/**
 * Warns of X-HTTP-Method-Override, which API Gateway obeys and this gateway ignores: a header must not be a way around the
 * rules for a method.
 * @see docs/parity.md, Data plane: headers
 */
export function warnOfMethodOverride({ received, ids }: Pick<RequestProgress, 'received' | 'ids'>, { log }: Pick<SystemPorts, 'log'>): void {
  const override = received.raw === undefined ? headerValue(received.headers, HEADER) : undefined;
  if (override === undefined) return;
  const { code, message } = new GatewayError('METHOD_OVERRIDE_IGNORED', { method: received.method, given: override.slice(0, 80) });
  log({ level: 'warn', code, message, requestId: ids.requestId });
}
