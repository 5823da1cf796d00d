/** Signals that stop a gateway, with the exit code for a second one; SIGHUP: its terminal was closed. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** One Ctrl-C can arrive twice: from the terminal and from `npm`. */
const SAME_SIGNAL_MS = 300;

/** Waits for a stop signal. */
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
