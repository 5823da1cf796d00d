import type { IntegrationKind } from '../../spec';
import { HttpIntegration } from './http';
import { HttpProxyIntegration } from './http-proxy';
import { MappedIntegration } from './mapped';
import { MockIntegration } from './mock';
import { ProxyIntegration } from './proxy';

/** Every integration kind of the spec. */
export const INTEGRATIONS = {
  'proxy': ProxyIntegration,
  'mapped': MappedIntegration,
  'mock': MockIntegration,
  'http': HttpIntegration,
  'http-proxy': HttpProxyIntegration,
} as const satisfies Record<IntegrationKind, unknown>;

export { Integration, type IIntegrationTarget, type IProxyFunction } from './integration';
export { ResponseTransferMode, type BackendOptions, type CacheKeyOptions, type IntegrationOptions, type ProxyIntegrationOptions } from './integration-options';
export { ContentHandling, PassthroughBehavior, type IntegrationResponse } from './integration-response';
export { HttpIntegration, type HttpIntegrationOptions } from './http';
export { HttpProxyIntegration, type HttpProxyIntegrationOptions } from './http-proxy';
export { MappedIntegration } from './mapped';
export { MockIntegration, type MockIntegrationOptions } from './mock';
export { ProxyIntegration } from './proxy';
