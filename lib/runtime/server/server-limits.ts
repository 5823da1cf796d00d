import { wholeNumber } from '../options/option';
import type { ServeOption } from '../options/serve-option';

const DAY_MS = 86_400_000;

/** A row of the table below; what is true of all of them is here. */
const limit = <Reads extends 'number' | 'seconds'>(
  row: { readonly range: readonly [number, number]; readonly default: number; readonly description: string; readonly flag: { readonly flags: string; readonly reads: Reads } | 'none' },
) => ({
  ...wholeNumber(...row.range),
  isSecret: false, default: { value: row.default }, description: row.description, workers: 'copied', tests: 'determined', flag: row.flag,
} as const satisfies ServeOption);

/** Limits on the time clients may take and the resources they may hold: the members of the option `serverLimits`. Times in ms. */
export const SERVER_LIMIT_OPTIONS = {
  maxConnections: limit({
    range: [1, 1_000_000], default: 16_384, flag: { flags: '--max-connections <number>', reads: 'number' },
    description: 'maximum number of open connections; more are closed at once',
  }),
  maxConnectionsPerAddress: limit({
    range: [1, 1_000_000], default: 4_096, flag: { flags: '--max-connections-per-address <number>', reads: 'number' },
    description: 'maximum number of open connections of one client address, or of one IPv6 /64; trusted proxies are not limited',
  }),
  requestBytesInFlight: limit({
    range: [1, 1e12], default: 268_435_456, flag: { flags: '--max-request-bytes <number>', reads: 'number' },
    description: 'maximum bytes of the request bodies of all connections together; above it, the slowest sender gets 503',
  }),
  responseBytesInFlight: limit({
    range: [1, 1e12], default: 268_435_456, flag: 'none',
    description: 'maximum bytes of responses that clients have not read yet; above it, the slowest reader is disconnected',
  }),
  headersTimeoutMs: limit({
    range: [1, DAY_MS], default: 10_000, flag: { flags: '--headers-timeout <seconds>', reads: 'seconds' },
    description: 'time limit for receiving the headers of a request',
  }),
  requestTimeoutMs: limit({
    range: [1, DAY_MS], default: 60_000, flag: { flags: '--request-timeout <seconds>', reads: 'seconds' },
    description: 'time limit for receiving a whole request',
  }),
  idleTimeoutMs: limit({
    range: [1, DAY_MS], default: 60_000, flag: { flags: '--idle-timeout <seconds>', reads: 'seconds' },
    description: 'how long to keep an idle connection open',
  }),
  sendTimeoutMs: limit({
    range: [1, DAY_MS], default: 10_000, flag: { flags: '--send-timeout <seconds>', reads: 'seconds' },
    description: 'how long a client may read a response more slowly than 1 kB/s (sendBytesPerSecond)',
  }),
  sendBytesPerSecond: limit({
    range: [1, 1e12], default: 1_024, flag: 'none',
    description: 'a client that reads less than this over the time of sendTimeoutMs is disconnected',
  }),
};

/** The limits, complete. */
export type ServerLimits = { readonly [Name in keyof typeof SERVER_LIMIT_OPTIONS]: number };

/** The defaults. */
export const SERVER_LIMIT_DEFAULTS = Object.fromEntries(
  Object.entries(SERVER_LIMIT_OPTIONS).map(([name, row]) => [name, row.default.value]),
) as ServerLimits; // each name of the table with its default
