import * as z from 'zod';
import type { IntegrationResponseSpec } from '../mapping';
import { kindOnDemand } from '../on-demand';
import type { IntegrationDescription } from './description';
import { describeHttp, httpIntegrationSchema } from './http';
import { describeHttpProxy, httpProxyIntegrationSchema } from './http-proxy';
import { describeMapped, mappedIntegrationSchema } from './mapped';
import { describeMock, mockIntegrationSchema } from './mock';
import { describeProxy, proxyIntegrationSchema } from './proxy';
import { describeService, serviceIntegrationSchema } from './service';
import { describeUnavailable, unavailableIntegrationSchema } from './unavailable';

/** Every integration kind. A new kind is a file here, in `constructs` and in `runtime`, and a line in each list. */
export const integrationSchema = z.discriminatedUnion('type', [
  kindOnDemand('proxy', () => proxyIntegrationSchema),
  kindOnDemand('mapped', () => mappedIntegrationSchema),
  kindOnDemand('mock', () => mockIntegrationSchema),
  kindOnDemand('http', () => httpIntegrationSchema),
  kindOnDemand('http-proxy', () => httpProxyIntegrationSchema),
  kindOnDemand('service', () => serviceIntegrationSchema),
  kindOnDemand('unavailable', () => unavailableIntegrationSchema),
]);

export type IntegrationSpec = z.output<typeof integrationSchema>;
export type IntegrationKind = IntegrationSpec['type'];
export type IntegrationOf<Kind extends IntegrationKind> = Extract<IntegrationSpec, { readonly type: Kind }>;

const DESCRIBERS: { readonly [Kind in IntegrationKind]: (spec: IntegrationOf<Kind>) => IntegrationDescription } = {
  'proxy': (spec) => describeProxy(spec),
  'mapped': (spec) => describeMapped(spec),
  'mock': (spec) => describeMock(spec),
  'http': (spec) => describeHttp(spec),
  'http-proxy': (spec) => describeHttpProxy(spec),
  'service': (spec) => describeService(spec),
  'unavailable': (spec) => describeUnavailable(spec),
};

/** Each rule asks for the description of every method: a third of the time of checking 1,000 methods was spent on making them again. */
const KNOWN = new WeakMap<IntegrationSpec, IntegrationDescription>();

/** What shared code may know of an integration: it never asks for the kind. */
export function describeIntegration(spec: IntegrationSpec): IntegrationDescription {
  const known = KNOWN.get(spec);
  if (known !== undefined) return known;
  const describe = DESCRIBERS[spec.type] as (one: IntegrationSpec) => IntegrationDescription; // the entry that `spec.type` names
  const description = describe(spec);
  KNOWN.set(spec, description);
  return description;
}

/** The integration with another address, where it has one. */
export function withUri(spec: IntegrationSpec, change: (uri: string) => string): IntegrationSpec {
  const { uri } = describeIntegration(spec);
  return uri === undefined ? spec : Object.assign({ ...spec }, { uri: change(uri) });
}

/** The integration with other responses, where it declares any. */
export function withResponses(
  spec: IntegrationSpec, change: (responses: readonly IntegrationResponseSpec[]) => readonly IntegrationResponseSpec[],
): IntegrationSpec {
  const { responses } = describeIntegration(spec);
  return responses === undefined ? spec : Object.assign({ ...spec }, { responses: change(responses) });
}

export type { IntegrationDescription } from './description';
export type { HttpIntegrationSpec } from './http';
export type { HttpProxyIntegrationSpec } from './http-proxy';
export type { MappedIntegrationSpec } from './mapped';
export type { MockIntegrationSpec } from './mock';
export type { ProxyIntegrationSpec } from './proxy';
export type { ServiceIntegrationSpec } from './service';
export { ownRegion, readServiceUri, serviceCall, serviceUri, type ServiceTarget, type ServiceUriAccount } from './service-uri';
export type { UnavailableIntegrationSpec } from './unavailable';
