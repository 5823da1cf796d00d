import type { IContainer } from 'kubernetes-models/v1';
import { HEALTH_PORT, type Facts } from './facts';
import { secretArguments, secretValues, verbatim } from './secrets';

/** Where the image has the assembly. */
const ASSEMBLY = '/app/gateway.out';
/** Directories that pods write to: the rest of the file system is read-only. */
const STATE = '/var/lib/synthgate';
const TEMPORARY = '/tmp';

/** The user of the image, who is not root and owns nothing in it. */
export const USER = 65_532;

/** The arguments of the image's program. @param drainSeconds - 0 where another proxy in the pod drains */
function argumentsOf(facts: Facts, drainSeconds: number): string[] {
  const { ports: [first], options, times } = facts;
  const { apis = [], basePaths = {}, trustedProxies = [], storeQuota, storeShare = [] } = options;
  const pairs = (flag: string, values: readonly string[]): string[] => values.flatMap((value) => [flag, verbatim(value)]);
  return [
    'serve', ASSEMBLY, '--host', '0.0.0.0', '--port', String(first?.port ?? 0), '--health-port', String(HEALTH_PORT), '--state', STATE,
    '--drain', String(drainSeconds), '--shutdown-timeout', String(times.shutdown), '--json-logs', '--no-watch',
    ...pairs('--api', apis),
    ...pairs('--base-path', Object.entries(basePaths).map(([api, path]) => `${api}=${path}`)),
    ...pairs('--trusted-proxy', trustedProxies),
    ...pairs('--store-quota', storeQuota === undefined ? [] : [storeQuota]),
    ...pairs('--store-share', storeShare),
    ...secretArguments(secretValues(facts)),
  ];
}

/** The container of a pod, without what only a Deployment's has. */
export function containerOf(facts: Facts, drainSeconds = facts.times.drain): IContainer {
  const { image, options: { cpu = '250m' }, memory } = facts;
  const env = secretValues(facts).map(({ variable, secret, key }) => ({
    name: variable, valueFrom: { secretKeyRef: { name: secret, key } },
  }));
  return {
    name: 'gateway',
    image,
    args: argumentsOf(facts, drainSeconds),
    ...(env.length === 0 ? {} : { env }),
    resources: { requests: { cpu, memory: `${memory.requestMiB}Mi` }, limits: { memory: `${memory.limitMiB}Mi` } },
    securityContext: {
      allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true, runAsNonRoot: true, runAsUser: USER,
      runAsGroup: USER, seccompProfile: { type: 'RuntimeDefault' },
    },
    volumeMounts: [{ name: 'state', mountPath: STATE }, { name: 'temporary', mountPath: TEMPORARY }],
  };
}

/** The directories that a pod writes to; they end with it. */
export const VOLUMES = [{ name: 'state', emptyDir: {} }, { name: 'temporary', emptyDir: {} }];
