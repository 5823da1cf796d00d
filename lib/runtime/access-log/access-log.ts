import { accessLogParts, type AccessLogSpec } from '../../spec';
import { printable } from '../system/printable';

/** Resolves a variable of `$context`, named without it; `undefined` where there is no value. */
export type LogVariables = (name: string) => string | undefined;

/** The access log of a stage, compiled. */
export interface AccessLog {
  readonly destination: string;
  /** The line of one request, without line feed. */
  readonly line: (variables: LogVariables) => string;
}

/** Where access log lines go. */
export type WriteAccessLog = (entry: AccessLogEntry) => void;

/** One line of a stage's access log. */
export interface AccessLogEntry {
  readonly api: string;
  readonly stage: string;
  /** As the stage names it: `stdout` or a file. */
  readonly destination: string;
  /** Without line feed; whatever a client sent, it is one line. */
  readonly line: string;
}

/** What a value is written as that does not exist. */
const MISSING = '-';

/**
 * Compiles the format of an access log. Values are escaped so that none ends its field or its line: in formats that begin
 * with `<` as XML wants it, in all others with a backslash, as JSON and the Common Log Format have it.
 * @see aws-data-plane §19, Access log only variables
 */
export function compileAccessLog({ format, destination }: AccessLogSpec): AccessLog {
  const escape = format.trimStart().startsWith('<') ? escapeXml : escapeQuoted;
  const parts = accessLogParts(format);
  return {
    destination: isLocal(destination) ? destination : 'stdout',
    line: (variables) => parts.map((part, index) => (index % 2 === 0 ? part : valueText(part, variables, escape))).join(''),
  };
}

/** A destination of AWS, by its ARN or by a token for it, cannot be written to from here. */
function isLocal(destination: string): boolean {
  return !destination.startsWith('arn:') && !destination.includes('${');
}

/** `error.messageString` is JSON text by itself, quotes and all. */
function valueText(name: string, variables: LogVariables, escape: (text: string) => string): string {
  const value = variables(name);
  if (value === undefined || value === '') return MISSING;
  return name === 'error.messageString' ? printable(value) : escape(value);
}

function escapeQuoted(text: string): string {
  return printable(text.replace(/["\\]/g, '\\$&'));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&apos;' };

function escapeXml(text: string): string {
  return printable(text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? found));
}
