/*
 * What was thrown, by its members instead of `instanceof`: apps, bundlers and test runners have an Error of their own.
 */

/** The code of a system error; `` where it has none. */
export function codeOf(thrown: unknown): string {
  return memberOf(thrown, 'code') ?? '';
}

/** The sentence of an error. */
export function messageOf(thrown: unknown): string {
  return memberOf(thrown, 'message') ?? String(thrown);
}

/** The sentence of an error with the places it came through. */
export function stackOf(thrown: unknown): string {
  return memberOf(thrown, 'stack') ?? messageOf(thrown);
}

function memberOf(thrown: unknown, name: 'code' | 'message' | 'stack'): string | undefined {
  const value: unknown = typeof thrown === 'object' && thrown !== null && name in thrown ? Object(thrown)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
