import { writeFileSync } from 'node:fs';
import type { CaseResult } from './suite';

/** The report of `--json`. */
export interface Report {
  readonly suite: string;
  readonly seconds: number;
  readonly results: readonly CaseResult[];
  readonly figures?: Readonly<Record<string, unknown>>;
}

const SHOWN_PROBLEMS = 10;

/** Prints what failed, with `--verbose` what passed too, and the sum as the last line. */
export function printResults(results: readonly CaseResult[], { isVerbose }: { readonly isVerbose: boolean }): { readonly failed: number } {
  for (const { name, problems, observed } of results) {
    if (problems.length > 0) console.log([`FAILED ${name}`, ...linesOf(problems, observed, isVerbose)].join('\n'));
    else if (isVerbose) console.log(`ok     ${name}${observed === undefined ? '' : `: ${observed}`}`);
  }
  const failed = failuresOf(results);
  console.log(`${results.length - failed} passed, ${failed} failed`);
  return { failed };
}

export function writeReport(file: string, { suite, seconds, results, figures }: Report): void {
  const failed = failuresOf(results);
  const passed = results.length - failed;
  const report = { suite, node: process.version, seconds: Number(seconds.toFixed(1)), passed, failed, figures, results };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

function failuresOf(results: readonly CaseResult[]): number {
  return results.filter(({ problems }) => problems.length > 0).length;
}

function linesOf(problems: readonly string[], observed: string | undefined, isVerbose: boolean): string[] {
  const shown = isVerbose ? problems : problems.slice(0, SHOWN_PROBLEMS);
  const rest = problems.length - shown.length;
  const lines = [...shown, ...(rest === 0 ? [] : [`and ${rest} more`]), ...(observed === undefined ? [] : [`seen: ${observed}`])];
  return lines.map((line) => `    ${line}`);
}
