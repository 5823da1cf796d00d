import { FrameBuffer, frameOf } from '../../../../lib/runtime/functions/host/frame-buffer';
import { ANSWER_LOG_BYTES } from '../../../../lib/runtime/functions/wire/answer-log';
import { FRAME, frameHead, FrameReader } from '../../../../lib/runtime/functions/wire/frames';

const nonce = '0123456789abcdef';

function open() {
  const written: Buffer[] = [];
  const frames = new FrameBuffer((bytes) => written.push(Buffer.from(bytes)));
  const fresh = () => {
    let kept: unknown[] = [];
    frames.keep((bytes, from, to) => {
      kept = bodiesOf([bytes.subarray(from, to)]);
      return true;
    });
    return kept;
  };
  return { frames, written, fresh, bodies: () => bodiesOf(written) };
}

function bodiesOf(pieces: readonly Uint8Array[]): unknown[] {
  const bodies: unknown[] = [];
  const reader = new FrameReader({
    frame: (_, given, body) => bodies.push(given === nonce ? body : given),
    chunk: (_, bytes) => bodies.push([...bytes]),
    broken: (reason) => bodies.push(reason),
  }, 10 * ANSWER_LOG_BYTES);
  for (const piece of pieces) reader.push(Buffer.from(piece));
  return bodies;
}

const endOfTurn = () => new Promise((resolve) => { setImmediate(resolve); });

test('frames of one turn are written together at its end, and none twice', async () => {
  const { frames, written, bodies } = open();
  frames.add(FRAME.result, nonce, '"\u00e4\u20ac"');
  frames.add(FRAME.result, nonce, '');
  frames.add(FRAME.result, nonce, '\ud800');
  expect(written).toEqual([]);
  await endOfTurn();
  expect(bodies()).toEqual(['"\u00e4\u20ac"', '', '\ufffd']);
  expect(written).toHaveLength(1);
  frames.add(FRAME.result, nonce, 'next');
  await endOfTurn();
  expect(bodies()).toHaveLength(4);
  await endOfTurn();
  expect(written).toHaveLength(2);
});

test.each([0, 1, 255, 256, 4_095, 70_000])('a head is the same as that of a text, with %d characters behind it', (characters) => {
  const { frames } = open();
  const body = 'x'.repeat(characters);
  frames.add(FRAME.textResult, nonce, body);
  expect(Buffer.from(frames.take()).toString('latin1')).toBe(frameHead(FRAME.textResult, nonce, characters) + body);
  expect(Buffer.from(frameOf(FRAME.textResult, nonce, Buffer.from(body))).toString('latin1')).toBe(frameHead(FRAME.textResult, nonce, characters) + body);
});

test('what was not written can be taken', async () => {
  const { frames, written } = open();
  frames.add(FRAME.result, nonce, '1');
  expect(bodiesOf([frames.take()])).toEqual(['1']);
  await endOfTurn();
  expect(written).toEqual([]);
});

test('what is fresh is given to the log once, and written all the same', () => {
  const { frames, fresh, bodies } = open();
  frames.add(FRAME.result, nonce, '1');
  expect(fresh()).toEqual(['1']);
  expect(fresh()).toEqual([]);
  frames.add(FRAME.result, nonce, '2');
  frames.add(FRAME.result, nonce, '3');
  expect(fresh()).toEqual(['2', '3']);
  frames.flush();
  expect(frames.keep(() => false)).toBe(false);
  expect(bodies()).toEqual(['1', '2', '3']);
  frames.add(FRAME.result, nonce, '4');
  expect(fresh()).toEqual(['4']);
});

test('a frame that does not fit is written at once, behind those before it, and is not fresh', () => {
  const { frames, written, fresh, bodies } = open();
  const long = '\u20ac'.repeat(ANSWER_LOG_BYTES);
  frames.add(FRAME.result, nonce, '1');
  frames.add(FRAME.result, nonce, long);
  expect(bodies()).toEqual(['1', long]);
  expect(fresh()).toEqual([]);
  frames.add(FRAME.result, nonce, '2');
  expect(written).toHaveLength(2);
  frames.addBytes(FRAME.chunk, nonce, Buffer.from([1, 255]));
  expect(bodies()).toEqual(['1', long, '2', [1, 255]]);
});

test('a frame of up to the log\'s size waits and is fresh, whatever its characters could take', () => {
  const { frames, written, fresh } = open();
  const body = 'x'.repeat(ANSWER_LOG_BYTES - 25);
  frames.add(FRAME.result, nonce, body);
  expect([written.length, fresh()]).toEqual([0, [body]]);
  frames.add(FRAME.result, nonce, '2');
  expect([written.length, fresh()]).toEqual([1, ['2']]);
});

test('a turn with more than the buffer is written in parts, in order', () => {
  const { frames, bodies } = open();
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(20_000));
  for (const text of texts) frames.add(FRAME.result, nonce, text);
  frames.flush();
  expect(bodies()).toEqual(texts);
});
