import { GatewayError } from '../../errors';
import { describeProtocol, type GatewaySpec } from '../../spec';
import type { ConnectionEvent, ConnectionEventType } from '../plan/connection';
import type { SystemPorts } from '../ports';
import type { TestInvokeRequest } from './test-invocation';

const ID_BYTES = 11;
const HOST = 'test-invoke-host';
/** The end of a client that closes without a code. */
const CLOSE = { code: 1005, reason: 'Client-side close frame status not set' };

const TYPES: Readonly<Record<string, ConnectionEventType>> = { $connect: 'CONNECT', $disconnect: 'DISCONNECT' };

/**
 * The event that a test invocation of a route of a WebSocket API stands for; undefined for other APIs.
 * @throws OPTION_INVALID for what such an event does not have
 */
export function testEvent(
  request: TestInvokeRequest, definition: GatewaySpec, ports: Pick<SystemPorts, 'now' | 'randomBase64'>,
): ConnectionEvent | undefined {
  const { keepsConnections, methodKey } = describeProtocol(definition);
  if (!keepsConnections) return undefined;
  const { resource, method, headers = {}, multiValueHeaders = {}, body = '' } = request;
  const key = methodKey(resource, method);
  const type = TYPES[key] ?? 'MESSAGE';
  const names = [...Object.keys(headers), ...Object.keys(multiValueHeaders)];
  if (type !== 'CONNECT' && names.length > 0) throw refused('headers', names.join(', '), `none: the event of ${key} has no headers`);
  if (type !== 'MESSAGE' && body !== '') throw refused('body', `${body.length} characters`, `none: the event of ${key} has no body`);
  const userAgent = Object.entries(headers).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  return {
    type,
    connection: { connectionId: ports.randomBase64(ID_BYTES), connectedAt: ports.now(), host: HOST, userAgent },
    ...(type === 'MESSAGE' ? { messageId: ports.randomBase64(ID_BYTES) } : {}),
    ...(type === 'DISCONNECT' ? { close: CLOSE } : {}),
  };
}

function refused(option: string, given: string, allowed: string): GatewayError {
  return new GatewayError('OPTION_INVALID', { option, given, allowed });
}
