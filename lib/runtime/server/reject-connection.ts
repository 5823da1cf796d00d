import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { GatewayError } from '../../errors';
import { fieldLines } from './write-reply';
import { SERVER_LIMITS } from './limits';
import type { Reply } from '../http/reply';

/** The meaning of parser errors, by code. All others mean that the bytes are not HTTP. */
const PARSER_ERRORS: Readonly<Record<string, () => GatewayError>> = {
  HPE_HEADER_OVERFLOW: () => new GatewayError('HEAD_TOO_LARGE', { reason: `request line and headers have more than ${SERVER_LIMITS.parserBytes} bytes` }),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new GatewayError('CHUNK_EXTENSIONS_TOO_LARGE'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new GatewayError('REQUEST_TIMEOUT'),
};

/** The error of the catalog for an error or timeout of Node's parser. */
export function parserErrorOf({ code, message }: NodeJS.ErrnoException): GatewayError {
  const known = PARSER_ERRORS[code ?? ''];
  return known === undefined ? new GatewayError('REQUEST_MALFORMED', { reason: message }) : known();
}

export function rejectConnection(socket: Socket, reply: Reply): void {
  const lines = [...fieldLines(reply), 'Content-Length', String(reply.body.length), 'Connection', 'close'];
  const head = lines.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${lines[index + 1] ?? ''}\r\n`] : [])).join('');
  const statusLine = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}`;
  socket.write(Buffer.concat([Buffer.from(`${statusLine}\r\n${head}\r\n`, 'latin1'), reply.body]));
  socket.destroySoon();
}
