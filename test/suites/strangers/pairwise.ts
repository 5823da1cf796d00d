/** The values of each axis, in order of the axes. */
export type Axes<Row extends Readonly<Record<string, string>>> = { readonly [Axis in keyof Row]: readonly Row[Axis][] };

/** All rows of the axes, the last axis fastest. */
export function everyRow<Row extends Readonly<Record<string, string>>>(axes: Axes<Row>): Row[] {
  const rows = Object.entries<readonly string[]>(axes).reduce<Readonly<Record<string, string>>[]>(
    (before, [axis, values]) => before.flatMap((row) => values.map((value) => ({ ...row, [axis]: value }))), [{}],
  );
  // each row has one value of each axis
  return rows as Row[];
}

/**
 * Rows in which every pair of values of two axes occurs that occurs in `possible`: first `chosen`, then always the row with the most
 * pairs that are still missing. The same rows for the same input.
 */
export function pairwiseCover<Row extends Readonly<Record<string, string>>>(possible: readonly Row[], chosen: readonly Row[] = []): Row[] {
  const missing = new Set(possible.flatMap(pairsOf));
  const rows = [...chosen];
  for (const pair of chosen.flatMap(pairsOf)) missing.delete(pair);
  while (missing.size > 0) {
    const next = possible.reduce((best, row) => (missingIn(row, missing) > missingIn(best, missing) ? row : best));
    for (const pair of pairsOf(next)) missing.delete(pair);
    rows.push(next);
  }
  return rows;
}

/** Every two values of a row, as `axis=value axis=value`. */
export function pairsOf(row: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(row).map(([axis, value]) => `${axis}=${value}`);
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} ${other}`));
}

function missingIn(row: Readonly<Record<string, string>>, missing: ReadonlySet<string>): number {
  return pairsOf(row).filter((pair) => missing.has(pair)).length;
}
