import { wholeNumber } from '../options/option';
import type { ServeOption } from '../options/serve-option';

const DAY_MS = 86_400_000;

/** A limit: an option, and what several processes make of it. */
export interface ServerLimitOption extends ServeOption {
  readonly default: { readonly value: number };
  /** Whether each worker enforces an equal share, and how shares are rounded; what limits one connection is not shared. */
  readonly sharedByWorkers: 'rounded-down' | 'rounded-up' | false;
}

interface LimitRow<Reads extends 'number' | 'seconds'> extends Pick<ServerLimitOption, 'description' | 'sharedByWorkers'> {
  readonly range: readonly [number, number];
  readonly default: number;
  readonly flag: { readonly flags: string; readonly reads: Reads } | 'none';
}

const limit = <Reads extends 'number' | 'seconds'>({ range, default: value, ...row }: LimitRow<Reads>) => ({
  ...wholeNumber(...range), ...row, default: { value }, isSecret: false, workers: 'copied', tests: 'determined',
} as const satisfies ServerLimitOption);

/** Limits on the time clients may take and the resources they may hold: the members of the option `serverLimits`. Times in ms. */
export const SERVER_LIMIT_OPTIONS = {
  maxConnections: limit({
    range: [1, 1_000_000], default: 16_384, flag: { flags: '--max-connections <number>', reads: 'number' },
    sharedByWorkers: 'rounded-down',
    description: 'maximum number of open connections; more are closed at once',
  }),
  maxConnectionsPerAddress: limit({
    range: [1, 1_000_000], default: 4_096, flag: { flags: '--max-connections-per-address <number>', reads: 'number' },
    sharedByWorkers: 'rounded-up',
    description: 'maximum number of open connections of one client address, or of one IPv6 /64; trusted proxies are not limited',
  }),
  requestBytesInFlight: limit({
    range: [1, 1e12], default: 268_435_456, flag: { flags: '--max-request-bytes <number>', reads: 'number' },
    sharedByWorkers: 'rounded-up',
    description: 'maximum bytes of the request bodies of all connections together; above it, the slowest sender gets 503',
  }),
  responseBytesInFlight: limit({
    range: [1, 1e12], default: 268_435_456, flag: 'none',
    sharedByWorkers: 'rounded-up',
    description: 'maximum bytes of responses that clients have not read yet; above it, the slowest reader is disconnected',
  }),
  headersTimeoutMs: limit({
    range: [1, DAY_MS], default: 10_000, flag: { flags: '--headers-timeout <seconds>', reads: 'seconds' },
    sharedByWorkers: false,
    description: 'time limit for receiving the headers of a request',
  }),
  requestTimeoutMs: limit({
    range: [1, DAY_MS], default: 60_000, flag: { flags: '--request-timeout <seconds>', reads: 'seconds' },
    sharedByWorkers: false,
    description: 'time limit for receiving a whole request',
  }),
  idleTimeoutMs: limit({
    range: [1, DAY_MS], default: 65_000, flag: { flags: '--idle-timeout <seconds>', reads: 'seconds' },
    sharedByWorkers: false,
    // longer than the 60 s of most balancers, which otherwise send a request on a connection that is just being closed
    description: 'how long to keep an idle connection open',
  }),
  sendTimeoutMs: limit({
    range: [1, DAY_MS], default: 10_000, flag: { flags: '--send-timeout <seconds>', reads: 'seconds' },
    sharedByWorkers: false,
    description: 'how long a client may read a response more slowly than 1 kB/s (sendBytesPerSecond)',
  }),
  sendBytesPerSecond: limit({
    range: [1, 1e12], default: 1_024, flag: 'none',
    sharedByWorkers: false,
    description: 'a client that reads less than this over the time of sendTimeoutMs is disconnected',
  }),
};

/** The limits, complete. */
export type ServerLimits = { readonly [Name in keyof typeof SERVER_LIMIT_OPTIONS]: number };

/** The limits that users give. */
export type GivenLimits = { readonly [Name in keyof ServerLimits]?: number | undefined };

const NAMES = Object.keys(SERVER_LIMIT_OPTIONS) as readonly (keyof ServerLimits)[];

export const SERVER_LIMIT_DEFAULTS = limitsOf((name) => SERVER_LIMIT_OPTIONS[name].default.value);

export function completeLimits(limits: GivenLimits = {}): ServerLimits {
  return limitsOf((name) => limits[name] ?? SERVER_LIMIT_DEFAULTS[name]);
}

export function workerLimits(limits: GivenLimits | undefined, workers: number): ServerLimits {
  const all = completeLimits(limits);
  return limitsOf((name) => {
    const { sharedByWorkers } = SERVER_LIMIT_OPTIONS[name];
    if (sharedByWorkers === false) return all[name];
    return sharedByWorkers === 'rounded-down' ? Math.floor(all[name] / workers) : Math.ceil(all[name] / workers);
  });
}

function limitsOf(valueOf: (name: keyof ServerLimits) => number): ServerLimits {
  return Object.fromEntries(NAMES.map((name) => [name, valueOf(name)])) as Record<keyof ServerLimits, number>; // each name of the table
}
