import { collect, streamLimits, type ReplyStream } from '../../../lib/runtime/http/reply-stream';

test('limits are those of the endpoint', () => {
  expect(streamLimits('EDGE')).toEqual({ idleMs: 30_000, fullSpeedBytes: 10_485_760, bytesPerSecond: 2_097_152 });
  expect(streamLimits('REGIONAL').idleMs).toBe(300_000);
  expect(streamLimits('PRIVATE').idleMs).toBe(300_000);
});

test.each([[5, 'ab', 0], [3, 'ab', 0], [2, 'ab', 1], [1, 'a', 1]])('of two bytes, at most %i are collected: %s', async (maxBytes, text, cancels) => {
  const cancel = jest.fn();
  const ended = jest.fn();
  async function* chunks() {
    yield Buffer.from('a');
    yield Buffer.from('b');
  }
  const stream: ReplyStream = { chunks: chunks(), cancel, limits: streamLimits('EDGE'), ended };
  expect((await collect(stream, maxBytes)).toString()).toBe(text);
  expect([cancel.mock.calls.length, ended.mock.calls.length]).toEqual([cancels, 1]);
});
