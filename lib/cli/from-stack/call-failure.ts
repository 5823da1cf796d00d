import { GatewayError } from '../../errors';
import { codeOf, messageOf } from '../error-stack';

const DENIED = /^(?:AccessDenied|UnauthorizedOperation|Forbidden)/;
/** Errors of sockets and of name servers, and calls that took too long. Providers of credentials have them in their messages only. */
const UNREACHABLE = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ENETDOWN|EHOSTUNREACH|EHOSTDOWN|ETIMEDOUT|EPIPE|TimeoutError|AbortError)\b/;
const NOT_FOUND = /^(?:ResourceNotFoundException|NotFoundException)$/;
/** Causes are followed only so far: they might form a circle. */
const MAX_CAUSES = 5;

/** Returns the coded error for a call that failed. @param stack - the stack that was asked for by name */
export function failureOf(action: string, cause: unknown, stack?: string): GatewayError {
  if (GatewayError.isGatewayError(cause)) return cause;
  const [name, reason] = [nameOf(cause), firstLine(messageOf(cause))];
  if (stack !== undefined && name === 'ValidationError' && reason.includes('does not exist')) {
    return new GatewayError('STACK_NOT_FOUND', { name: stack, reason }, { cause });
  }
  if (DENIED.test(name)) return new GatewayError('STACK_ACCESS_DENIED', { action, reason }, { cause });
  if (causesOf(cause).some((error) => UNREACHABLE.test(`${codeOf(error)} ${nameOf(error)} ${messageOf(error)}`))) {
    return new GatewayError('STACK_NOT_REACHABLE', { action, reason }, { cause });
  }
  return new GatewayError('STACK_NOT_READ', { action, reason: `${name}: ${reason}` }, { cause });
}

/** Whether a call failed because what it reads is gone: it was removed by hand. */
export function isGone(error: unknown): boolean {
  return GatewayError.isGatewayError(error) && NOT_FOUND.test(nameOf(error.cause));
}

/** An error, its causes, and those that an AggregateError of several addresses has. */
function causesOf(error: unknown, depth = 0): unknown[] {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSES) return [];
  const inner: unknown[] = ['cause' in error ? error.cause : undefined, 'errors' in error ? error.errors : undefined].flat();
  return [error, ...inner.flatMap((cause) => causesOf(cause, depth + 1))];
}

function nameOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
