/**
 * The lines of an entry that a function wrote: Lambda's Python joins the lines of a trace by carriage returns and indents them with
 * non-breaking spaces, so that a log service takes them as one entry.
 */
export function outputLines(entry: string): readonly string[] {
  return entry.replaceAll('\u00a0', ' ').split(/\r(?=.)/);
}
