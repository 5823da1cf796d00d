/** The middle value; of an even count, the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The smallest value that at least this share (0 to 1) of all values does not exceed. */
export function percentile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

/**
 * The median of the ratios of rounds in turn, ours to theirs. A moment in which the machine is busy meets both of a round,
 * so it moves this less than the ratio of two medians.
 */
export function ratioOfRounds(ours, theirs) {
  if (ours.length !== theirs.length) throw new Error(`${ours.length} rounds cannot be compared with ${theirs.length}`);
  return median(ours.map((value, round) => value / theirs[round]));
}

/** A number with three significant digits; a dash for none. */
export function short(value) {
  if (value === null || !Number.isFinite(value)) return '–';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(Math.abs(value) >= 10 ? 3 : 2);
}

/** A Markdown table with aligned columns. */
export function table(head, rows) {
  const widths = head.map((cell, column) => Math.max(...[head, ...rows].map((row) => String(row[column]).length)));
  const line = (cells) => `| ${cells.map((cell, column) => String(cell).padEnd(widths[column])).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}
