import type { Issue } from '../../errors';
import type { ImportedSource } from '../../importers';
import { isNoted } from '../../sources';
import { methodsOf, readSpec, whyUnavailable, type GatewaySpec } from '../../spec';

/** The result of an import: the counts of each API, and the issues by resource and line. */
export interface ImportReport {
  readonly apis: readonly ReportedApi[];
  readonly issues: readonly ReportedIssue[];
}

interface ReportedApi {
  readonly name: string;
  readonly methods: number;
  /** Number of methods that are answered with 501. */
  readonly unavailable: number;
  readonly functions: number;
  /** Why each of those is. */
  readonly reasons: readonly { readonly method: string; readonly path: string; readonly reason: string }[];
}

interface ReportedIssue {
  readonly outcome: 'refused' | 'changed' | 'noted';
  readonly source: string;
  readonly location: string;
  readonly code: string;
  readonly message: string;
}

export function reportOf({ apis, issues }: Pick<ImportedSource, 'apis' | 'issues'>): ImportReport {
  return {
    apis: apis.map(({ name, spec: input }) => {
      const { spec } = readSpec(input, name);
      const reasons = reasonsIn(spec);
      return { name, methods: methodsOf(spec).length, unavailable: reasons.length, functions: Object.keys(spec.functions).length, reasons };
    }),
    issues: issues.map((issue) => ({ outcome: outcomeOf(issue), source: issue.source ?? '', location: issue.location, code: issue.code, message: issue.message })),
  };
}

/** The methods that answer authorized callers with 501, on at least one stage if a stage variable names the function. */
function reasonsIn(spec: GatewaySpec): ReportedApi['reasons'] {
  const variables = [{}, ...Object.values(spec.stages).map((stage) => stage.variables)];
  return methodsOf(spec).flatMap(({ httpMethod, path, method }) => {
    const reasons = variables.map((ofStage) => whyUnavailable({ ...method, authorization: { type: 'NONE' } }, spec, ofStage));
    const reason = reasons.find((candidate) => candidate !== undefined);
    return reason === undefined ? [] : [{ method: httpMethod, path, reason }];
  });
}

function outcomeOf(issue: Issue): ReportedIssue['outcome'] {
  if (isNoted(issue)) return 'noted';
  return issue.severity === 'warning' ? 'changed' : 'refused';
}

export function reportText({ apis, issues }: ImportReport): string {
  const row = (...cells: readonly (string | number)[]): string => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  return [
    '| API | methods | answered 501 | functions |', '|---|---|---|---|',
    ...apis.map(({ name, methods, unavailable, functions }) => row(name, methods, unavailable, functions)), '',
    ...(apis.every(({ unavailable }) => unavailable === 0) ? [] : [
      '| API | method | answered 501 because |', '|---|---|---|',
      ...apis.flatMap(({ name, reasons }) => reasons.map(({ method, path, reason }) => row(name, `${method} ${path}`, reason))), '',
    ]),
    ...(issues.length === 0 ? ['Everything was imported exactly.'] : [
      '| | line | resource | what |', '|---|---|---|---|',
      ...issues.map(({ outcome, source, location, message, code }) => row(outcome, source, location, `${message} (${code})`)),
    ]), '',
  ].join('\n');
}
