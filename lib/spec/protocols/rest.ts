import { LIMITS } from '../limits';
import type { ProtocolDescription } from './description';

export const REST_API: ProtocolDescription = {
  label: 'REST API',
  identitySource: { form: /^(?:method|stageVariables|context)\./, text: 'method.request.header.<name>' },
  cacheNeedsIdentity: true,
  answersPreflightsFirst: false,
  isLast: false,
  hasDefaultStage: false,
  hasOneVariableChild: true,
  paths: 'tree',
  declaresResponses: true,
  keepsConnections: false,
  signedService: 'execute-api',
  requestSource: 'method',
  integrationTimeoutMs: (endpointType) => (endpointType === 'EDGE' ? LIMITS.integrationTimeoutMs : LIMITS.regionalIntegrationTimeoutMs),
  methodKey: (path, httpMethod) => `${httpMethod} ${path}`,
  standInIntegration: { type: 'mock', responses: [] },
  withDefaults: withoutProtocol,
};

/** `rest` need not be written; both forms are one definition. */
function withoutProtocol(written: unknown): unknown {
  if (typeof written !== 'object' || written === null) return written;
  return Object.fromEntries(Object.entries(written).filter(([name]) => name !== 'protocol'));
}
