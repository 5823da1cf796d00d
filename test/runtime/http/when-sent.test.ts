import { GatewayError } from '../../../lib/errors';
import { streamLimits } from '../../../lib/runtime/http/reply-stream';
import { whenSent } from '../../../lib/runtime/http/when-sent';
import { replyOf, type GatewayReply, type Reply } from '../../../lib/runtime/http/reply';

const REPLY: Reply = { status: 200, headers: [], body: Buffer.from('x') };

async function* nothing(): AsyncGenerator<Buffer> {
  // ends at once
}

const STREAM = { chunks: nothing(), cancel: () => undefined, limits: streamLimits('EDGE') };

test('a reply in one piece is sent at once, and stays as it is', () => {
  const sent: GatewayReply[] = [];
  expect(whenSent(REPLY, (reply) => sent.push(reply))).toBe(REPLY);
  expect(sent).toEqual([REPLY]);
});

test('so is a reply that is text', () => {
  const text = { status: 200, head: '', text: 'x' };
  const sent: GatewayReply[] = [];
  expect(whenSent(text, (reply) => sent.push(reply))).toBe(text);
  expect(sent).toEqual([text]);
});

test('a stream counts as sent when it ends; all listeners are notified', () => {
  const sent: Reply[] = [];
  const once = whenSent({ ...REPLY, stream: STREAM }, (reply) => sent.push(replyOf(reply)));
  const twice = whenSent(once, (reply) => sent.push(replyOf(reply)));
  expect(sent).toEqual([]);
  replyOf(twice).stream?.ended?.(7, undefined);
  expect(sent.map(({ streamedBytes, error }) => [streamedBytes, error])).toEqual([[7, undefined], [7, undefined]]);
});

test.each([
  [new GatewayError('STREAM_IDLE', { idleMs: 1 }), 'STREAM_IDLE'],
  [new Error('what is this'), 'INTERNAL'],
])('what cut a stream is its error: %s', (thrown, code) => {
  const sent: Reply[] = [];
  replyOf(whenSent({ ...REPLY, stream: STREAM }, (reply) => sent.push(replyOf(reply)))).stream?.ended?.(0, thrown);
  expect(sent[0].error?.code).toBe(code);
});
