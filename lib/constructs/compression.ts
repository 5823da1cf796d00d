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

/**
 * The number of bytes as written in the spec.
 * @throws COMPRESSION_SIZE_INVALID
 */
export function compressionBytes({ minCompressionSize, minimumCompressionSize }: CompressionOptions, location: string): number | undefined {
  const given = minCompressionSize?.toBytes() ?? minimumCompressionSize;
  if (given === undefined) return undefined;
  const { min, max } = LIMITS.minimumCompressionSize;
  if (Number.isInteger(given) && given >= min && given <= max) return given;
  throw new GatewayError('COMPRESSION_SIZE_INVALID', { given: String(given), max }, { location });
}
