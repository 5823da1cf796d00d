import { loss, warning, type Issue } from './issue';

const NAMED_FUNCTIONS = 3;

/**
 * Names functions as the subject of a sentence.
 * @example functionsText(['A', 'B', 'C', 'D', 'E']) // '5 functions (A, B, C and 2 more)'
 */
export function functionsText(names: readonly string[]): string {
  const [first = '', ...others] = names;
  if (others.length === 0) return `function ${first}`;
  const more = names.length - NAMED_FUNCTIONS;
  const shown = names.slice(0, NAMED_FUNCTIONS).join(', ');
  return `${names.length} functions (${more > 0 ? `${shown} and ${more} more` : shown})`;
}

/** The issue of imported functions that cannot run here. */
export function unavailableFunctions(severity: 'warning' | 'loss', location: string, unavailable: NonNullable<Issue['unavailable']>): Issue {
  const { names, reason } = unavailable;
  const details = { functions: functionsText(names), reason };
  const issue = severity === 'loss' ? loss('IMPORT_FUNCTION_UNAVAILABLE', location, details) : warning('IMPORT_FUNCTION_UNAVAILABLE', location, details);
  return { ...issue, unavailable };
}

/** The same issues, with one for all functions that cannot run here for one reason: 20 in another language are one line. */
export function withFunctionsTogether(issues: readonly Issue[]): readonly Issue[] {
  return issues.flatMap((issue) => {
    const same = issue.unavailable === undefined ? [issue] : issues.filter((candidate) => hasReasonOf(candidate, issue));
    if (same.length <= 1) return [issue];
    return same[0] === issue ? [oneOf(same)] : [];
  });
}

function hasReasonOf({ severity, unavailable }: Issue, other: Issue): boolean {
  return unavailable !== undefined && unavailable.reason === other.unavailable?.reason && severity === other.severity;
}

/** It is where the first of them is. */
function oneOf(same: readonly Issue[]): Issue {
  const [first] = same;
  const names = same.flatMap(({ unavailable }) => unavailable?.names ?? []);
  const severity = first?.severity === 'loss' ? 'loss' : 'warning';
  const whole = unavailableFunctions(severity, '', { names, reason: first?.unavailable?.reason ?? '' });
  return first?.source === undefined ? whole : { ...whole, source: first.source };
}
