import { distance } from 'fastest-levenshtein';

const MOST = 3;

/**
 * Up to three candidates that are most similar to the wanted name, as text: `there is "pets", "orders"`. All of them
 * if there are few.
 */
export function suggest(wanted: string, candidates: readonly string[]): readonly string[] {
  const order = candidates.map((name) => ({ name, far: distance(wanted.toLowerCase(), name.toLowerCase()) }));
  return order.sort((left, right) => left.far - right.far || (left.name < right.name ? -1 : 1)).slice(0, MOST).map(({ name }) => name);
}

/** `there is none`, `there is "prod"`, `nearest are "GET /pets", …`. */
export function suggestText(wanted: string, candidates: readonly string[]): string {
  if (candidates.length === 0) return 'there is none';
  const names = suggest(wanted, candidates).map((name) => `"${name}"`).join(', ');
  return candidates.length <= MOST ? `there is ${names}` : `nearest are ${names}`;
}
