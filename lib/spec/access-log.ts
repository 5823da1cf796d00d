import * as z from 'zod';
import { LIMITS } from './limits';

/** The log format of a stage's accesses: one line of text with `$context.…` variables. */
const accessLogFormatSchema = z
  .string()
  .min(1)
  .max(LIMITS.accessLogFormatLength.max)
  .regex(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/, 'one line, without control characters');

/** The access log of a stage: one line per request. Without a destination nothing is logged. */
export const accessLogSchema = z.strictObject({
  format: accessLogFormatSchema.describe('Text with `$context.…` variables; names requestId or extendedRequestId.'),
  destination: z
    .string()
    .min(1)
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'without control characters')
    .default('stdout')
    .describe('`stdout`, or a file to append to. An ARN or a token is a destination on AWS; locally it is stdout.'),
});

export type AccessLogSpec = z.output<typeof accessLogSchema>;

/**
 * A variable of an access log format. Names of headers, claims and context members of an authorizer may have hyphens and
 * colons, other variables may not, so that text after them is not part of their names.
 */
const VARIABLE = /\$context\.((?:requestOverride\.(?:header|path|querystring)|responseOverride\.header|authorizer\.claims)\.\w+(?:[:-]\w+)*|authorizer\.\w+(?:[:-]\w+)*|\w+(?:\.\w+)*)/g;

/** A format split into text (even indexes) and variables (odd indexes). */
export function accessLogParts(format: string): readonly string[] {
  return format.split(VARIABLE);
}

/** The variables of a format, without `$context.`. */
export function accessLogVariables(format: string): string[] {
  return accessLogParts(format).filter((_, index) => index % 2 === 1);
}
