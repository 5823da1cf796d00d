import { pino } from 'pino';
import type { Log } from '../ports';
import { SECRET_HEADERS } from '../http/header-names';
import { printableJson } from '../http/printable';

export interface JsonLogOptions {
  /** Wall clock, ms since 1970; default the system's. */
  readonly now?: () => number;
}

/** Members whose values never reach the log, at the top level or one below, even if an entry contains them. */
const SECRET = [...[...SECRET_HEADERS].flatMap((name) => [name, inTitleCase(name)]), 'apiKey', 'password', 'secret', 'token'];

/**
 * A log for machines: one JSON object per line, with `level`, `time` (ISO 8601), `message`, `code`, `requestId`, `function`
 * and the entry's fields beside them.
 */
export function jsonLog(write: (line: string) => void, { now = Date.now }: JsonLogOptions = {}): Log {
  const logger = pino({
    base: null,
    level: 'debug',
    messageKey: 'message',
    timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    redact: { paths: SECRET.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[redacted]' },
  }, { write: (line: string) => write(printableJson(line.trimEnd()) + '\n') });
  return ({ level, message, code, requestId, functionName, fields }) =>
    logger[level]({ ...fields, code, requestId, function: functionName }, '%s', message);
}

/** `X-Api-Key`, as most clients write it. */
function inTitleCase(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
