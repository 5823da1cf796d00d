import { issueText, type Issue } from '../errors';

/** What has no effect, and what is listed when a gateway is ready. */
const IN_REPORTS_ONLY: ReadonlySet<string> = new Set([
  'IMPORT_BASE_PATH_NOTED', 'IMPORT_NAME_LOCAL', 'IMPORT_PROPERTY_NOTED', 'IMPORT_RESOURCES_NOTED',
]);

/** Whether an issue is of use on a terminal. */
export function isWorthPrinting({ code }: Issue): boolean {
  return !IN_REPORTS_ONLY.has(code);
}

/** What was changed or left out, for a terminal. */
export function issueLines(issues: readonly Issue[]): string {
  return issues.filter(isWorthPrinting).map((one) => `${issueText(one)}\n`).join('');
}
