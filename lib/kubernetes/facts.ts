import { GatewayError } from '../errors';
import { addressOf, endpointsOf, readOptions, requireBasePaths, selectApis, type AssemblyApi } from '../runtime';
import { describeProtocol, findFunction, functionLabel, isWithheldVariable } from '../spec';
import { gatewayVersion } from './gateway-version';
import { tagOf, taggedImage } from './image-name';
import { KUBERNETES_OPTIONS, MIN_REPLICAS, type KubernetesOptions } from './kubernetes-options';

/** Ports of the pod: those of the APIs one after the other, and the health port. */
const FIRST_PORT = 8_080;
export const HEALTH_PORT = 9_000;

/** One port of the pod. */
export interface ApiPort {
  readonly name: string;
  readonly port: number;
  /** Whether its clients connect and stay. */
  readonly keepsConnections: boolean;
}

/** A stage, and where it is reached. */
export interface StagePath {
  readonly api: string;
  readonly stage: string;
  /** `/prod`; `/` for everything. */
  readonly path: string;
  readonly port: number;
}

/** Everything that the objects are made from. */
export interface Facts {
  readonly apis: readonly AssemblyApi[];
  readonly options: KubernetesOptions;
  readonly name: string;
  /** With a tag or digest. */
  readonly image: string;
  readonly version: string;
  readonly ports: readonly ApiPort[];
  readonly stages: readonly StagePath[];
  readonly memory: Memory;
  readonly times: Times;
}

/** How long a pod takes to stop, in seconds. */
export interface Times {
  /** Until the pod is told: endpoints are removed meanwhile. */
  readonly preStop: number;
  readonly drain: number;
  readonly shutdown: number;
  /** Until it is killed, from the start of `preStop` on. */
  readonly grace: number;
}

const DEFAULT_DRAIN = 5;
const DEFAULT_SHUTDOWN = 30;
/** For the end of functions, and a node that is busy. */
const MARGIN = 15;

/** @param all - the APIs of the assembly, which the image has @throws OPTION_UNKNOWN, OPTION_INVALID, OPTION_NAME_UNKNOWN, API_UNKNOWN */
export function factsOf(all: readonly AssemblyApi[], given: unknown): Facts {
  const options = readOptions(KUBERNETES_OPTIONS, given);
  refuseWithoutEffect(options);
  requireVariables(all, options);
  const apis = selectApis([...all], options.apis);
  const { drainSeconds: drain = DEFAULT_DRAIN, shutdownSeconds: shutdown = DEFAULT_SHUTDOWN, basePaths } = options;
  const endpoints = endpointsOf(apis, { basePaths });
  const stagesOf = ({ spec }: AssemblyApi) => Object.keys(spec.stages).sort().map((name) => ({ name }));
  requireBasePaths(apis.map((api) => ({ name: api.name, definition: api.spec, stages: stagesOf(api) })), { basePaths });
  const keepsConnections = (name: string): boolean => apis.some((api) => api.name === name && describeProtocol(api.spec).keepsConnections);
  const stages = apis.flatMap((api) => {
    const { index, stagePath } = addressOf(api.name, endpoints);
    return stagesOf(api).flatMap(({ name: stage }) => {
      const path = stagePath(stage);
      return path === undefined ? [] : [{ api: api.name, stage, path: path === '' ? '/' : path, port: FIRST_PORT + index }];
    });
  });
  const version = gatewayVersion(all);
  return {
    apis, options, stages, version, name: options.name ?? nameOf(apis), image: imageOf(options.image, version),
    ports: endpoints.map((endpoint, index) => ({
      name: index === 0 ? 'api' : `api-${index + 1}`, port: FIRST_PORT + index, keepsConnections: endpoint.type === 'api' && keepsConnections(endpoint.api),
    })),
    memory: memoryOf(apis, options.memoryMiB),
    times: { preStop: 2 * drain, drain, shutdown, grace: 3 * drain + shutdown + MARGIN },
  };
}

/** Options of objects that a Knative Service replaces. */
const NOT_KNATIVE = ['gateway', 'egress', 'serviceMonitor', 'storeHost'] as const;

/** @throws OPTION_INVALID */
function refuseWithoutEffect(options: KubernetesOptions): void {
  const { knative, replicas = MIN_REPLICAS, maxReplicas = replicas } = options;
  const inVain = knative === true ? NOT_KNATIVE.find((name) => options[name] !== undefined && options[name] !== false) : undefined;
  if (inVain !== undefined) throw new GatewayError('OPTION_INVALID', { option: inVain, given: String(options[inVain]), allowed: 'no value with the option knative' });
  if (maxReplicas < replicas) {
    throw new GatewayError('OPTION_INVALID', { option: 'maxReplicas', given: String(maxReplicas), allowed: `a number from ${replicas}, the least number of pods` });
  }
}

/** Variables of functions that the gateway would refuse at its start. @throws OPTION_NAME_UNKNOWN, OPTION_INVALID */
function requireVariables(all: readonly AssemblyApi[], { secretEnvironment = {} }: KubernetesOptions): void {
  const functions = Object.fromEntries(all.flatMap(({ spec }) => Object.entries(spec.functions)));
  for (const variable of Object.keys(secretEnvironment)) {
    const [, given = '*', name = ''] = /^(?:(.*)\.)?([^.]*)$/.exec(variable) ?? [];
    if (given !== '*' && findFunction(functions, given) === undefined) {
      const known = Object.keys(functions).map((one) => functionLabel(functions, one)).join(', ') || 'none';
      throw new GatewayError('OPTION_NAME_UNKNOWN', { what: 'function', given, known: `functions: ${known}` });
    }
    if (isWithheldVariable(name)) throw new GatewayError('OPTION_INVALID', { option: `secretEnvironment.${variable}`, given: name, allowed: 'a variable that neither Lambda nor the gateway sets' });
  }
}

/** A tag that moves would make a rollback run what is there now. @throws OPTION_INVALID */
function imageOf(given: string, version: string): string {
  if (!given.includes('@') && tagOf(given) === 'latest') {
    throw new GatewayError('OPTION_INVALID', { option: 'image', given, allowed: 'a tag that stays, or none: then the version of the gateway is the tag' });
  }
  return taggedImage(given, version);
}

/** `PetsApi` is `pets-api`. */
function nameOf(apis: readonly AssemblyApi[]): string {
  const [api, ...others] = apis;
  const name = (api?.name ?? '').replace(/([a-z0-9])([A-Z])/g, '$1-$2').replace(/[^A-Za-z0-9]+/g, '-').replace(/^[^A-Za-z]+|-+$/g, '').toLowerCase().slice(0, 52);
  return others.length > 0 || name === '' ? 'gateway' : name.replace(/-+$/, '');
}

/** A gateway at its limits of connections and bytes in flight. */
const GATEWAY_MIB = 512;
/** Memory of an instance's process besides that of its function. */
const PROCESS_MIB = 64;

/** Memory of a pod, in MiB. */
interface Memory {
  /** For the gateway and one instance of each function. */
  readonly requestMiB: number;
  readonly limitMiB: number;
  /** For the gateway and all instances that may run at the same time. */
  readonly allMiB: number;
}

/** The memory that a pod needs. @throws OPTION_INVALID for a limit in which not one instance of each function fits */
function memoryOf(apis: readonly Pick<AssemblyApi, 'spec'>[], limitMiB: number | undefined): Memory {
  const functions = new Map(apis.flatMap(({ spec }) => Object.entries(spec.functions)));
  const sizes = [...functions.values()].filter(({ unavailable }) => unavailable === undefined)
    .map(({ memoryMiB, maxInstances }) => ({ one: memoryMiB + PROCESS_MIB, all: (memoryMiB + PROCESS_MIB) * maxInstances }));
  const sum = (part: 'one' | 'all'): number => sizes.reduce((total, size) => total + size[part], GATEWAY_MIB);
  const [requestMiB, allMiB] = [sum('one'), sum('all')];
  if (limitMiB !== undefined && limitMiB < requestMiB) {
    throw new GatewayError('OPTION_INVALID', { option: 'memoryMiB', given: String(limitMiB), allowed: `at least ${requestMiB}: ${GATEWAY_MIB} for the gateway, and one instance of each function` });
  }
  return { requestMiB, allMiB, limitMiB: limitMiB ?? allMiB };
}
