import type { Log } from '../runtime';
import type { StopSignal } from './stop-signal';

/** A gateway that is to stop. */
export interface Stopping {
  readonly log: Log;
  /** Undefined if other processes answer them. */
  readonly requestsInFlight: () => number | undefined;
  readonly shutdownTimeoutMs: number;
  /** The gateway still accepts requests for a while: how long, and what begins it and waits. */
  readonly drain?: { readonly delayMs: number; readonly wait: () => Promise<void> };
  readonly close: () => Promise<void>;
}

/** Stops a gateway, also one that cannot drain, and says what it waits for and how to stop at once. */
export async function stopGateway(stop: StopSignal, { log, requestsInFlight, shutdownTimeoutMs, drain, close }: Stopping): Promise<void> {
  stop.beforeForced(() => {
    const left = requestsInFlight();
    log({ level: 'warn', message: left === undefined ? 'stopped now' : `stopped now, ${counted(left)} cut` });
  });
  try {
    if (drain !== undefined && drain.delayMs > 0) {
      log({ level: 'info', message: `draining: not ready, but accepting requests for ${drain.delayMs / 1000} s; Ctrl-C again stops now` });
      await drain.wait();
    }
  } finally {
    const waiting = requestsInFlight();
    if (waiting !== 0) {
      const upTo = `up to ${shutdownTimeoutMs / 1000} s; Ctrl-C again stops now`;
      log({ level: 'info', message: `stopping: ${waiting === undefined ? 'requests' : counted(waiting)} in flight (${upTo})` });
    }
    await close();
    log({ level: 'info', message: 'stopped' });
  }
}

function counted(requests: number): string {
  return `${requests} request${requests === 1 ? '' : 's'}`;
}
