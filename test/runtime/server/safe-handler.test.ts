import { safeHandler } from '../../../lib/runtime/server/safe-handler';
import type { GatewayReply } from '../../../lib/runtime/http/reply';
import type { RequestHandler } from '../../../lib/runtime/server/request-handler';
import { received } from '../../support/exchange';
import { observedStream } from '../../support/observed-stream';

const boom = new Error('boom');
const ANSWER: GatewayReply = { status: 200, head: '', text: 'answer' };

function answersOf(handler: Partial<RequestHandler>): { readonly replies: readonly GatewayReply[]; readonly defects: readonly unknown[] } {
  const replies: GatewayReply[] = [];
  const defects: unknown[] = [];
  const safe = safeHandler({
    handle: (_, respond) => respond(ANSWER), refuse: () => ANSWER, urlLength: () => 10, ...handler,
  }, (error) => defects.push(error));
  safe.handle(received(), (reply) => replies.push(reply));
  replies.push(safe.refuse(received(), new Error('refused')));
  return { replies, defects };
}

test('a handler that answers is left alone', () => {
  expect(answersOf({})).toEqual({ replies: [ANSWER, ANSWER], defects: [] });
});

test('one that throws answers 500, and the error is reported', () => {
  const { replies, defects } = answersOf({ handle: () => { throw boom; }, refuse: () => { throw boom; } });
  expect(replies).toMatchObject([{ status: 500 }, { status: 500 }]);
  expect(defects).toEqual([boom, boom]);
});

test('one that has answered before it throws does not answer twice', () => {
  const { replies, defects } = answersOf({ handle: (_, respond) => {
    respond(ANSWER);
    throw boom;
  } });
  expect([replies, defects]).toEqual([[ANSWER, ANSWER], [boom]]);
});

test('one that throws first and answers later answers once, and no stream of it stays open', () => {
  const { stream, ends } = observedStream();
  let late: ((reply: GatewayReply) => void) | undefined;
  const { replies, defects } = answersOf({ handle: (_, respond) => {
    late = respond;
    throw boom;
  } });
  late?.({ status: 200, headers: [], body: Buffer.alloc(0), stream });
  late?.(ANSWER);
  expect([replies, defects]).toEqual([[expect.objectContaining({ status: 500 }), ANSWER], [boom]]);
  expect(ends).toEqual(['cancelled', 'ended after 0']);
});
