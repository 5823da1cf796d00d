import type { Difference } from '../protocol';

/** The parts of a response, by the first word of a difference in them. */
const PARTS = { status: 'status', header: 'headers', body: 'body' } as const;

/** `same response`, `different status and body`. */
export function replayText(differences: readonly Difference[]): string {
  const parts = Object.entries(PARTS).flatMap(([word, name]) => (differences.some(({ what }) => what.split(' ')[0] === word) ? [name] : []));
  return parts.length === 0 ? 'same response' : `different ${new Intl.ListFormat('en').format(parts)}`;
}
