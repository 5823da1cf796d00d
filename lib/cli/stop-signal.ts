const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;
/** One Ctrl-C can arrive twice: from the terminal, and passed on by `npm`. */
const SAME_SIGNAL_MS = 300;

/** A signal to stop, to be waited for. */
export interface StopSignal {
  /** Resolves at the first SIGINT or SIGTERM. */
  readonly received: Promise<keyof typeof SIGNALS>;
  /** Gives the signals their usual meaning again. */
  readonly ignore: () => void;
}

/** Listens for the signals that ask a process to stop. A second one ends it at once, with the exit code shells give it. */
export function listenForStop(): StopSignal {
  const listeners: (readonly [keyof typeof SIGNALS, () => void])[] = [];
  const received = new Promise<keyof typeof SIGNALS>((resolve) => {
    let stoppingSince: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const listener = (): void => {
        if (stoppingSince !== undefined && Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(SIGNALS[signal]);
        stoppingSince ??= Date.now();
        resolve(signal);
      };
      listeners.push([signal, listener]);
      process.on(signal, listener);
    }
  });
  return { received, ignore: () => listeners.forEach(([signal, listener]) => process.off(signal, listener)) };
}
