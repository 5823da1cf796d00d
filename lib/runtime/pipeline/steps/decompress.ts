import { GatewayError } from '../../../errors';
import { LIMITS } from '../../../spec';
import { contentCoding, unpack, type ContentCoding } from '../../compression/content-coding';
import { headerValue, withoutHeaders } from '../../http/headers';
import { withoutRaw } from '../../http/request';
import type { Admitted, Decompressed } from '../../plan/exchange';
import { planned, unneeded, type Planned, type StepResults } from '../../plan/step';
import type { MethodContext } from '../method-context';

const CONTENT_ENCODING = new Set(['content-encoding']);

/**
 * Decompresses the request's body. Later steps see the decompressed body, without Content-Encoding. AWS decompresses on APIs
 * without compression too; there, a body in an unsupported coding passes as it is, and a request without a body keeps its
 * header.
 * @throws CONTENT_ENCODING_UNSUPPORTED, CONTENT_ENCODING_BROKEN (415), REQUEST_UNPACKS_TOO_LARGE (413)
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-make-request-with-compressed-payload.html;
 * without compression https://qiita.com/ma2shita (2016), recorded case remap-http-full-template
 */
export function planDecompress({ stage }: Pick<MethodContext, 'stage'>): Planned<Admitted, Decompressed> {
  return stage.minimumCompressionSize === undefined ? WITHOUT_COMPRESSION : WITH_COMPRESSION;
}

/** Bodies of requests to HTTP APIs and messages are passed on as they came. */
export function planBodyAsSent(): Planned<Admitted, Decompressed> {
  return unneeded();
}

const WITH_COMPRESSION = decompressStep(true);
const WITHOUT_COMPRESSION = decompressStep(false);

function decompressStep(hasCompression: boolean): Planned<Admitted, Decompressed> {
  return planned('decompress', (admitted, results) => {
    const header = headerValue(admitted.received.headers, 'content-encoding');
    if (header === undefined) return undefined;
    const coding = contentCoding(header);
    if (!hasCompression && (coding === undefined || coding === 'identity' || admitted.received.body.length === 0)) return undefined;
    if (coding === undefined) throw new GatewayError('CONTENT_ENCODING_UNSUPPORTED', { given: header, allowed: 'gzip, deflate, identity' });
    return decompress({ coding, header }, admitted, results);
  });
}

interface Coding {
  readonly coding: ContentCoding | 'identity';
  /** As the client wrote it. */
  readonly header: string;
}

function decompress({ coding, header }: Coding, { received, headers }: Admitted, results: StepResults): Promise<void> | undefined {
  const replace = (body: Buffer): void => results.replaced(withoutRaw(received, body), withoutHeaders(headers, CONTENT_ENCODING));
  if (coding !== 'identity' && received.body.length > 0) return unpackBody(received.body, { coding, header }).then(replace);
  replace(received.body);
  return undefined;
}

async function unpackBody(body: Buffer, { coding, header }: { readonly coding: ContentCoding; readonly header: string }): Promise<Buffer> {
  const { max } = LIMITS.payloadBytes;
  const unpacked = await unpack(body, coding, max);
  if (unpacked.type === 'too-large') throw new GatewayError('REQUEST_UNPACKS_TOO_LARGE', { given: body.length, max });
  if (unpacked.type === 'broken') throw new GatewayError('CONTENT_ENCODING_BROKEN', { given: header, reason: unpacked.reason });
  return unpacked.body;
}
