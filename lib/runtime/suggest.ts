import { distance } from 'fastest-levenshtein';

const MOST = 3;

/** Up to three candidates, those most similar to the wanted name first. */
export function suggest(wanted: string, candidates: readonly string[]): readonly string[] {
  const order = candidates.map((name) => ({ name, far: distance(wanted.toLowerCase(), name.toLowerCase()) }));
  return order.sort((left, right) => left.far - right.far || (left.name < right.name ? -1 : 1)).slice(0, MOST).map(({ name }) => name);
}

/** The candidates in which at most a third of the characters differ from the wanted name. */
export function similar(wanted: string, candidates: readonly string[]): readonly string[] {
  return candidates.filter((name) => distance(wanted.toLowerCase(), name.toLowerCase()) <= Math.max(wanted.length, name.length) / 3);
}

/** `there are none`, `known: "prod"`, `nearest: "GET /pets", …`. */
export function suggestText(wanted: string, candidates: readonly string[]): string {
  if (candidates.length === 0) return 'there are none';
  const names = suggest(wanted, candidates).map((name) => `"${name}"`).join(', ');
  return candidates.length <= MOST ? `known: ${names}` : `nearest: ${names}`;
}
