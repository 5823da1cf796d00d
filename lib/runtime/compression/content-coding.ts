import { promisify } from 'node:util';
import { deflate, gunzip, gzip, inflate, inflateRaw } from 'node:zlib';

export type ContentCoding = 'gzip' | 'deflate';

export type Unpacked =
  | { readonly type: 'body'; readonly body: Buffer }
  | { readonly type: 'too-large' }
  | { readonly type: 'broken'; readonly reason: string };

const CODINGS: Readonly<Record<string, ContentCoding | 'identity'>> = {
  'gzip': 'gzip',
  'x-gzip': 'gzip', // RFC 9110 §8.4.1.3: the same coding
  'deflate': 'deflate',
  'identity': 'identity',
};

/** The coding named by a Content-Encoding value; undefined for unsupported codings and for lists. */
export function contentCoding(value: string): ContentCoding | 'identity' | undefined {
  const name = value.trim().toLowerCase();
  return Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;
}

/**
 * The coding for a response: the first supported one of those that Accept-Encoding prefers. `*` selects none, and if an
 * unsupported coding is preferred, the response is not compressed.
 *
 * Written here because negotiator selects gzip for `*` and for `br, gzip;q=0.5`, and does not know `x-gzip`.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-enable-compression.html
 */
export function acceptedCoding(value: string | undefined): ContentCoding | undefined {
  const preferences = (value ?? '').split(',').flatMap((part) => {
    const [, name, quality = '1'] = /^\s*([^\s;]+)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/i.exec(part) ?? [];
    return name === undefined ? [] : { coding: contentCoding(name), weight: Number(quality) };
  });
  const best = Math.max(...preferences.map(({ weight }) => weight));
  const codings = preferences.filter(({ weight }) => weight === best && weight > 0).map(({ coding }) => coding);
  return codings.find((coding) => coding === 'gzip' || coding === 'deflate');
}

const packers = { gzip: promisify(gzip), deflate: promisify(deflate) } as const;
const unpackers = { gzip: promisify(gunzip), deflate: promisify(inflate), raw: promisify(inflateRaw) } as const;

/** Compresses a body, off the main thread. */
export async function pack(body: Buffer, coding: ContentCoding): Promise<Buffer> {
  return await packers[coding](body);
}

/** Decompresses a body, off the main thread, to at most `maxBytes`. Raw deflate data, which some clients send as `deflate`, is accepted. */
export async function unpack(body: Buffer, coding: ContentCoding, maxBytes: number): Promise<Unpacked> {
  const format = coding === 'deflate' && !hasZlibHeader(body) ? 'raw' : coding;
  try {
    return { type: 'body', body: await unpackers[format](body, { maxOutputLength: maxBytes }) };
  } catch (cause) {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
    if (code === 'ERR_BUFFER_TOO_LARGE') return { type: 'too-large' };
    return { type: 'broken', reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** RFC 1950 §2.2: compression method 8, and the first two bytes are a multiple of 31. */
function hasZlibHeader(body: Buffer): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
