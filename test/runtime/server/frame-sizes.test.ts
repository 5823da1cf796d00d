import fc from 'fast-check';
import { FrameSizes } from '../../../lib/runtime/server/frame-sizes';

/** A frame of a client, with its length in the shortest form. */
function frame(length: number): Buffer {
  return Buffer.concat([Buffer.from([0x81]), sizeOf(length), Buffer.alloc(4), Buffer.alloc(length)]);
}

function sizeOf(length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | length]);
  return length < 65_536 ? Buffer.from([0x80 | 126, length >> 8, length & 0xff]) : longSize(length);
}

function longSize(length: number): Buffer {
  const size = Buffer.alloc(9, 0x80 | 127);
  size.writeBigUInt64BE(BigInt(length), 1);
  return size;
}

test('a frame that is too long is found, however the bytes come', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 5 }), fc.integer({ min: 1, max: 40 }), (lengths, chunk) => {
    const bytes = Buffer.concat(lengths.map(frame));
    const sizes = new FrameSizes(200);
    let isExceeded = false;
    for (let at = 0; at < bytes.length && !isExceeded; at += chunk) isExceeded = sizes.exceeds(bytes.subarray(at, at + chunk));
    expect(isExceeded).toBe(lengths.some((length) => length > 200));
  }));
});

test('frames are unfinished until the last one of their message, and control frames are none of it', () => {
  const withFirst = (first: number, length: number): Buffer => {
    const bytes = frame(length);
    bytes[0] = first;
    return bytes;
  };
  const sizes = new FrameSizes(200);
  const after = (bytes: Buffer): number => {
    sizes.exceeds(bytes);
    return sizes.unfinishedBytes;
  };
  const last = withFirst(0x80, 30);
  const parts = [withFirst(0x01, 100), withFirst(0x89, 5), last.subarray(0, 16), last.subarray(16), withFirst(0x81, 0)];
  expect(parts.map(after)).toEqual([228, 228, 366, 0, 0]);
});

test.each([[32_768, false], [32_769, true], [70_000, true], [2 ** 40, true]])('a frame that announces %i bytes: %p', (length, isTooLong) => {
  expect(new FrameSizes(32_768).exceeds(Buffer.concat([Buffer.from([0x81]), sizeOf(length), Buffer.alloc(4)]))).toBe(isTooLong);
});
