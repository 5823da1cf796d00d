/** Methods that metrics and traces name. @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/ */
export const KNOWN_METHODS = ['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE'] as const;

/** The name of every other method: a client may write any word. */
export const OTHER_METHOD = '_OTHER';

const KNOWN: ReadonlySet<string> = new Set(KNOWN_METHODS);

/** Returns the name that a method has in metrics and traces. */
export function methodName(method: string): string {
  return KNOWN.has(method) ? method : OTHER_METHOD;
}
