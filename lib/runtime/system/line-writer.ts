import { textOfUtf8, utf8Text } from '../http/utf8-text';

/** Collects lines and writes them together. */
export interface LineWriter {
  readonly write: (text: string) => void;
  /** The same for a text in UTF-8, one character per byte. */
  readonly writeUtf8: (text: string) => void;
  /** Writes what has been collected, now. */
  readonly flush: () => void;
}

/** Maximum number of collected characters. */
const MAX_WAITING = 65_536;
/** Shortest time between two writes that are not flushed. */
const BETWEEN_MS = 10;

/**
 * Writes the first line after a pause at the end of the turn of the event loop, and what follows within ten milliseconds together. Written
 * with each turn, the log took a quarter of the processor time of a gateway under load: a write wakes the process that reads it.
 *
 * @param writeUtf8 - writes a text in UTF-8, one character per byte
 */
export function lineWriter(write: (text: string) => void, writeUtf8 = (utf8: string): void => write(textOfUtf8(utf8))): LineWriter {
  let waiting = '';
  let isUtf8 = false;
  let wroteAt = -Infinity;
  let isScheduled = false;
  const flush = (): void => {
    if (waiting === '') return;
    const [text, writeText] = [waiting, isUtf8 ? writeUtf8 : write];
    waiting = '';
    isUtf8 = false;
    wroteAt = performance.now();
    writeText(text);
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
  const add = (text: string): void => {
    waiting += text;
    if (waiting.length > MAX_WAITING) flush();
    else if (!isScheduled) schedule();
  };
  return {
    write: (text) => add(isUtf8 ? utf8Text(text) : text),
    writeUtf8: (text) => {
      if (!isUtf8) waiting = utf8Text(waiting);
      isUtf8 = true;
      add(text);
    },
    flush,
  };
}
