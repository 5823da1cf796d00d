import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import type { ConnectionList, ConnectionRecord, ConnectResult } from '../../runtime';
import type { DashboardApi } from '../dashboard-api';
import { CALLER, chosenApi, headers, linesOf, TARGET } from './call-input';
import { shortened, SHOWN_CHARACTERS, tool, type Tool } from './tool';

/** As many as the gateway keeps. */
const MOST_CONNECTIONS = 200;
const POLL_MS = 50;

const id = z.string().min(1).describe('id of a connection, as in the tool connections');

export const CONVERSATIONS_TOOL: Tool = tool({
  name: 'connections', title: 'WebSocket connections', effect: 'reads',
  description: 'The last connections of WebSocket APIs, newest first; with an id, one of them with what was said: each message with its route, function, status and request.',
  input: z.strictObject({ id: id.optional(), limit: z.int().min(1).max(MOST_CONNECTIONS).default(20) }),
}, async ({ id: wanted, limit }, api) => {
  if (wanted !== undefined) return { data: { ...shortened(await recordOf(api, wanted), SHOWN_CHARACTERS) } };
  const { items } = await api.get<ConnectionList>('/api/connections');
  return { data: { items: items.slice(0, limit) } };
});

export const CONNECTION_TOOLS: readonly Tool[] = [
  tool({
    name: 'connect', title: 'Connect to a WebSocket API', effect: 'sends',
    description: 'Connects through the whole gateway (authorizer, key, $connect). Answers the connection and the request that is its handshake; if only that, it was refused: explain says why.',
    input: z.strictObject({ ...TARGET, query: z.string().startsWith('?').optional().describe('query of the handshake: ?token=ann'), headers, ...CALLER }),
  }, async ({ headers: given, query, ...request }, api) => {
    const play = { ...request, ...await chosenApi(request, api), path: query ?? '', headers: linesOf(given) };
    return { data: { ...await api.post<ConnectResult>('/api/connections', play) } };
  }),
  tool({
    name: 'send', title: 'Send a WebSocket message', effect: 'sends',
    description: 'Sends a message over a connection of the tool connect, or to a client as POST @connections does, and answers what was said from then on, until the gateway has answered.',
    input: z.strictObject({
      id, text: z.string().describe('the message, usually JSON: {"action":"join"}'),
      to: z.enum(['gateway', 'client']).default('gateway').describe('gateway: as the client; client: as POST @connections does'),
      waitMs: z.int().min(0).max(30_000).default(2_000).describe('how long an answer is waited for; many routes have none'),
    }),
  }, async ({ id: connection, text, to, waitMs }, api) => {
    const { frameCount } = await recordOf(api, connection);
    await api.post(`/api/connections/${encodeURIComponent(connection)}/messages`, { to, text });
    const { frames, ...summary } = await answered(api, { connection, frameCount, waitMs });
    return { data: { ...summary, frames: shortened(frames, SHOWN_CHARACTERS) } };
  }),
  tool({
    name: 'disconnect', title: 'Close a WebSocket connection', effect: 'sends',
    description: 'Closes a connection, as its client or as DELETE @connections does; $disconnect is called.',
    input: z.strictObject({ id }),
  }, async ({ id: connection }, api) => {
    await api.remove(`/api/connections/${encodeURIComponent(connection)}`);
    return { data: { id: connection } };
  }),
];

interface Sent {
  readonly connection: string;
  /** The frames before it. */
  readonly frameCount: number;
  readonly waitMs: number;
}

/** The connection with the frames since a message was sent, when one is the gateway's or the time is over. */
async function answered(api: DashboardApi, { connection, frameCount, waitMs }: Sent): Promise<ConnectionRecord> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const record = await recordOf(api, connection);
    const frames = record.frames.slice(frameCount - record.frameCount);
    const isAnswered = record.frameCount > frameCount && frames.some(({ from }) => from === 'gateway');
    if (isAnswered || record.closed !== undefined || waitedMs >= waitMs) {
      return { ...record, frames: record.frameCount > frameCount ? frames : [] };
    }
    await setTimeout(POLL_MS);
  }
}

function recordOf(api: DashboardApi, connection: string): Promise<ConnectionRecord> {
  return api.get<ConnectionRecord>(`/api/connections/${encodeURIComponent(connection)}`);
}
