import { GatewayError } from '../../errors';
import type { Reply } from '../exchange';

/** Does something with a reply when it is known what was sent: at once, or, of a stream, when it is over. */
export function whenSent(reply: Reply, action: (sent: Reply) => void): Reply {
  const { stream } = reply;
  if (stream === undefined) {
    action(reply);
    return reply;
  }
  const ended = (bytes: number, thrown: unknown): void => {
    stream.ended?.(bytes, thrown);
    action({ ...reply, streamedBytes: bytes, ...(thrown === undefined ? {} : { error: errorOf(thrown) }) });
  };
  return { ...reply, stream: { ...stream, ended } };
}

function errorOf(thrown: unknown): GatewayError {
  if (GatewayError.isGatewayError(thrown)) return thrown;
  return new GatewayError('INTERNAL', { reason: thrown instanceof Error ? thrown.message : String(thrown) }, { cause: thrown });
}
