import type { Terminal } from './terminal';

/** A shorter wait needs no word. */
const QUIET_MS = 400;
const ERASE_LINE = '\r\x1b[2K';

/** Says what takes its time, in a line that disappears; only in a terminal. @returns what ends it */
export function showProgress(text: string, { err, columns }: Pick<Terminal, 'err' | 'columns'>): () => void {
  if (columns === undefined) return () => undefined;
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    err(text);
  }, QUIET_MS);
  return () => {
    clearTimeout(timer);
    if (isShown) err(ERASE_LINE);
    isShown = false;
  };
}
