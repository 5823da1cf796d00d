import type { Issue } from '../../errors';
import type { ImportedSource } from '../../importers';
import { isNoted } from '../../sources';
import { describeIntegrationInput } from '../../spec';

/** The result of an import: the counts of each API, and the issues by resource and line. */
export interface ImportReport {
  readonly apis: readonly { readonly name: string; readonly methods: number; readonly unavailable: number; readonly functions: number }[];
  readonly issues: readonly ReportedIssue[];
}

interface ReportedIssue {
  readonly outcome: 'refused' | 'changed' | 'noted';
  readonly source: string;
  readonly location: string;
  readonly code: string;
  readonly message: string;
}

export function reportOf({ apis, issues }: ImportedSource): ImportReport {
  return {
    apis: apis.map(({ name, spec }) => {
      const methods = Object.values(spec.resources ?? {}).flatMap(({ methods: own = {} }) => Object.values(own));
      const unavailable = methods.filter(({ integration }) => describeIntegrationInput(integration).unavailable !== undefined).length;
      return { name, methods: methods.length, unavailable, functions: Object.keys(spec.functions ?? {}).length };
    }),
    issues: issues.map((one) => ({ outcome: outcomeOf(one), source: one.source ?? '', location: one.location, code: one.code, message: one.message })),
  };
}

function outcomeOf(found: Issue): ReportedIssue['outcome'] {
  if (isNoted(found)) return 'noted';
  return found.severity === 'warning' ? 'changed' : 'refused';
}

/** The report as Markdown. */
export function reportText({ apis, issues }: ImportReport): string {
  const row = (...cells: readonly (string | number)[]): string => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  return [
    '| API | methods | answered 501 | functions |', '|---|---|---|---|',
    ...apis.map(({ name, methods, unavailable, functions }) => row(name, methods, unavailable, functions)), '',
    ...(issues.length === 0 ? ['Everything was imported exactly.'] : [
      '| | line | resource | what |', '|---|---|---|---|',
      ...issues.map(({ outcome, source, location, message, code }) => row(outcome, source, location, `${message} (${code})`)),
    ]), '',
  ].join('\n');
}
