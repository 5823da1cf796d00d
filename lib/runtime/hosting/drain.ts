import { setTimeout as wait } from 'node:timers/promises';
import type { Readiness } from '../health/readiness';
import type { Listeners } from './listeners';
import { SERVE_DEFAULTS } from './serve-options';

export interface DrainParts {
  readonly readiness: Readiness;
  readonly listeners: Pick<Listeners, 'drain'>;
  /** How long balancers have to see that the gateway is not ready. */
  readonly delayMs: number | undefined;
}

/** Returns the function that drains a gateway, once; it resolves after the delay. */
export function drainOnce({ readiness, listeners, delayMs = SERVE_DEFAULTS.drainDelayMs }: DrainParts): () => Promise<void> {
  let draining: Promise<void> | undefined;
  const drain = async (): Promise<void> => {
    readiness.drain();
    if (delayMs === 0) return;
    listeners.drain();
    await wait(delayMs);
  };
  return () => {
    draining ??= drain();
    return draining;
  };
}
