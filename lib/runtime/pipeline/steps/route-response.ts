import { GatewayError } from '../../../errors';
import { lowerName } from '../../http/headers';
import type { Reply } from '../../http/reply';
import type { ConnectionEvent } from '../../plan/connection';

interface RouteRules {
  /** Whether the route has a route response: without one it is one-way. */
  readonly hasRouteResponse: boolean;
  /** Whether the integration maps its responses; others pass a status through. */
  readonly mapsResponses: boolean;
}

/**
 * The part of an answer that a client gets. To a handshake: the status, and the subprotocol if it is accepted. To a message: the body,
 * if the route has a route response. To the end of the connection: nothing.
 * @throws ROUTE_RESPONSE_STATUS
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-route-response.html
 */
export function routeResponse(reply: Reply, { type }: ConnectionEvent, { hasRouteResponse, mapsResponses }: RouteRules): Reply {
  const { status, headers, body } = reply;
  if (type === 'CONNECT') return { status, headers: headers.filter(({ name }) => lowerName(name) === 'sec-websocket-protocol'), body: NOTHING };
  if (type === 'DISCONNECT' || !hasRouteResponse) return { status, headers: [], body: NOTHING };
  if (!mapsResponses && status >= 300) throw new GatewayError('ROUTE_RESPONSE_STATUS', { status });
  return { status, headers: [], body };
}

const NOTHING = Buffer.alloc(0);
