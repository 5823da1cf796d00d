import { GatewayError } from '../../errors';
import { targetText, type ServiceIntegrationSpec } from '../../spec';
import type { CompiledIntegration } from '../plan/integration';

/** An AWS service. @throws SERVICE_NOT_REACHABLE by each request */
export function compileService(spec: ServiceIntegrationSpec): CompiledIntegration {
  const fail = (): never => {
    throw new GatewayError('SERVICE_NOT_REACHABLE', { service: spec.service, call: spec.action ?? `/${spec.path ?? ''}` });
  };
  return {
    tracesResponses: true,
    tracesErrors: false,
    requiresJsonBody: false,
    mapsResponses: true,
    label: targetText(spec),
    request: fail,
    call: fail,
    response: fail,
  };
}
