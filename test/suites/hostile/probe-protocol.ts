import type { Address } from './exchange';

/** Queries that the probe inside the gateway's process answers, with the result of each. */
export interface ProbeResults {
  /** The event loop has turned. */
  readonly turn: true;
  /** Whether a prototype was changed. */
  readonly polluted: boolean;
  /** Whether the connection from `address` and `port` is open. */
  readonly isOpen: boolean;
  /** Where the gateway has connected to. */
  readonly dialled: readonly Address[];
  readonly rssBytes: number;
}

export interface ProbeRequest {
  readonly id: number;
  readonly name: keyof ProbeResults;
  readonly address?: string;
  readonly port?: number;
}
