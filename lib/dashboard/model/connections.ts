import type { ConnectionSummary } from '../protocol';

/** As many as the gateway keeps. */
const MOST_CONNECTIONS = 200;

/** Adds connections, newest first; one that is known already is replaced where it stands. */
export function withConnections(known: readonly ConnectionSummary[], added: readonly ConnectionSummary[]): readonly ConnectionSummary[] {
  const latest = new Map(added.map((connection) => [connection.id, connection]));
  const ids = new Set(known.map(({ id }) => id));
  const fresh = [...latest.values()].filter(({ id }) => !ids.has(id)).reverse();
  return [...fresh, ...known.map((connection) => latest.get(connection.id) ?? connection)].slice(0, MOST_CONNECTIONS);
}

const CODES: Readonly<Record<number, string>> = {
  1000: 'normal', 1001: 'going away', 1002: 'protocol error', 1003: 'unsupported data', 1005: 'no code', 1006: 'lost', 1007: 'not UTF-8',
  1008: 'policy violation', 1009: 'message too big', 1011: 'server error',
};

/** `1001 going away`; the reason that was sent, if there is one. */
export function closeText({ code, reason }: NonNullable<ConnectionSummary['closed']>): string {
  return [String(code), reason === '' ? CODES[code] : reason].filter((part) => part !== undefined).join(' ');
}
