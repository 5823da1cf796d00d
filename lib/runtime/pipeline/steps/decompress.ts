import { GatewayError } from '../../../errors';
import { LIMITS } from '../../../spec';
import { contentCoding, unpack } from '../../compression/content-coding';
import { headerValue, withoutHeaders } from '../../http/headers';
import { withoutRaw } from '../../http/request';
import type { Admitted, Decompressed } from '../../plan/exchange';
import { planned, unneeded, type Planned, type StepResults } from '../../plan/step';
import type { MethodContext } from '../method-context';

const CONTENT_ENCODING = new Set(['content-encoding']);

/**
 * Decompresses the request's body on an API with compression. Later steps see the decompressed body, without
 * Content-Encoding. Without compression the bytes are passed on unchanged: nothing is decompressed by accident.
 * @throws CONTENT_ENCODING_UNSUPPORTED, CONTENT_ENCODING_BROKEN (415), REQUEST_UNPACKS_TOO_LARGE (413)
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-make-request-with-compressed-payload.html
 */
export function planDecompress({ stage }: Pick<MethodContext, 'stage'>): Planned<Admitted, Decompressed> {
  if (stage.minimumCompressionSize === undefined) return unneeded();
  return planned('decompress', (admitted, results) => {
    const given = headerValue(admitted.headers, 'content-encoding');
    return given === undefined ? undefined : decompress(given, admitted, results);
  });
}

function decompress(given: string, { received, headers }: Admitted, results: StepResults): Promise<void> | undefined {
  const coding = contentCoding(given);
  if (coding === undefined) throw new GatewayError('CONTENT_ENCODING_UNSUPPORTED', { given, allowed: 'gzip, deflate, identity' });
  const replace = (body: Buffer): void => results.replaced(withoutRaw(received, body), withoutHeaders(headers, CONTENT_ENCODING));
  if (coding !== 'identity' && received.body.length > 0) return unpackBody(received.body, { coding, given }).then(replace);
  replace(received.body);
  return undefined;
}

async function unpackBody(body: Buffer, { coding, given }: { readonly coding: 'gzip' | 'deflate'; readonly given: string }): Promise<Buffer> {
  const { max } = LIMITS.payloadBytes;
  const unpacked = await unpack(body, coding, max);
  if (unpacked.type === 'too-large') throw new GatewayError('REQUEST_UNPACKS_TOO_LARGE', { given: body.length, max });
  if (unpacked.type === 'broken') throw new GatewayError('CONTENT_ENCODING_BROKEN', { given, reason: unpacked.reason });
  return unpacked.body;
}
