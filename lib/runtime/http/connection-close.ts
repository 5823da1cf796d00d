export interface ConnectionClose {
  /** A code of RFC 6455 §7.4: 1005 for a close without one, 1006 for a lost connection. */
  readonly code: number;
  readonly reason: string;
}
