import * as z from 'zod';
import type { IntegrationResponseSpec } from '../mapping';
import type { IntegrationDescription } from './description';
import { describeHttp, httpIntegrationSchema } from './http';
import { describeHttpProxy, httpProxyIntegrationSchema } from './http-proxy';
import { describeMapped, mappedIntegrationSchema } from './mapped';
import { describeMock, mockIntegrationSchema } from './mock';
import { describeProxy, proxyIntegrationSchema } from './proxy';
import { describeService, serviceIntegrationSchema } from './service';
import { describeServiceProxy, serviceProxyIntegrationSchema } from './service-proxy';
import { describeUnavailable, unavailableIntegrationSchema } from './unavailable';

/** Every integration kind. A new kind is a file here, in `constructs` and in `runtime`, and a line in each list. */
export const integrationSchema = z.discriminatedUnion('type', [
  proxyIntegrationSchema,
  mappedIntegrationSchema,
  mockIntegrationSchema,
  httpIntegrationSchema,
  httpProxyIntegrationSchema,
  serviceIntegrationSchema,
  serviceProxyIntegrationSchema,
  unavailableIntegrationSchema,
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
  'service-proxy': (spec) => describeServiceProxy(spec),
  'unavailable': (spec) => describeUnavailable(spec),
};

/** Each rule asks for the description of every method; rebuilding them took a third of the time of checking 1,000 methods. */
const KNOWN = new WeakMap<IntegrationSpec, IntegrationDescription>();

/** Describes an integration to code that does not depend on its kind. */
export function describeIntegration(spec: IntegrationSpec): IntegrationDescription {
  const known = KNOWN.get(spec);
  if (known !== undefined) return known;
  const describe = DESCRIBERS[spec.type] as (integration: IntegrationSpec) => IntegrationDescription; // the entry that `spec.type` names
  const description = describe(spec);
  KNOWN.set(spec, description);
  return description;
}

type IntegrationInput = z.input<typeof integrationSchema>;
type InputOf<Kind extends IntegrationKind> = Extract<IntegrationInput, { readonly type: Kind }>;

/** The description of an integration before it is read, when members may still be missing or wrong. */
export interface IntegrationInputDescription extends Pick<IntegrationDescription, 'awsType' | 'unavailable' | 'declared' | 'cacheKeyParameters'> {
  /** Reference to the function that it calls. */
  readonly function: string | undefined;
  /** The VPC link through which its backend is reached. */
  readonly vpcLink: string | undefined;
}

const SERVED = { function: undefined, vpcLink: undefined, unavailable: undefined, declared: undefined } as const;
const INPUT_DESCRIBERS: { readonly [Kind in IntegrationKind]: (input: InputOf<Kind>) => IntegrationInputDescription } = {
  'proxy': (input) => ({ ...SERVED, ...cacheKeyOf(input), awsType: 'AWS_PROXY', function: input.function }),
  'mapped': (input) => ({ ...SERVED, ...cacheKeyOf(input), awsType: 'AWS', function: input.function }),
  'mock': (input) => ({ ...SERVED, ...cacheKeyOf(input), awsType: 'MOCK' }),
  'http': (input) => ({ ...SERVED, ...cacheKeyOf(input), awsType: 'HTTP', vpcLink: input.vpcLink }),
  'http-proxy': (input) => ({ ...SERVED, ...cacheKeyOf(input), awsType: 'HTTP_PROXY', vpcLink: input.vpcLink }),
  'service': (input) => ({ ...SERVED, ...cacheKeyOf(input), awsType: 'AWS' }),
  'service-proxy': () => ({ ...SERVED, ...cacheKeyOf({}), awsType: 'AWS_PROXY' }),
  'unavailable': (input) => ({ ...SERVED, ...cacheKeyOf(input), awsType: input.awsType, unavailable: input.reason, declared: input.declared }),
};

function cacheKeyOf({ cacheKeyParameters = [] }: { readonly cacheKeyParameters?: readonly string[] | undefined }) {
  return { cacheKeyParameters };
}

/** Describes an integration that has not been read to code that does not depend on its kind. */
export function describeIntegrationInput(input: IntegrationInput): IntegrationInputDescription {
  // the entry that `input.type` names
  const describe = INPUT_DESCRIBERS[input.type] as (integration: IntegrationInput) => IntegrationInputDescription;
  return describe(input);
}

/** The integration with another address, where it has one. */
export function withUri(spec: IntegrationSpec, change: (uri: string) => string): IntegrationSpec {
  const { uri } = describeIntegration(spec);
  return uri === undefined ? spec : Object.assign({ ...spec }, { uri: change(uri) });
}

/** The members of an integration but its role, which nothing local needs. */
export function withoutCredentials(spec: IntegrationSpec): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => name !== 'credentials'));
}

/** The integration with other responses, where it declares any. */
export function withResponses(
  spec: IntegrationSpec, change: (responses: readonly IntegrationResponseSpec[]) => readonly IntegrationResponseSpec[],
): IntegrationSpec {
  const { responses } = describeIntegration(spec);
  return responses === undefined ? spec : Object.assign({ ...spec }, { responses: change(responses) });
}

export { AWS_TYPES, type AwsType, type IntegrationDescription } from './description';
export type { HttpIntegrationSpec } from './http';
export type { HttpProxyIntegrationSpec } from './http-proxy';
export type { MappedIntegrationSpec } from './mapped';
export type { MockIntegrationSpec } from './mock';
export type { ProxyIntegrationSpec } from './proxy';
export { FORM_TEXTS, parameterValue, type MessageAttributes, type ParameterValue } from './parameter-value';
export { parameterProblems } from './parameter-problems';
export type { ServiceIntegrationSpec } from './service';
export type { ServiceProxyIntegrationSpec } from './service-proxy';
export { ownRegion, readServiceUri, serviceCall, serviceUri, type ServiceTarget, type ServiceUriAccount } from './service-uri';
export { namesTarget, REGION_PARAMETER, SUBTYPE_NAMES, subtypeOf, type SubtypeName } from './subtypes';
export type { UnavailableIntegrationSpec } from './unavailable';
