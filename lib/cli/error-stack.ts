/*
 * Reads thrown values by their members instead of `instanceof`: apps, bundlers and test runners may have another Error.
 */

/** The code of a system error; empty if it has none. */
export function codeOf(thrown: unknown): string {
  return memberOf(thrown, 'code') ?? '';
}

export function messageOf(thrown: unknown): string {
  return memberOf(thrown, 'message') ?? String(thrown);
}

export function stackOf(thrown: unknown): string {
  return memberOf(thrown, 'stack') ?? messageOf(thrown);
}

/** The message of a `GatewayError` without its code, which is shown elsewhere; of others the whole message. */
export function messageWithoutCode(thrown: unknown): string {
  return messageOf(thrown).replace(/^\[[A-Z0-9_]+\] /, '');
}

function memberOf(thrown: unknown, name: 'code' | 'message' | 'stack'): string | undefined {
  const value: unknown = typeof thrown === 'object' && thrown !== null && name in thrown ? Object(thrown)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
