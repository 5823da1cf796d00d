import { GatewayError } from '../../errors';
import { isText, type GatewayReply } from './reply';

/** Runs an action when it is known what was sent: immediately, or at the end of a stream. */
export function whenSent(reply: GatewayReply, action: (sent: GatewayReply) => void): GatewayReply {
  if (isText(reply) || reply.stream === undefined) {
    action(reply);
    return reply;
  }
  const { stream } = reply;
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
