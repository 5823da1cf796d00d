import { decodeCall, encodeCall, FRAME, FrameReader, NO_NONCE } from '../../../../lib/runtime/functions/wire/frames';
import { encodeFrame } from '../../../support/functions/encode-frame';

interface Read {
  readonly frames: (readonly [number, string, string])[];
  readonly broken: string[];
}

function read(pieces: readonly Buffer[], maxFrameBytes = 1000): Read {
  const seen: Read = { frames: [], broken: [] };
  const reader = new FrameReader({
    frame: (...frame) => seen.frames.push(frame),
    broken: (reason) => seen.broken.push(reason),
  }, maxFrameBytes);
  for (const piece of pieces) reader.push(piece);
  return seen;
}

const nonce = '0123456789abcdef';
const bytes = Buffer.concat([
  encodeFrame(FRAME.ready, NO_NONCE, ''),
  encodeFrame(FRAME.result, nonce, '{"ä":"🙂"}'),
  encodeFrame(FRAME.functionError, nonce, 'x'.repeat(300)),
]);
const frames = [[FRAME.ready, NO_NONCE, ''], [FRAME.result, nonce, '{"ä":"🙂"}'], [FRAME.functionError, nonce, 'x'.repeat(300)]];

test('frames are the same after the way, however they are cut', () => {
  for (const size of [1, 2, 3, 5, 21, 22, 100, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
    expect(read(pieces)).toEqual({ frames, broken: [] });
  }
});

test('a frame at the limit is read, one byte more is refused with all that follows', () => {
  expect(read([bytes], 317).broken).toEqual([]);
  const refused = read([bytes, bytes], 316);
  expect(refused.frames).toEqual(frames.slice(0, 2));
  expect(refused.broken).toEqual(['a frame of 317 bytes']);
});

test.each([0, 16, 0xffffffff])('a length that no frame can have is refused: %d', (length) => {
  const head = Buffer.from(length.toString(16).padStart(8, '0'));
  expect(read([head]).broken).toEqual([`a frame of ${length} bytes`]);
});

test('a length that is not a number is refused', () => {
  expect(read([Buffer.from('0000001G')]).broken).toEqual(['bytes that are not a valid frame']);
});

test('a call is its head and the text of its event, untouched', () => {
  const head = { invocationId: 'a', remainingMs: 5, traceId: 'Root=1' };
  expect(decodeCall(encodeCall(head, '{ "a":\n 1 }'))).toEqual({ head, event: '{ "a":\n 1 }' });
});
