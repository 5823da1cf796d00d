import { GatewayError } from '../../errors';
import type { Received } from '../http/request';
import { handleOwn, refuseRequest, type Respond } from '../pipeline/gateway';
import type { ManageConnection } from '../plan/manage-connections';
import { readTarget } from '../router/request-path';
import type { UpgradeHandler } from '../server/upgrade-handler';
import { serveConnections } from './connection-requests';
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
