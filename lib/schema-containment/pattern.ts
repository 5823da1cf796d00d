/** Syntax that only patterns with the flag `u` have. */
const NEEDS_UNICODE = /\\[pPu]|[\ud800-\udfff]/;

/**
 * A pattern of a schema. Without the flag `u` V8 can match it in linear time once it backtracks too much, which a definition may make
 * it do for hours; the flag is there only where the pattern needs it.
 * @throws SyntaxError for one that JSON Schema does not allow
 */
export function schemaPattern(pattern: string): RegExp {
  const unicode = new RegExp(pattern, 'u');
  return NEEDS_UNICODE.test(pattern) ? unicode : new RegExp(pattern);
}
