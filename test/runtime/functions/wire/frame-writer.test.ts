import { FrameWriter } from '../../../../lib/runtime/functions/wire/frame-writer';
import { FRAME, FrameReader } from '../../../../lib/runtime/functions/wire/frames';

const nonce = '0123456789abcdef';

function open() {
  const written: Buffer[] = [];
  const writer = new FrameWriter((data, encoding) => written.push(typeof data === 'string' ? Buffer.from(data, encoding) : Buffer.from(data)));
  return { writer, written };
}

function read(pieces: readonly Buffer[]): unknown[] {
  const frames: unknown[] = [];
  const reader = new FrameReader({
    frame: (kind, _, body) => frames.push([kind, body]),
    chunk: (_, bytes) => frames.push(['chunk', [...bytes]]),
    broken: (reason) => frames.push(reason),
  }, 1_000);
  for (const piece of pieces) reader.push(piece);
  return frames;
}

const endOfTurn = () => new Promise((resolve) => { setImmediate(resolve); });

test('frames of one turn are written together, each with its encoding, in their order', async () => {
  const { writer, written } = open();
  writer.add(FRAME.result, nonce, '"\u00e4\u20ac"');
  writer.add(FRAME.result, nonce, '2');
  writer.addLatin1(FRAME.rawCall, nonce, '\u00e4\u00ff\u0000');
  writer.addBytes(FRAME.chunk, nonce, Buffer.from([1, 255]));
  writer.add(FRAME.result, nonce, '3');
  await endOfTurn();
  expect(read(written)).toEqual([[FRAME.result, '"\u00e4\u20ac"'], [FRAME.result, '2'], [FRAME.rawCall, '\u00e4\u00ff\u0000'], ['chunk', [1, 255]], [FRAME.result, '3']]);
  expect(written).toHaveLength(5); // two texts, a head and its bytes, a text
});

test('nothing is written before the end of the turn, unless it is asked for', async () => {
  const { writer, written } = open();
  writer.add(FRAME.result, nonce, '1');
  expect(written).toEqual([]);
  writer.flush();
  expect(read(written)).toEqual([[FRAME.result, '1']]);
  await endOfTurn();
  expect(written).toHaveLength(1);
});

test('what was not written can be taken', async () => {
  const { writer, written } = open();
  writer.add(FRAME.result, nonce, '1');
  expect(read([Buffer.from(writer.take())])).toEqual([[FRAME.result, '1']]);
  await endOfTurn();
  expect(written).toEqual([]);
});
