import { CATALOG, type ErrorCode } from './catalog';
import { fillMessage, type ErrorDetails } from './fill-message';
import { GatewayError } from './gateway-error';

/** `error` fails; `warning` and `loss` (something a target cannot express) are only reported. */
export type Severity = 'error' | 'warning' | 'loss';

/** An issue of a definition or a file. Issues are collected and reported together. */
export interface Issue {
  readonly code: ErrorCode;
  readonly severity: Severity;
  /** Construct path, JSON pointer, or file. */
  readonly location: string;
  /** The line that declares what is wrong, `app.ts:12:7`, where it is known. */
  readonly source?: string;
  /** Construct path of what it contradicts, such as the first of two that have one name. */
  readonly related?: string;
  /** The line that declares that. */
  readonly relatedSource?: string;
  readonly message: string;
  readonly help: string;
  /** The functions that it is about, if it says that they cannot run here. */
  readonly unavailable?: { readonly names: readonly string[]; readonly reason: string };
}

/** An issue of severity `error` with the catalog's message and help. */
export function issue(code: ErrorCode, location: string, details: ErrorDetails = {}): Issue {
  const { message, help } = CATALOG[code];
  return { code, severity: 'error', location, message: fillMessage(message, details), help: fillMessage(help, details) };
}

/** The same as a warning, which is only reported. */
export function warning(code: ErrorCode, location: string, details: ErrorDetails = {}): Issue {
  return { ...issue(code, location, details), severity: 'warning' };
}

/** The same as a loss: what a target or importer cannot express. Only reported, unless strict mode is on. */
export function loss(code: ErrorCode, location: string, details: ErrorDetails = {}): Issue {
  return { ...issue(code, location, details), severity: 'loss' };
}

export function issueOf(error: GatewayError): Issue {
  return issue(error.code, error.location ?? '', error.details);
}

/** `app.ts:12:7: location: message [CODE]` with the help below, for terminals. */
export function issueText({ severity, source, relatedSource, location, message, code, help }: Issue): string {
  const first = relatedSource === undefined ? '' : ` (first at ${relatedSource})`;
  const line = source === undefined ? '' : `${source}${first}: `;
  const kind = severity === 'loss' && code.startsWith('IMPORT_') ? 'not imported' : severity;
  return `${kind}: ${line}${location === '' ? '' : `${location}: `}${message} [${code}]\n    ${help}`;
}

/** Throws one error with all issues of severity `error`; does nothing if there are none. */
export function throwIfErrors(subject: string, issues: readonly Issue[]): void {
  const errors = issues.filter((one) => one.severity === 'error');
  if (errors.length === 0) return;
  throw new GatewayError('DEFINITION_INVALID', {
    subject,
    count: errors.length,
    errors: errors.length === 1 ? '1 error' : `${errors.length} errors`,
    issues: errors.map((one) => `\n  ${issueText(one).replaceAll('\n', '\n  ')}`).join(''),
  });
}
