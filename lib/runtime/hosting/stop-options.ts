import { wholeNumber } from '../options/option';
import type { ServeOption } from '../options/serve-option';

const HOUR_MS = 3_600_000;

/** The options of `serve` for whoever starts, watches and stops gateways: a service manager, Kubernetes, a balancer. */
export const STOP_OPTIONS = {
  shutdownTimeoutMs: {
    ...wholeNumber(0, HOUR_MS), default: { value: 30_000 },
    description: 'how long to wait for requests in flight when stopping',
    isSecret: false, workers: 'primary-only', tests: 'determined',
    flag: { flags: '--shutdown-timeout <seconds>', reads: 'seconds' },
  },
  drainDelayMs: {
    ...wholeNumber(0, HOUR_MS), default: { value: 0 },
    description: 'how long a gateway that stops still accepts requests while it is not ready and its connections end with their next answer, until balancers have seen it',
    isSecret: false, workers: 'primary-only', tests: 'determined',
    flag: { flags: '--drain <seconds>', reads: 'seconds' },
  },
  healthPort: {
    ...wholeNumber(0, 65_535), default: { without: 'disabled' },
    description: 'port of `/livez`, `/readyz` and `/healthz` for probes and balancers, over HTTP on the address of `host`, without a token; 0 selects a free port',
    isSecret: false, workers: 'primary-only', tests: 'determined',
    flag: {
      flags: '--health-port <number>', reads: 'number',
      help: 'port of /livez, /readyz and /healthz for probes and balancers, over HTTP on the address of --host, without a token; 0 selects a free port (default: disabled)',
    },
  },
} as const satisfies Readonly<Record<string, ServeOption>>;
