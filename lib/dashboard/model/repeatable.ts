import type { RequestRecord } from '../protocol';

/** Events of a connection of a WebSocket API, which are recorded as requests. */
const EVENTS: ReadonlySet<string> = new Set(['MESSAGE', 'DISCONNECT']);

/** Whether a recorded request can be sent again, or copied as a call: an event of a connection came over that connection. */
export function isRepeatable({ method, path }: Pick<RequestRecord, 'method' | 'path'>): boolean {
  return !EVENTS.has(method) && path !== '/$connect';
}
