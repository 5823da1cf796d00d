import { LIMITS } from '../limits';
import { messageRouteKey } from '../protocol';
import type { ProtocolDescription } from './description';
import { isRecord, mapped, type WrittenNode } from './written-node';

export const WEBSOCKET_API: ProtocolDescription = {
  label: 'WebSocket API',
  identitySource: { form: /^(?:route|stageVariables|context)\./, text: 'route.request.{header|querystring}.<name>' },
  cacheNeedsIdentity: true,
  answersPreflightsFirst: false,
  isLast: false,
  hasDefaultStage: false,
  hasOneVariableChild: false,
  paths: 'route-keys',
  declaresResponses: false,
  keepsConnections: true,
  signedService: 'execute-api',
  requestSource: 'route',
  integrationTimeoutMs: () => LIMITS.integrationTimeoutMs,
  methodKey: messageRouteKey,
  standInIntegration: { type: 'mock', responses: [] },
  withDefaults: webSocketDefaults,
};

/** Endpoints are regional; the member `action` of a message names its route; authorizers are asked once for each connection. */
function webSocketDefaults(written: unknown): unknown {
  if (!isRecord(written)) return written;
  return {
    ...written,
    ...(isRecord(written.api) ? { api: { endpointType: 'REGIONAL', routeSelectionExpression: '$request.body.action', ...written.api } } : {}),
    ...mapped(written, 'authorizers', (authorizer): WrittenNode => ({ resultsCacheTtlSeconds: 0, ...authorizer })),
  };
}
