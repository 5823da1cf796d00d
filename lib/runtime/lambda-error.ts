import type { LambdaError } from './ports';

/** A frame of the function's own code. */
const FRAME = /^\s+at .*\/var\/task\//;

/** Reads the error of a function; its process may have forged it, so nothing is assumed. */
export function readLambdaError(payload: string): Required<LambdaError> {
  const document = parse(payload);
  const trace: unknown = Reflect.get(document, 'trace');
  return {
    errorType: text(Reflect.get(document, 'errorType'), 'Error'),
    errorMessage: text(Reflect.get(document, 'errorMessage'), ''),
    trace: Array.isArray(trace) ? trace.filter((line) => typeof line === 'string') : [],
  };
}

/** An error of a function in a line: its class, message, and the place in the function's code that threw it. */
export function thrownText({ errorType, errorMessage, trace }: Required<LambdaError>): string {
  const frame = trace.find((line) => FRAME.test(line));
  return `${errorType}: ${errorMessage}${frame === undefined ? '' : `, ${frame.trim()}`}`;
}

function parse(payload: string): object {
  try {
    return Object(JSON.parse(payload));
  } catch {
    return {};
  }
}

function text(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
