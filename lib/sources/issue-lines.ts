import { issueText, type Issue } from '../errors';

/** Whether an issue is of use on a terminal: what has no effect is in reports only. */
export function isWorthPrinting({ code }: Issue): boolean {
  return code !== 'IMPORT_PROPERTY_NOTED' && code !== 'IMPORT_RESOURCES_NOTED' && code !== 'IMPORT_BASE_PATH_NOTED';
}

/** What was changed or left out, for a terminal. */
export function issueLines(issues: readonly Issue[]): string {
  return issues.filter(isWorthPrinting).map((one) => `${issueText(one)}\n`).join('');
}
