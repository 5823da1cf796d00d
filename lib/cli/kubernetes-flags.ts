import { Option } from 'commander';
import { GatewayError } from '../errors';
import { KUBERNETES_OPTIONS } from '../kubernetes';
import { configFormOf, configurable } from './config-form';
import { collect, nameAndValue, numberBetween } from './options';
import { serveFlags } from './serve-flags';

type Name = keyof typeof KUBERNETES_OPTIONS;

/** A flag, its help, and how it is read: a text unless it says otherwise. */
interface Flag {
  readonly flags: string;
  readonly help: string;
  readonly reads?: 'number' | 'list' | 'pairs';
  /** Whether it is the flag of `serve`, so that `synthgate.json` gives it, too. */
  readonly isOfServe?: true;
}

/** Typed over all options. */
const FLAGS: Readonly<Record<Name, Flag>> = {
  image: { flags: '--image <name>', help: 'image of the gateway; without a tag or digest, the version of the definition and its code is the tag (required)' },
  apis: { flags: '--api <name>', help: 'serve only this API; repeatable', reads: 'list', isOfServe: true },
  name: { flags: '--name <name>', help: 'name of the objects (default: that of the API, or gateway for several)' },
  namespace: { flags: '-n, --namespace <name>', help: 'namespace of the objects (default: that of kubectl)' },
  replicas: { flags: '--replicas <number>', help: 'least number of pods (default: 2)', reads: 'number' },
  maxReplicas: { flags: '--max-replicas <number>', help: 'largest number of pods (default: five times as many)', reads: 'number' },
  drainSeconds: {
    flags: '--drain <seconds>', reads: 'number', isOfServe: true,
    help: 'how long a pod that stops accepts requests; preStop and the grace period follow from it (default: 5)',
  },
  shutdownSeconds: {
    flags: '--shutdown-timeout <seconds>', reads: 'number', isOfServe: true,
    help: 'how long requests in flight have when a pod stops (default: 30)',
  },
  cpu: { flags: '--cpu <quantity>', help: 'processor time that a pod asks for (default: 250m)' },
  memoryMiB: { flags: '--memory <MiB>', help: 'memory limit of a pod (default: the gateway\'s and that of all instances of its functions)', reads: 'number' },
  gateway: { flags: '--gateway <name>', help: 'Gateway that requests come through, as name or namespace/name; adds an HTTPRoute' },
  hostnames: { flags: '--hostname <name>', help: 'host name of the HTTPRoute; repeatable (default: those of the Gateway)', reads: 'list' },
  basePaths: {
    flags: '--base-path <api=path>', reads: 'pairs', isOfServe: true,
    help: 'serve this API below a path, as serve --base-path does; repeatable',
  },
  apiKeySecret: {
    flags: '--api-key-secret <name>', help: 'Secret with the values of API keys that have none in the definition, by their names (default: <name>-api-keys)',
  },
  secretEnvironment: {
    flags: '--secret-env <variable=secret/key>', reads: 'pairs',
    help: 'environment variable of functions, NAME or Function.NAME, whose value a key of a Secret has; repeatable',
  },
  store: { flags: '--store <secret/key>', help: 'key of a Secret with the URL of the Valkey or Redis server in which pods share limits, as serve --store has it; the image needs ioredis (image --store)' },
  storeHost: { flags: '--store-host <host:port>', help: 'host and port of that server, for the network policy: valkey.databases:6379 (default: what --egress allows)' },
  storeQuota: { flags: '--store-quota <policy>', help: 'requests with a quota while the store does not answer: open or closed (default: open)' },
  storeShare: { flags: '--store-share <what>', help: 'share more than limits: cache or authorizers; repeatable', reads: 'list' },
  egress: { flags: '--egress <range>', help: 'addresses that pods may call besides DNS and the backends of the definition: 10.1.0.0/16 or 10.1.2.3/32:5432; repeatable', reads: 'list' },
  trustedProxies: {
    flags: '--trusted-proxy <address>', reads: 'list', isOfServe: true,
    help: 'address or range of a proxy whose X-Forwarded-For is trusted; repeatable',
  },
  serviceMonitor: { flags: '--service-monitor', help: 'add a ServiceMonitor of the Prometheus operator, for /metrics of the health port' },
  monitoringNamespace: { flags: '--monitoring-namespace <name>', help: 'namespace of what reads the metrics (default: monitoring)' },
  knative: { flags: '--knative', help: 'write a Knative Service in place of Deployment, Service, HTTPRoute and what scales them' },
};

const NAMES = Object.keys(FLAGS) as readonly Name[]; // its own keys

export function kubernetesFlags(): Option[] {
  const ofServe = new Map(serveFlags().map((option) => [option.attributeName(), configFormOf(option)]));
  return NAMES.map((name) => {
    const option = optionOf(name);
    const form = FLAGS[name].isOfServe === true ? ofServe.get(option.attributeName()) : undefined;
    return form === undefined ? option : configurable(option, form);
  });
}

export function kubernetesOptions(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(NAMES.flatMap((name) => {
    const value = flags[optionOf(name).attributeName()];
    return value === undefined ? [] : [[name, value]];
  }));
}

/** Names the flag in the error of an option. @throws what `render` throws */
export function namingKubernetesFlag<Value>(render: () => Value): Value {
  try {
    return render();
  } catch (error) {
    if (!GatewayError.isGatewayError(error) || error.code !== 'OPTION_INVALID') throw error;
    const [first = '', ...rest] = String(error.details.option).split('.');
    const name = NAMES.find((known) => known === first);
    if (name === undefined) throw error;
    const flag = optionOf(name).long ?? first;
    const isPosition = rest.length === 0 || FLAGS[name].reads === 'list';
    throw new GatewayError('OPTION_INVALID', { ...error.details, option: isPosition ? flag : `${flag} ${rest.join('.')}` }, { cause: error });
  }
}

function optionOf(name: Name): Option {
  const { flags, help, reads } = FLAGS[name];
  const option = new Option(flags, help);
  if (reads === 'list') return option.argParser(collect);
  if (reads === 'pairs') return option.argParser(nameAndValue);
  const row = KUBERNETES_OPTIONS[name];
  return reads === 'number' && 'range' in row ? option.argParser(numberBetween(row.range.min, row.range.max)) : option;
}
