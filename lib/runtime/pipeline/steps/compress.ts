import { acceptedCoding, pack } from '../../compression/content-coding';
import { headerValue } from '../../http/headers';
import { replyOf } from '../../http/reply';
import type { Completed, Personal } from '../../plan/exchange';
import { planned, unneeded, type Planned } from '../../plan/step';
import type { MethodContext } from '../method-context';

/**
 * Compresses the response of an integration on an API with compression if the client prefers gzip or deflate, the body has
 * the minimum size, and the integration has not compressed it. Errors of the gateway are not compressed.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-gzip-compression-decompression.html
 */
export function planCompress({ stage: { minimumCompressionSize: minimum } }: Pick<MethodContext, 'stage'>): Planned<Personal, Completed> {
  if (minimum === undefined) return unneeded();
  return planned('compress', (request, results) => {
    if (results.reply === undefined) return undefined;
    const reply = replyOf(results.reply);
    if (reply.body.length < minimum || reply.body.length === 0) return undefined;
    const coding = acceptedCoding(headerValue(request.headers, 'accept-encoding'));
    if (coding === undefined || headerValue(reply.headers, 'content-encoding') !== undefined) return undefined;
    const headers = [...reply.headers, { name: 'Content-Encoding', value: coding }];
    return pack(reply.body, coding).then((body) => results.replied({ ...reply, headers, body }));
  });
}
