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
