/** The middle value; of an even count, the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A number with three digits that matter. */
export function short(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(value >= 10 ? 3 : 2);
}

/** A Markdown table with aligned columns. */
export function table(head, rows) {
  const widths = head.map((cell, column) => Math.max(...[head, ...rows].map((row) => String(row[column]).length)));
  const line = (cells) => `| ${cells.map((cell, column) => String(cell).padEnd(widths[column])).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}
