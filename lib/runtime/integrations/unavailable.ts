import { GatewayError } from '../../errors';
import { targetText, type UnavailableIntegrationSpec } from '../../spec';
import type { CompiledIntegration } from '../plan/integration';

/** A method that cannot be called here: 501, after authorization and all other checks. @throws INTEGRATION_UNAVAILABLE by each request */
export function compileUnavailable(spec: UnavailableIntegrationSpec): CompiledIntegration {
  return {
    tracesResponses: false,
    tracesErrors: false,
    requiresJsonBody: false,
    mapsResponses: false,
    label: targetText(spec),
    request: () => {
      throw new GatewayError('INTEGRATION_UNAVAILABLE', { reason: spec.reason });
    },
    call: () => Promise.resolve(undefined),
    response: () => {
      throw new GatewayError('INTEGRATION_UNAVAILABLE', { reason: spec.reason });
    },
  };
}
