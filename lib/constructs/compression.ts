import { GatewayError } from '../errors';
import { LIMITS } from '../spec';
import type { ISize } from './size';

/** Payload compression of an API. */
export interface CompressionOptions {
  /**
   * The minimum size of responses to compress for clients whose Accept-Encoding names gzip or deflate. Zero
   * compresses everything. Compressed request bodies are decompressed with or without it.
   * @default - responses are not compressed
   */
  readonly minCompressionSize?: ISize;

  /**
   * The same as a number of bytes, 0 to 10,485,760; `minCompressionSize` takes precedence.
   * @default - no compression
   */
  readonly minimumCompressionSize?: number;
}

/** The number of bytes as written in the spec. @throws COMPRESSION_SIZE_INVALID */
export function compressionBytes({ minCompressionSize, minimumCompressionSize }: CompressionOptions, location: string): number | undefined {
  const bytes = minCompressionSize?.toBytes() ?? minimumCompressionSize;
  if (bytes === undefined) return undefined;
  const { min, max } = LIMITS.minimumCompressionSize;
  if (Number.isInteger(bytes) && bytes >= min && bytes <= max) return bytes;
  throw new GatewayError('COMPRESSION_SIZE_INVALID', { given: String(bytes), max }, { location });
}
