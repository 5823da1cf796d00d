import { LIMITS } from '../../spec';

/** Limits of the HTTP front that no option changes. Bytes and characters are the service's. */
export const FRONT_LIMITS = {
  bodyBytes: LIMITS.payloadBytes.max,
  headerBytes: LIMITS.headerBytes.max,
  /** Above what the front itself takes, so that it can answer 431 and 414 properly. */
  parserBytes: 65_536,
  /** Node drops header lines above its own count without a word; the front counts itself and refuses. */
  headerCount: 500,
  /** A refused client may finish writing for this long before the connection is cut: it reads the answer then, not a reset. */
  lingerMs: 1_000,
} as const;

/** How long clients may take, and how much of the gateway they may hold. Times in ms. */
export interface FrontOptions {
  /** From the first byte of a request to the end of its head; default 10,000. */
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to its last; default 60,000. */
  readonly requestTimeoutMs: number;
  /** Between two requests of a connection; default 60,000. */
  readonly idleTimeoutMs: number;
  /** A client that reads less than `sendBytesPerSecond` over this time is cut; default 10,000. */
  readonly sendTimeoutMs: number;
  /** Default 1,024. */
  readonly sendBytesPerSecond: number;
  /** Bytes of responses that clients have not read yet, of all connections; past it, who reads slowest is cut. Default 256 MiB. */
  readonly responseBytesInFlight: number;
  /**
   * Bytes of request bodies that are held, of all connections; past it, the body whose client sends slowest is refused with
   * 503. Default 256 MiB.
   */
  readonly requestBytesInFlight: number;
  /** Connections at the same time; more are closed at once. Default 16,384. */
  readonly maxConnections: number;
  /**
   * Connections of one client address at the same time, of an IPv6 client's /64; more are closed at once. Trusted proxies are
   * not limited. Default 4,096.
   */
  readonly maxConnectionsPerAddress: number;
}

/** What holds where nothing else is asked for. */
export const FRONT_DEFAULTS: FrontOptions = {
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
