import fc from 'fast-check';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { acceptedCoding, contentCoding, pack, unpack, type ContentCoding } from '../../../lib/runtime/compression/content-coding';

const CODINGS: readonly ContentCoding[] = ['gzip', 'deflate'];

test.each([
  ['gzip', 'gzip'], ['GZIP', 'gzip'], [' x-gzip ', 'gzip'], ['deflate', 'deflate'], ['identity', 'identity'],
  ['br', undefined], ['gzip, deflate', undefined], ['', undefined], ['constructor', undefined],
])('Content-Encoding %j is %s', (value, coding) => {
  expect(contentCoding(value)).toBe(coding);
});

test.each([
  [undefined, undefined], ['', undefined], ['*', undefined], ['identity', undefined],
  ['gzip', 'gzip'], ['deflate', 'deflate'], ['gzip, deflate, br', 'gzip'], ['deflate, gzip', 'deflate'],
  ['deflate;q=0.5, gzip;q=0.8', 'gzip'], ['gzip;q=0', undefined], ['gzip;q=0, deflate', 'deflate'],
  ['br, gzip;q=0.9', undefined], ['identity;q=1, gzip;q=0.5', undefined], ['br, gzip', 'gzip'], ['identity, deflate', 'deflate'], ['gzip; q=1.0', 'gzip'], [';;,=', undefined],
])('Accept-Encoding %j asks for %s: named explicitly, and preferred to all others', (value, coding) => {
  expect(acceptedCoding(value)).toBe(coding);
});

describe.each(CODINGS)('%s', (coding) => {
  test('brings every body back', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), async (bytes) => {
      const body = Buffer.from(bytes);
      expect(await unpack(await pack(body, coding), coding, 5_000)).toEqual({ type: 'body', body });
    }), { numRuns: 50 });
  });

  test('unpacks to the limit and not one byte further', async () => {
    const packed = await pack(Buffer.alloc(1_000, 'a'), coding);
    expect(await unpack(packed, coding, 1_000)).toMatchObject({ type: 'body' });
    expect(await unpack(packed, coding, 999)).toEqual({ type: 'too-large' });
  });

  test('never throws, whatever the bytes', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      expect(['body', 'broken', 'too-large']).toContain((await unpack(Buffer.from(bytes), coding, 100)).type);
    }), { numRuns: 100 });
  });

  test('calls a body broken that is cut short or something else', async () => {
    const packed = await pack(Buffer.from('hello hello hello'), coding);
    expect(await unpack(packed.subarray(0, packed.length - 6), coding, 100)).toMatchObject({ type: 'broken' });
    expect(await unpack(Buffer.from('hello'), coding, 100)).toMatchObject({ type: 'broken' });
  });
});

test('bare deflate data is taken for deflate', async () => {
  const body = Buffer.from('hello hello hello');
  expect(await unpack(deflateRawSync(body), 'deflate', 100)).toEqual({ type: 'body', body });
  expect(await unpack(deflateSync(body), 'deflate', 100)).toEqual({ type: 'body', body });
});

test('a bomb of half a gigabyte costs no more memory than the limit', async () => {
  const bomb = Buffer.concat(Array.from({ length: 32 }, () => gzipSync(Buffer.alloc(16 * 1_048_576))));
  const before = process.memoryUsage().rss;
  expect(await unpack(bomb, 'gzip', 10_485_760)).toEqual({ type: 'too-large' });
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
});
