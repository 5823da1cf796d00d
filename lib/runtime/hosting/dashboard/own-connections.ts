import type { WebSocket } from 'ws';
import { GatewayError } from '../../../errors';
import { describeProtocol } from '../../../spec';
import { requestIdName } from '../../edge/response-headers';
import type { HeaderList } from '../../http/headers';
import type { Conversations } from '../../inspection/conversations';
import type { ConnectionRecord, ConnectRequest, ConnectResult } from '../../inspection/protocol';
import type { DashboardPorts } from '../../management/dashboard/dashboard-ports';
import type { ConnectionCommand } from '../../plan/manage-connections';
import type { Connections } from '../../web-sockets';
import { opened, openSocket } from '../../web-sockets/client';
import { prepared, type PlayParts } from './play';

type ConnectionPorts = Pick<DashboardPorts, 'conversations' | 'connect' | 'sendMessage' | 'disconnect'>;

export function connectionPorts(connections: Pick<Connections, 'manage' | 'listen'>, conversations: Conversations, parts: PlayParts): ConnectionPorts {
  connections.listen({ sent: (place, message) => conversations.sent(place, message) });
  const own = new OwnConnections(conversations);
  const manage = ({ api, stage, id: connectionId }: ConnectionRecord, command: ConnectionCommand): void => {
    const { type } = connections.manage({ api, stage, connectionId }, command) ?? { type: 'gone' };
    if (type === 'gone') throw new GatewayError('CONNECTION_GONE', { connectionId, stage });
    if (type === 'slow') throw new GatewayError('CONNECTION_SLOW', { connectionId });
  };
  return {
    conversations,
    connect: (request) => own.connect(request, parts),
    sendMessage: (connection, { to, text }) => {
      if (to === 'gateway') own.send(connection.id, text);
      else manage(connection, { type: 'post', data: Buffer.from(text) });
    },
    disconnect: (connection) => {
      if (!own.close(connection.id)) manage(connection, { type: 'delete' });
    },
  };
}

/** Most connections that the dashboard holds at once. */
const MOST = 32;

/** The connections whose client is the dashboard. */
class OwnConnections {
  readonly #sockets = new Map<string, WebSocket>();

  public constructor(private readonly conversations: Conversations) {}

  /** Connects to a WebSocket API. @throws API_UNKNOWN, OPTION_INVALID, USER_POOL_UNKNOWN, DASHBOARD_CALL_INVALID */
  public async connect(wanted: ConnectRequest, parts: PlayParts): Promise<ConnectResult> {
    const target = '/api/connections';
    if (this.#sockets.size >= MOST) throw invalid(target, `the dashboard has ${MOST} connections open; close one`);
    const { request: { url, headers }, api } = await prepared({ ...wanted, method: 'GET' }, parts);
    if (api === undefined || !describeProtocol(api.definition).keepsConnections) throw invalid(target, `${wanted.api} is no WebSocket API`);
    let accepted = (): string | undefined => undefined;
    const socket = openSocket(url.replace(/^http/, 'ws'), {
      ...handshakeOf(headers),
      onKey: (key) => { accepted = this.conversations.expect(key); },
    });
    const refusal = await opened(socket).catch((cause: unknown) => {
      accepted();
      throw invalid(target, cause instanceof Error ? cause.message : String(cause));
    });
    const connection = accepted();
    if (connection === undefined) return { requestId: String(refusal?.headers[requestIdName(api.definition).toLowerCase()] ?? '') };
    this.#sockets.set(connection, socket);
    socket.on('close', () => this.#sockets.delete(connection));
    return { connection, requestId: this.conversations.get(connection)?.requestId ?? '' };
  }

  /** Sends a message to the gateway. @throws DASHBOARD_CALL_INVALID if another client has the connection */
  public send(connection: string, text: string): void {
    this.#socketOf(connection).send(text);
  }

  /** Closes the connection of a client that is the dashboard. @returns whether it is */
  public close(connection: string): boolean {
    const socket = this.#sockets.get(connection);
    socket?.close(1000);
    return socket !== undefined;
  }

  #socketOf(connection: string): WebSocket {
    const socket = this.#sockets.get(connection);
    const reason = `the dashboard is not the client of ${connection}; send to "client" instead`;
    if (socket === undefined) throw invalid('/api/connections/{id}/messages', reason);
    return socket;
  }
}

/** Subprotocols are offered by the client itself. */
function handshakeOf(headers: HeaderList): { readonly headers: Record<string, string>; readonly protocols: readonly string[] } {
  const offers = ({ name }: HeaderList[number]): boolean => name.toLowerCase() === 'sec-websocket-protocol';
  return {
    headers: Object.fromEntries(headers.filter((header) => !offers(header)).map(({ name, value }) => [name, value])),
    protocols: headers.filter(offers).flatMap(({ value }) => value.split(/\s*,\s*/)),
  };
}

function invalid(target: string, reason: string): GatewayError {
  return new GatewayError('DASHBOARD_CALL_INVALID', { target, reason });
}
