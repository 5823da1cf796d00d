import { LIMITS } from '../limits';
import { routeKeyOf } from '../protocol';
import type { ProtocolDescription } from './description';

const SOURCE = '$request.header.Authorization';

export const HTTP_API: ProtocolDescription = {
  label: 'HTTP API',
  identitySource: { form: /^\$/, text: SOURCE },
  cacheNeedsIdentity: false,
  hasDefaultStage: true,
  hasOneVariableChild: false,
  integrationTimeoutMs: () => LIMITS.httpIntegrationTimeoutMs,
  methodKey: routeKeyOf,
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

type WrittenNode = Readonly<Record<string, unknown>>;

/** A record of nodes with each of them changed; nothing if it is not there, or malformed. */
function mapped(parent: WrittenNode, name: string, change: (node: WrittenNode) => WrittenNode): WrittenNode {
  const nodes = parent[name];
  if (!isRecord(nodes)) return {};
  return { [name]: Object.fromEntries(Object.entries(nodes).map(([key, node]) => [key, isRecord(node) ? change(node) : node])) };
}

function isRecord(value: unknown): value is WrittenNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
