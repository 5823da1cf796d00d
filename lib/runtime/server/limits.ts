import { LIMITS } from '../../spec';

/** Limits of the HTTP server that no option changes. Sizes are the service's. */
export const SERVER_LIMITS = {
  bodyBytes: LIMITS.payloadBytes.max,
  headerBytes: LIMITS.headerBytes.max,
  /** Larger than the gateway's own limits, so that it can answer 413 and 414 properly. */
  parserBytes: 65_536,
  /** Node silently drops header lines above its own limit; the gateway counts them itself and rejects. */
  headerCount: 500,
  /** How long a rejected client may finish writing before the connection is closed, so that it reads the answer and not a reset. */
  lingerMs: 1_000,
} as const;

/** Limits on the time clients may take and the resources they may hold. Times in ms. */
export interface ServerLimits {
  /** From the first byte of a request to the end of its head; default 10,000. */
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to its last; default 60,000. */
  readonly requestTimeoutMs: number;
  /** Between two requests of a connection; default 60,000. */
  readonly idleTimeoutMs: number;
  /** A client that reads less than `sendBytesPerSecond` over this time is disconnected; default 10,000. */
  readonly sendTimeoutMs: number;
  /** Default 1,024. */
  readonly sendBytesPerSecond: number;
  /** Total bytes of responses that clients have not read yet; above it, the slowest reader is disconnected. Default 256 MiB. */
  readonly responseBytesInFlight: number;
  /** Total bytes of request bodies; above it, the body of the slowest sender is rejected with 503. Default 256 MiB. */
  readonly requestBytesInFlight: number;
  /** Maximum number of connections; more are closed immediately. Default 16,384. */
  readonly maxConnections: number;
  /**
   * Connections of one client address at the same time, of an IPv6 client's /64; more are closed at once. Trusted proxies are
   * not limited. Default 4,096.
   */
  readonly maxConnectionsPerAddress: number;
}

/** The defaults. */
export const SERVER_LIMIT_DEFAULTS: ServerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
  sendTimeoutMs: 10_000,
  sendBytesPerSecond: 1_024,
  responseBytesInFlight: 268_435_456,
  requestBytesInFlight: 268_435_456,
  maxConnections: 16_384,
  maxConnectionsPerAddress: 4_096,
};
