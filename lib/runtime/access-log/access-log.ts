import type { AccessLog, LogVariables } from '../plan/access-log';
import { accessLogParts, type AccessLogSpec } from '../../spec';
import { printable } from '../http/printable';

/** Written for a missing value. */
const MISSING = '-';

/**
 * Compiles the format of an access log. Values are escaped so that none can end its field or line: as XML in formats that
 * begin with `<`, with backslashes in all others, as in JSON and the Common Log Format.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html
 */
export function compileAccessLog({ format, destination }: AccessLogSpec): AccessLog {
  const escape = format.trimStart().startsWith('<') ? escapeXml : escapeQuoted;
  const parts = accessLogParts(format);
  return {
    destination: isLocal(destination) ? destination : 'stdout',
    line: (variables) => parts.map((part, index) => (index % 2 === 0 ? part : valueText(part, variables, escape))).join(''),
  };
}

/** An AWS destination, given as an ARN or as a token for one, cannot be written to locally. */
function isLocal(destination: string): boolean {
  return !destination.startsWith('arn:') && !destination.includes('${');
}

/** `error.messageString` is already JSON text, including its quotes. */
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
