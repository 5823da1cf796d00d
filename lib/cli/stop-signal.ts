import type { Log } from '../runtime';

/** Signals that stop a gateway, with the exit code for a second one; SIGHUP: its terminal was closed. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** One Ctrl-C can arrive twice: from the terminal and from `npm`. */
const SAME_SIGNAL_MS = 300;

export interface StopSignal {
  /** Resolves at the first stop signal. */
  readonly received: Promise<keyof typeof SIGNALS>;
  /** Sets the action that runs before a second signal ends the process. */
  readonly beforeForced: (action: () => void) => void;
  /** Restores the default handling of the signals. */
  readonly ignore: () => void;
}

/** Runs an action before a stop signal ends this process. @returns restores the default handling */
export function endAfter(action: () => void): () => void {
  const listeners = Object.entries(SIGNALS).map(([signal, code]) => [signal, () => {
    action();
    process.exit(code);
  }] as const);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => listeners.forEach(([signal, listener]) => process.off(signal, listener));
}

/** Listens for stop signals. A second one ends the process at once, with the usual exit code. */
export function listenForStop(): StopSignal {
  let lastAction: () => void = () => undefined;
  const listeners: (readonly [keyof typeof SIGNALS, () => void])[] = [];
  const received = new Promise<keyof typeof SIGNALS>((resolve) => {
    let stoppingSince: number | undefined;
    for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]) { // its own keys
      const listener = (): void => {
        if (stoppingSince !== undefined && Date.now() - stoppingSince > SAME_SIGNAL_MS) {
          lastAction();
          process.exit(SIGNALS[signal]);
        }
        stoppingSince ??= Date.now();
        resolve(signal);
      };
      listeners.push([signal, listener]);
      process.on(signal, listener);
    }
  });
  return {
    received,
    beforeForced: (action) => { lastAction = action; },
    ignore: () => listeners.forEach(([signal, listener]) => process.off(signal, listener)),
  };
}

interface Stopping {
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
