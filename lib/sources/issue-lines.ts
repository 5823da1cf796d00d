import { issueText, withFunctionsTogether, type Issue } from '../errors';

/** Codes of issues without effect, or that are listed when a gateway is ready. */
const IN_REPORTS_ONLY: ReadonlySet<string> = new Set([
  'IMPORT_BASE_PATH_NOTED', 'IMPORT_NAME_LOCAL', 'IMPORT_PROPERTY_NOTED', 'IMPORT_RESOURCES_NOTED', 'SAM_RESOURCE_UNTRANSLATED',
]);

/** Whether a source is imported exactly in spite of an issue. */
export function isNoted(issue: Issue): boolean {
  return !isWorthPrinting(issue) || issue.code === 'IMPORT_CODE_OUTSIDE';
}

/** The lines of changed and omitted parts, for a terminal. */
export function issueLines(issues: readonly Issue[]): string {
  return withFunctionsTogether(issues.filter(isWorthPrinting)).map((one) => `${issueText(one)}\n`).join('');
}

/** Whether an issue is of use on a terminal. */
function isWorthPrinting({ code }: Issue): boolean {
  return !IN_REPORTS_ONLY.has(code);
}
