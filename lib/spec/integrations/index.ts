import * as z from 'zod';
import { httpIntegrationSchema } from './http';
import { httpProxyIntegrationSchema } from './http-proxy';
import { mappedIntegrationSchema } from './mapped';
import { mockIntegrationSchema } from './mock';
import { proxyIntegrationSchema } from './proxy';

/** Every integration kind. A new kind is a file here, in `constructs` and in `runtime`, and a line in each list. */
export const integrationSchema = z.discriminatedUnion('type', [
  proxyIntegrationSchema,
  mappedIntegrationSchema,
  mockIntegrationSchema,
  httpIntegrationSchema,
  httpProxyIntegrationSchema,
]);

export type IntegrationSpec = z.output<typeof integrationSchema>;
export type IntegrationKind = IntegrationSpec['type'];
export type IntegrationOf<Kind extends IntegrationKind> = Extract<IntegrationSpec, { readonly type: Kind }>;

export type { HttpIntegrationSpec } from './http';
export type { HttpProxyIntegrationSpec } from './http-proxy';
export type { MappedIntegrationSpec } from './mapped';
export type { MockIntegrationSpec } from './mock';
export type { ProxyIntegrationSpec } from './proxy';
