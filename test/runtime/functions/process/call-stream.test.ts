import { CallStream } from '../../../../lib/runtime/functions/process/call-stream';
import { STREAM_WINDOW_BYTES } from '../../../../lib/runtime/functions/wire/frames';

function open() {
  const notices: (number | 'cancelled')[] = [];
  const stream = new CallStream({ passedOn: (bytes) => notices.push(bytes), cancelled: () => notices.push('cancelled') });
  return { stream, notices };
}

const chunk = (text: string) => ({ type: 'chunk', bytes: Buffer.from(text) });

test('parts come in their order, whether they are waited for or wait', async () => {
  const { stream } = open();
  const first = stream.next();
  stream.push(Buffer.from('a'));
  stream.push(Buffer.from('b'));
  stream.end();
  expect(await first).toEqual(chunk('a'));
  expect(await stream.next()).toEqual(chunk('b'));
  expect([await stream.next(), await stream.next()]).toEqual([{ type: 'end' }, { type: 'end' }]);
});

test('a stream that breaks off passes on what came before', async () => {
  const { stream } = open();
  stream.push(Buffer.from('a'));
  stream.breakOff({ type: 'timeout', timeoutMs: 5, limit: 'function' });
  expect(await stream.next()).toEqual(chunk('a'));
  expect(await stream.next()).toEqual({ type: 'broken', outcome: { type: 'timeout', timeoutMs: 5, limit: 'function' } });
});

test('credit is given back by the quarter window, for what was taken', async () => {
  const { stream, notices } = open();
  const quarter = STREAM_WINDOW_BYTES / 4;
  expect(stream.push(Buffer.alloc(quarter - 1))).toBe(true);
  await stream.next();
  expect(notices).toEqual([]);
  stream.push(Buffer.alloc(1));
  expect(notices).toEqual([]);
  await stream.next();
  expect(notices).toEqual([quarter]);
});

test('more unread data than the window is rejected', async () => {
  const { stream } = open();
  expect(stream.push(Buffer.alloc(STREAM_WINDOW_BYTES))).toBe(true);
  expect(stream.push(Buffer.alloc(1))).toBe(false);
  const fresh = open().stream;
  fresh.push(Buffer.alloc(STREAM_WINDOW_BYTES));
  await fresh.next();
  expect(fresh.push(Buffer.alloc(STREAM_WINDOW_BYTES))).toBe(true);
});

test('a cancelled stream ends at once, tells it once, and drops what comes', async () => {
  const { stream, notices } = open();
  stream.push(Buffer.from('a'));
  const waiting = open();
  const next = waiting.stream.next();
  stream.cancel();
  stream.cancel();
  waiting.stream.cancel();
  expect(await stream.next()).toEqual({ type: 'end' });
  expect(await next).toEqual({ type: 'end' });
  expect([notices, stream.push(Buffer.alloc(STREAM_WINDOW_BYTES * 2))]).toEqual([['cancelled'], true]);
});

test('a stream that is over is not cancelled', () => {
  const { stream, notices } = open();
  stream.end();
  stream.cancel();
  expect(notices).toEqual([]);
});
