import { GatewayError } from '../../errors';
import { LIMITS } from '../../spec';
import type { HeaderField } from '../http/headers';
import type { Reply } from '../http/reply';
import type { Received } from '../http/request';
import { handleOwn, refuseRequest, type Respond, type ServeOwn } from '../pipeline/gateway';
import type { ConnectionAnswer, ConnectionCommand, ConnectionPlace, ManageConnection } from '../plan/manage-connections';
import { readTarget } from '../router/request-path';
import type { UpgradeHandler } from '../server/upgrade-handler';
import { Session, type SessionParts } from './session';

/** A WebSocket API as the server sees it: handshakes, and requests about connections. */
export interface WebSocketApi {
  readonly upgrade: UpgradeHandler;
  readonly handle: (received: Received, respond: Respond) => void;
}

/** @param manage - runs commands on connections, also on those of other processes */
export function webSocketApi(parts: SessionParts, manage: ManageConnection): WebSocketApi {
  const { api, gateway, ports } = parts;
  const serve = serveConnections(api, manage);
  return {
    upgrade: (received, decide) => {
      const { stageName, path, fullPath } = readTarget(received.target);
      if (path === '/') {
        new Session(received, stageName, parts).connect(decide);
        return;
      }
      const error = new GatewayError('WEBSOCKET_PATH_UNKNOWN', { path: fullPath });
      decide({ type: 'refused', reply: refuseRequest(gateway(), received, { error, ports }) });
    },
    handle: (received, respond) => handleOwn(gateway(), received, { ports, respond, serve }),
  };
}

/*
 * The HTTP requests of a WebSocket API: `/<stage>/@connections/<id>`.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html
 */

const PATH = /^\/(?:@|%40)connections\/([^/]+)$/i;
const CONNECTION_ID = /^[\w-]{15}=$/;

/** Serves the requests about connections of an API. */
function serveConnections(api: string, manage: ManageConnection): ServeOwn {
  return async (progress, { stage, mayManageConnections }) => {
    const { received, path, fullPath, stageName, query } = progress;
    const { method, body } = received;
    const [, segment] = PATH.exec(path) ?? [];
    const commandOf = COMMANDS.get(method);
    if (segment === undefined || commandOf === undefined) throw new GatewayError('WEBSOCKET_UPGRADE_REQUIRED', { method, path: fullPath });
    const connectionId = decoded(segment);
    mayManageConnections({ received, stage, stageName, path, fullPath, query, routePath: `/${method}/@connections/${connectionId}` });
    if (!CONNECTION_ID.test(connectionId)) throw new GatewayError('CONNECTION_ID_INVALID', { connectionId });
    const { max } = LIMITS.webSocketMessageBytes;
    if (body.length > max) throw new GatewayError('CONNECTION_MESSAGE_TOO_LARGE', { given: body.length, max });
    const place = { api, stage: stage.name, connectionId };
    return replyTo(await manage(place, commandOf(body)), method === 'DELETE' ? 204 : 200, place);
  };
}

const COMMANDS: ReadonlyMap<string, (body: Buffer) => ConnectionCommand> = new Map<string, (body: Buffer) => ConnectionCommand>([
  ['POST', (data) => ({ type: 'post', data })],
  ['GET', () => ({ type: 'get' })],
  ['DELETE', () => ({ type: 'delete' })],
]);

/** A segment that is not UTF-8 stays as it is, and is no id. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function replyTo(answer: ConnectionAnswer, done: 200 | 204, { connectionId, stage }: ConnectionPlace): Reply {
  switch (answer.type) {
    case 'done': return { status: done, headers: [], body: Buffer.alloc(0) };
    case 'state': return { status: 200, headers: [JSON_TYPE], body: Buffer.from(stateText(answer)) };
    case 'gone': throw new GatewayError('CONNECTION_GONE', { connectionId, stage });
    case 'slow': throw new GatewayError('CONNECTION_SLOW', { connectionId });
  }
}

const JSON_TYPE: HeaderField = { name: 'Content-Type', value: 'application/json' };

function stateText({ connectedAt, lastActiveAt, sourceIp, userAgent }: Extract<ConnectionAnswer, { readonly type: 'state' }>): string {
  const time = (epochMs: number) => new Date(epochMs).toISOString();
  return JSON.stringify({ connectedAt: time(connectedAt), identity: { sourceIp, userAgent }, lastActiveAt: time(lastActiveAt) });
}
