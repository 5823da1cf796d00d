import type { CaseResult } from '../suite';

/** The differences as a Markdown table, one line for each; a sentence where there are none. */
export function differenceTable(results: readonly CaseResult[]): string {
  const differing = results.filter(({ problems }) => problems.length > 0);
  if (differing.length === 0) return 'Every case is answered as it expects.';
  const rows = differing.flatMap(({ name, problems }) => problems.map((problem) => `| ${cell(name)} | ${cell(problem)} |`));
  return ['| case | difference |', '|---|---|', ...rows].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
