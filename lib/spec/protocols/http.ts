import { LIMITS } from '../limits';
import { routeKeyOf } from '../protocol';
import type { ProtocolDescription } from './description';
import { isRecord, mapped, type WrittenNode } from './written-node';

const SOURCE = '$request.header.Authorization';

export const HTTP_API: ProtocolDescription = {
  label: 'HTTP API',
  identitySource: { form: /^\$/, text: SOURCE },
  cacheNeedsIdentity: false,
  answersPreflightsFirst: false,
  isLast: false,
  hasDefaultStage: true,
  hasOneVariableChild: false,
  paths: 'tree',
  declaresResponses: true,
  keepsConnections: false,
  signedService: 'execute-api',
  requestSource: 'method',
  integrationTimeoutMs: () => LIMITS.httpIntegrationTimeoutMs,
  methodKey: routeKeyOf,
  standInIntegration: { type: 'http-proxy', uri: 'https://localhost' },
  withDefaults: httpDefaults(LIMITS.httpIntegrationTimeoutMs.default),
};

/** Endpoints are regional; calls may take 30 s, or as long as a function; functions get format 2.0; tokens come in `Authorization`. */
export function httpDefaults(timeoutMs: number): ProtocolDescription['withDefaults'] {
  return (written) => (isRecord(written) ? withHttpDefaults(written, timeoutMs) : written);
}

function withHttpDefaults(written: WrittenNode, timeoutMs: number): WrittenNode {
  return {
    ...written,
    ...(isRecord(written.api) ? { api: { endpointType: 'REGIONAL', ...written.api } } : {}),
    ...mapped(written, 'authorizers', (authorizer) => ({ ...AUTHORIZER_DEFAULTS[String(authorizer.type)], ...authorizer })),
    ...mapped(written, 'resources', (resource) => ({
      ...resource,
      ...mapped(resource, 'methods', (method) => ({
        ...method, ...(isRecord(method.integration) ? { integration: integrationDefaults(method.integration, timeoutMs) } : {}),
      })),
    })),
  };
}

const AUTHORIZER_DEFAULTS: Readonly<Record<string, object>> = { jwt: { identitySource: SOURCE }, request: { payloadFormatVersion: '2.0', enableSimpleResponses: false } };

function integrationDefaults(integration: WrittenNode, timeoutMs: number): WrittenNode {
  switch (integration.type) {
    case 'proxy': return { timeoutMs, payloadFormatVersion: '2.0', ...integration };
    case 'http-proxy':
    case 'service-proxy': return { timeoutMs, ...integration };
    default: return integration;
  }
}
