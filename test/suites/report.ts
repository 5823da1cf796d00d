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
  for (const { name, problems, observed, leftOut } of results) {
    if (leftOut !== undefined) console.log(`LEFT OUT ${name}: ${leftOut}`);
    else if (problems.length > 0) console.log([`FAILED ${name}`, ...linesOf(problems, observed, isVerbose)].join('\n'));
    else if (isVerbose) console.log(`ok     ${name}${observed === undefined ? '' : `: ${observed}`}`);
  }
  const { passed, failed, leftOut } = countsOf(results);
  console.log(`${passed} passed, ${failed} failed${leftOut === 0 ? '' : `, ${leftOut} LEFT OUT`}`);
  return { failed };
}

export function writeReport(file: string, { suite, seconds, results, figures }: Report): void {
  const report = { suite, node: process.version, seconds: Number(seconds.toFixed(1)), ...countsOf(results), figures, results };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

function countsOf(results: readonly CaseResult[]): Readonly<Record<'passed' | 'failed' | 'leftOut', number>> {
  const leftOut = results.filter((one) => one.leftOut !== undefined).length;
  const failed = results.filter((one) => one.leftOut === undefined && one.problems.length > 0).length;
  return { passed: results.length - failed - leftOut, failed, leftOut };
}

function linesOf(problems: readonly string[], observed: string | undefined, isVerbose: boolean): string[] {
  const shown = isVerbose ? problems : problems.slice(0, SHOWN_PROBLEMS);
  const rest = problems.length - shown.length;
  const lines = [...shown, ...(rest === 0 ? [] : [`and ${rest} more`]), ...(observed === undefined ? [] : [`seen: ${observed}`])];
  return lines.map((line) => `    ${line}`);
}
