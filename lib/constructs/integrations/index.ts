import type { IntegrationKind } from '../../spec';
import { HttpIntegration } from './http';
import { HttpProxyIntegration } from './http-proxy';
import { MappedIntegration } from './mapped';
import { MockIntegration } from './mock';
import { ProxyIntegration } from './proxy';
import { ServiceIntegration } from './service';

/** The kinds that methods do not have: those of HTTP APIs alone, and what importers write for methods that they cannot carry over. */
type OtherKind = 'service-proxy' | 'unavailable';

/** Every integration kind of the spec that methods declare. */
export const INTEGRATIONS = {
  'proxy': ProxyIntegration,
  'mapped': MappedIntegration,
  'mock': MockIntegration,
  'http': HttpIntegration,
  'http-proxy': HttpProxyIntegration,
  'service': ServiceIntegration,
} as const satisfies Record<Exclude<IntegrationKind, OtherKind>, unknown>;

export { Integration, type IIntegrationTarget, type IProxyFunction } from './integration';
export { ResponseTransferMode, type BackendOptions, type CacheKeyOptions, type IntegrationOptions, type IVpcLink, type ProxyIntegrationOptions } from './integration-options';
export { ContentHandling, PassthroughBehavior, type IntegrationResponse } from './integration-response';
export { HttpIntegration, type HttpIntegrationOptions } from './http';
export { HttpProxyIntegration, type HttpProxyIntegrationOptions } from './http-proxy';
export { MappedIntegration } from './mapped';
export { MockIntegration, type MockIntegrationOptions } from './mock';
export { ProxyIntegration } from './proxy';
export { ServiceIntegration, type ServiceIntegrationProps } from './service';
