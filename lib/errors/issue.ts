import { CATALOG, type ErrorCode } from './catalog';
import { fillMessage, GatewayError, type ErrorDetails } from './gateway-error';

/** `error` refuses, `warning` and `loss` (something a target cannot express) are reported only. */
export type Severity = 'error' | 'warning' | 'loss';

/** One finding about a definition or a file. Findings are collected and reported all at once. */
export interface Issue {
  readonly code: ErrorCode;
  readonly severity: Severity;
  /** Construct path, JSON pointer, or file. */
  readonly place: string;
  readonly message: string;
  readonly help: string;
}

/** An issue of severity `error` with the catalog's message and help. */
export function issue(code: ErrorCode, place: string, details: ErrorDetails = {}): Issue {
  const { message, help } = CATALOG[code];
  return { code, severity: 'error', place, message: fillMessage(message, details), help: fillMessage(help, details) };
}

/** The same as a warning: reported, but it refuses nothing. */
export function warning(code: ErrorCode, place: string, details: ErrorDetails = {}): Issue {
  return { ...issue(code, place, details), severity: 'warning' };
}

/** The same as a loss: what a target or an importer cannot express. Reported; it refuses nothing unless that is asked for. */
export function loss(code: ErrorCode, place: string, details: ErrorDetails = {}): Issue {
  return { ...issue(code, place, details), severity: 'loss' };
}

/** The issue that a caught error stands for. */
export function issueOf(error: GatewayError): Issue {
  return issue(error.code, error.place ?? '', error.details);
}

/** `place: message [CODE]` and the help below, for terminals. */
export function issueText(given: Issue): string {
  return `${given.severity}: ${given.place === '' ? '' : `${given.place}: `}${given.message} [${given.code}]\n    ${given.help}`;
}

/** Throws one error that lists all issues of severity `error`; does nothing when there is none. */
export function throwIfErrors(subject: string, issues: readonly Issue[]): void {
  const errors = issues.filter((one) => one.severity === 'error');
  if (errors.length === 0) return;
  throw new GatewayError('DEFINITION_INVALID', {
    subject,
    count: errors.length,
    issues: errors.map((one) => `\n  ${issueText(one).replaceAll('\n', '\n  ')}`).join(''),
  });
}
