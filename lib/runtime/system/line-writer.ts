/** Collects lines and writes them together. */
export interface LineWriter {
  readonly write: (text: string) => void;
  /** Writes what has been collected, now. */
  readonly flush: () => void;
}

/** Maximum number of collected characters. */
const MAX_WAITING = 65_536;
/** Shortest time between two writes that are not flushed. */
const BETWEEN_MS = 10;

/**
 * Writes the first line after a pause at the end of the turn of the event loop, and what follows within ten milliseconds
 * together. Written with each turn, the log took a quarter of the processor time of a gateway under load: a write wakes the
 * process that reads it.
 */
export function lineWriter(write: (text: string) => void): LineWriter {
  let waiting = '';
  let wroteAt = -Infinity;
  let isScheduled = false;
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    if (text === '') return;
    wroteAt = performance.now();
    write(text);
  };
  const scheduled = (): void => {
    isScheduled = false;
    flush();
  };
  const schedule = (): void => {
    isScheduled = true;
    const waitMs = wroteAt + BETWEEN_MS - performance.now();
    if (waitMs > 0) setTimeout(scheduled, waitMs);
    else setImmediate(scheduled);
  };
  return {
    write: (text) => {
      waiting += text;
      if (waiting.length > MAX_WAITING) flush();
      else if (!isScheduled) schedule();
    },
    flush,
  };
}
