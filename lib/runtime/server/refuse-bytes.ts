import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { GatewayError } from '../../errors';
import type { Reply } from '../exchange';
import { fieldLines } from './write-reply';
import { FRONT_LIMITS } from './limits';

/** What a parser's complaint means, by its code. All others mean that the bytes are no HTTP. */
const COMPLAINTS: Readonly<Record<string, () => GatewayError>> = {
  HPE_HEADER_OVERFLOW: () => new GatewayError('HEADERS_TOO_LARGE', { given: `more than ${FRONT_LIMITS.parserBytes}`, max: FRONT_LIMITS.headerBytes }),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new GatewayError('CHUNK_EXTENSIONS_TOO_LARGE'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new GatewayError('REQUEST_TIMEOUT'),
};

/** The error of the catalog for what Node's parser, or its clock, says of a connection. */
export function complaintOf({ code, message }: NodeJS.ErrnoException): GatewayError {
  const known = COMPLAINTS[code ?? ''];
  return known === undefined ? new GatewayError('REQUEST_MALFORMED', { reason: message }) : known();
}

/** Writes a reply for which there is no request, and ends the connection. */
export function endWith(socket: Socket, reply: Reply): void {
  const lines = [...fieldLines(reply), 'Content-Length', String(reply.body.length), 'Connection', 'close'];
  const head = lines.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${lines[index + 1] ?? ''}\r\n`] : [])).join('');
  socket.write(`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${head}\r\n`, 'latin1');
  socket.write(reply.body);
  socket.destroySoon();
}
