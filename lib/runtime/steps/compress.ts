import { acceptedCoding, pack } from '../compression/content-coding';
import type { Reply, Routed } from '../exchange';
import { headerValue } from '../headers';

/**
 * Packs the response of an integration on an API with compression: when the client names gzip or deflate before all
 * others, the body has the minimum size, and the integration has not packed it. Errors of the gateway stay as they are.
 * @see aws-data-plane §19, Compression
 */
export async function compress(reply: Reply, { stage, headers }: Pick<Routed, 'stage' | 'headers'>): Promise<Reply> {
  const { minimumCompressionSize: minimum } = stage;
  if (minimum === undefined || reply.body.length < minimum || reply.body.length === 0) return reply;
  const coding = acceptedCoding(headerValue(headers, 'accept-encoding'));
  if (coding === undefined || headerValue(reply.headers, 'content-encoding') !== undefined) return reply;
  return {
    ...reply,
    headers: [...reply.headers, { name: 'Content-Encoding', value: coding }],
    body: await pack(reply.body, coding),
  };
}
