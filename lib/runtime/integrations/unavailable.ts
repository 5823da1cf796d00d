import { GatewayError } from '../../errors';
import { targetText, type UnavailableIntegrationSpec } from '../../spec';
import { PLAIN } from './compile-context';
import type { CompiledIntegration } from '../plan/integration';

/** A method that cannot be called here: 501, after authorization and all other checks. @throws INTEGRATION_UNAVAILABLE by each request */
export function compileUnavailable(spec: UnavailableIntegrationSpec): CompiledIntegration {
  const refuse = (): never => {
    throw new GatewayError('INTEGRATION_UNAVAILABLE', { reason: spec.reason });
  };
  return {
    ...PLAIN,
    label: targetText(spec),
    request: refuse,
    call: () => Promise.resolve(undefined),
    response: refuse,
  };
}
