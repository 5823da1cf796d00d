import { GatewayError } from '../../errors';
import { LIMITS } from '../../spec';
import { contentCoding, unpack } from '../compression/content-coding';
import type { Admitted } from '../exchange';
import { headerValue, withoutHeaders } from '../headers';

const CONTENT_ENCODING = new Set(['content-encoding']);

/**
 * Unpacks the request's body on an API with compression. What is behind this step sees the plain body, without
 * Content-Encoding. Without compression the bytes are handed on as they came: nothing is unpacked by accident.
 * @throws CONTENT_ENCODING_UNSUPPORTED, CONTENT_ENCODING_BROKEN (415), REQUEST_UNPACKS_TOO_LARGE (413)
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-make-request-with-compressed-payload.html
 */
export async function decompress(admitted: Admitted): Promise<Admitted> {
  const { received, headers, stage } = admitted;
  const given = headerValue(headers, 'content-encoding');
  if (stage.minimumCompressionSize === undefined || given === undefined) return admitted;
  const coding = contentCoding(given);
  if (coding === undefined) throw new GatewayError('CONTENT_ENCODING_UNSUPPORTED', { given, allowed: 'gzip, deflate, identity' });
  const plain = { ...admitted, headers: withoutHeaders(headers, CONTENT_ENCODING) };
  if (coding === 'identity' || received.body.length === 0) return plain;
  const { max } = LIMITS.payloadBytes;
  const unpacked = await unpack(received.body, coding, max);
  if (unpacked.type === 'too-large') throw new GatewayError('REQUEST_UNPACKS_TOO_LARGE', { given: received.body.length, max });
  if (unpacked.type === 'broken') throw new GatewayError('CONTENT_ENCODING_BROKEN', { given, reason: unpacked.reason });
  return { ...plain, received: { ...received, body: unpacked.body } };
}
