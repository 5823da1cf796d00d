import * as z from 'zod';
import { GatewayError } from '../../../errors';
import type { ConnectionRecord } from '../../inspection/protocol';
import type { DashboardPorts } from './dashboard-ports';
import { withBody, type Operation } from './operation';
import { playSchema } from './play-schema';

const connectSchema = playSchema.omit({ method: true, body: true, isBase64: true });
const messageSchema = z.strictObject({
  to: z.enum(['gateway', 'client']).describe('gateway: as the client, on a connection of the dashboard; client: as POST @connections does'),
  text: z.string(),
});

export const CONNECTION_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET', path: '/api/connections', summary: 'The last connections of WebSocket APIs, newest first', answers: 'ConnectionList',
    run: (_, { conversations }) => ({ json: { items: conversations.list() } }),
  },
  withBody(connectSchema, { path: '/api/connections', summary: 'Connect to a WebSocket API', answers: 'ConnectResult' },
    async ({ body }, { connect }) => ({ status: 201, json: await connect(body) })),
  {
    method: 'GET', path: '/api/connections/{id}', summary: 'A connection, with what was said over it', answers: 'ConnectionRecord',
    run: ({ id }, ports) => ({ json: keptConnection(id, ports) }),
  },
  withBody(messageSchema, { path: '/api/connections/{id}/messages', summary: 'Send a message over a connection', answers: 'nothing' },
    ({ id, body }, ports) => {
      ports.sendMessage(keptConnection(id, ports), body);
      return { status: 204 };
    }),
  {
    method: 'DELETE', path: '/api/connections/{id}', summary: 'Close a connection', answers: 'nothing',
    run: ({ id }, ports) => {
      ports.disconnect(keptConnection(id, ports));
      return { status: 204 };
    },
  },
];

/** @throws CONNECTION_NOT_RECORDED */
function keptConnection(id: string, { conversations }: DashboardPorts): ConnectionRecord {
  const connection = conversations.get(id);
  if (connection === undefined) throw new GatewayError('CONNECTION_NOT_RECORDED', { id });
  return connection;
}
