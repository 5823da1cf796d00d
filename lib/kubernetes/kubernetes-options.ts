import * as z from 'zod';
import { described, isAddressRange, oneOf, texts, textsByName, wholeNumber, yesOrNo, type Option, type OptionValues } from '../runtime';
import { IMAGE_NAME } from './image-name';
import { GATEWAY, HOST_AND_PORT, HOST_NAME, readRange } from './network-names';

/** A name of an object; those of Services have no dots and begin with a letter. @see RFC 1035 §2.3.1 */
const NAME = /^[a-z]([-a-z0-9]{0,50}[a-z0-9])?$/;
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
/** Thousandths of a processor at the least. */
const QUANTITY = /^(?:[1-9]\d{0,8}m|(?!0+(?:\.0+)?$)\d{1,6}(?:\.\d{1,3})?)$/;
const SECRET_KEY = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[-._A-Za-z0-9]+$/;
/** `TOKEN`, or with a function: by its name or construct path. */
const VARIABLE = /^(?:[^=\0]+\.)?[A-Za-z_]\w*$/;

/** The least pods, if nobody says otherwise: one may end. */
export const MIN_REPLICAS = 2;

const matching = (pattern: RegExp, expected: string) => described(expected, (text) => z.string(text).regex(pattern, text));
const listIf = (fits: (text: string) => boolean, expected: string) =>
  described(`a list: ${expected}`, (text) => z.array(z.string(text).refine(fits, expected), text).readonly());
const listOf = (pattern: RegExp, expected: string) => listIf((text) => pattern.test(text), expected);

const named = { isSecret: false } as const satisfies Partial<Option>;

/** The options of the Kubernetes objects of a gateway. */
export const KUBERNETES_OPTIONS = {
  /** The image; without a tag or digest, the version of the gateway is its tag. */
  image: { ...matching(IMAGE_NAME, 'an image such as registry.example.com/pets'), ...named, isRequired: true },
  /** Names of the APIs that are served. @default - all */
  apis: { ...texts(), ...named },
  /** The name of the objects. @default - that of the API, or `gateway` for several */
  name: { ...matching(NAME, 'lower-case letters, digits and hyphens, at most 52, beginning with a letter'), ...named },
  namespace: { ...matching(LABEL, 'lower-case letters, digits and hyphens, at most 63'), ...named },
  /** The least pods. @default 2 */
  replicas: { ...wholeNumber(1, 1_000), ...named },
  /** The most. @default - five times as many */
  maxReplicas: { ...wholeNumber(1, 10_000), ...named },
  /** How long a pod that stops accepts requests; all other times follow from it. @default 5 */
  drainSeconds: { ...wholeNumber(0, 3_600), ...named },
  /** How long requests in flight have when a pod stops. @default 30 */
  shutdownSeconds: { ...wholeNumber(0, 3_600), ...named },
  /** Processor time that a pod asks for. @default 250m */
  cpu: { ...matching(QUANTITY, 'a number of processors such as 0.5 or 500m'), ...named },
  /** Memory limit of a pod. @default - that of the gateway and of all instances of its functions */
  memoryMiB: { ...wholeNumber(1, 16_777_216), ...named },
  /** The Gateway for the HTTPRoute, `name` or `namespace/name`. @default - no HTTPRoute */
  gateway: { ...matching(GATEWAY, 'a Gateway, as name or namespace/name'), ...named },
  /** Host names of the HTTPRoute. @default - those of the Gateway */
  hostnames: { ...listOf(HOST_NAME, 'host names such as api.example.com'), ...named, needs: 'gateway' },
  /** Base paths by API, or by API and stage, as `serve` has them. */
  basePaths: { ...textsByName(), ...named },
  /** Secret with the values of API keys that have none in the definition, by their names. @default - `<name>-api-keys` */
  apiKeySecret: { ...matching(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'the name of a Secret'), ...named },
  /** Environment variables of functions, `NAME` or `Function.NAME`, and the key of a Secret with the value: `secret/key`. */
  secretEnvironment: {
    ...described('an object with a Secret and its key, secret/key, by environment variable: NAME or Function.NAME', (text) =>
      z.record(z.string().regex(VARIABLE, text), z.string(text).regex(SECRET_KEY, text), text).readonly()), ...named,
  },
  /** The key of a Secret with the URL of the store in which the pods share limits: `secret/key`. @default - each pod counts for itself */
  store: { ...matching(SECRET_KEY, 'a Secret and its key, secret/key'), ...named },
  /** Host and port of the store, which pods may call: a name in the cluster or an address. @default - what `egress` allows */
  storeHost: { ...matching(HOST_AND_PORT, 'a host and its port such as valkey.databases:6379'), ...named, needs: 'store' },
  /** Requests with a quota while the store does not answer. @default open */
  storeQuota: { ...oneOf(['open', 'closed']), ...named, needs: 'store' },
  /** Results that pods share besides limits. Deployments are revisions here. @default - none */
  storeShare: { ...listOf(/^(cache|authorizers)$/, 'cache or authorizers'), ...named, needs: 'store' },
  /** Addresses that pods may call besides DNS and the backends of the definition: ranges, each with a port or without. */
  egress: { ...listIf((text) => readRange(text) !== undefined, 'ranges of addresses such as 10.0.0.0/8 or 10.1.2.3/32:5432'), ...named },
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies: { ...listIf(isAddressRange, 'addresses and ranges such as 10.0.0.0/8'), ...named },
  /** Whether a ServiceMonitor of the Prometheus operator is rendered. @default false */
  serviceMonitor: { ...yesOrNo(), ...named },
  /** Namespace of what reads the metrics. @default monitoring */
  monitoringNamespace: { ...matching(LABEL, 'lower-case letters, digits and hyphens, at most 63'), ...named, needs: 'serviceMonitor' },
  /** Whether a Knative Service is rendered in place of Deployment, Service, HTTPRoute and what scales them. @default false */
  knative: { ...yesOrNo(), ...named },
} as const satisfies Readonly<Record<string, Option>>;

/** How a gateway is run in Kubernetes. */
export type KubernetesOptions = OptionValues<typeof KUBERNETES_OPTIONS>;
