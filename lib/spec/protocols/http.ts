import { LIMITS } from '../limits';
import { routeKeyOf } from '../protocol';
import type { ProtocolDescription } from './description';
import { isRecord, mapped, type WrittenNode } from './written-node';

const SOURCE = '$request.header.Authorization';

export const HTTP_API: ProtocolDescription = {
  label: 'HTTP API',
  identitySource: { form: /^\$/, text: SOURCE },
  cacheNeedsIdentity: false,
  hasDefaultStage: true,
  hasOneVariableChild: false,
  paths: 'tree',
  declaresResponses: true,
  keepsConnections: false,
  requestSource: 'method',
  integrationTimeoutMs: () => LIMITS.httpIntegrationTimeoutMs,
  methodKey: routeKeyOf,
  standInIntegration: { type: 'http-proxy', uri: 'https://localhost' },
  withDefaults: httpDefaults,
};

/** Endpoints are regional; calls may take 30 s; functions get format 2.0; tokens come in `Authorization`. */
function httpDefaults(written: unknown): unknown {
  if (!isRecord(written)) return written;
  return {
    ...written,
    ...(isRecord(written.api) ? { api: { endpointType: 'REGIONAL', ...written.api } } : {}),
    ...mapped(written, 'authorizers', (authorizer) => ({ ...AUTHORIZER_DEFAULTS[String(authorizer.type)], ...authorizer })),
    ...mapped(written, 'resources', (resource) => ({
      ...resource,
      ...mapped(resource, 'methods', (method) => ({ ...method, ...(isRecord(method.integration) ? { integration: integrationDefaults(method.integration) } : {}) })),
    })),
  };
}

const AUTHORIZER_DEFAULTS: Readonly<Record<string, object>> = { jwt: { identitySource: SOURCE }, request: { payloadFormatVersion: '2.0', enableSimpleResponses: false } };

function integrationDefaults(integration: WrittenNode): WrittenNode {
  const timeoutMs = LIMITS.httpIntegrationTimeoutMs.default;
  switch (integration.type) {
    case 'proxy': return { timeoutMs, payloadFormatVersion: '2.0', ...integration };
    case 'http-proxy': return { timeoutMs, ...integration };
    default: return integration;
  }
}
