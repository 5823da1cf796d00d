import { LIMITS } from '../../spec';

/** Limits of the HTTP front. Bytes and characters are the service's, times are this server's. */
export const FRONT_LIMITS = {
  bodyBytes: LIMITS.payloadBytes.max,
  headerBytes: LIMITS.headerBytes.max,
  /** Above what the parser itself takes, so that the front can answer 431 and 414 properly. */
  parserBytes: 65_536,
  headerCount: 500,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 60_000,
  checkIntervalMs: 1_000,
} as const;
