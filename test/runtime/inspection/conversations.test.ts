import { Conversations, type ConversationLimits } from '../../../lib/runtime/inspection/conversations';
import { RequestTrace } from '../../../lib/runtime/inspection/request-trace';
import type { RequestProgress } from '../../../lib/runtime/plan/exchange';

const LIMITS: ConversationLimits = { connections: 2, frames: 4, bytes: 1e6 };
let ids = 0;

/** The trace of an event, as the pipeline makes it. */
function traceOf(connectionId: string, type: 'CONNECT' | 'MESSAGE' | 'DISCONNECT', body = ''): RequestTrace {
  const connection = { type, connection: { connectionId, connectedAt: 1, host: 'x', userAgent: undefined }, ...(type === 'DISCONNECT' ? { close: { code: 1001, reason: '' } } : {}) };
  const progress = {
    connection, received: { receivedAt: 1, sourceIp: '::1', headers: [], body: Buffer.from(body) }, stageName: 'prod', routePath: '/$default',
    ids: { requestId: `r${++ids}`, trace: { text: '' } },
  };
  return new RequestTrace(progress as unknown as RequestProgress, 'Chat', 0); // the members that conversations read
}

function told(limits: Partial<ConversationLimits> = {}) {
  const conversations = new Conversations(() => undefined, { ...LIMITS, ...limits });
  const event = (...event: Parameters<typeof traceOf>): void => {
    const trace = traceOf(...event);
    conversations.began(trace);
    trace.answered({ status: 200, headers: [], body: Buffer.alloc(0) }, 1);
    conversations.answered(trace);
  };
  const textsOf = (id: string) => conversations.get(id)?.frames.map(({ text }) => text);
  return { conversations, event, textsOf };
}

test('frames of all connections share one limit: the oldest are dropped, and counted', () => {
  const { conversations, event, textsOf } = told();
  event('a', 'CONNECT');
  event('b', 'CONNECT');
  event('a', 'MESSAGE', 'first');
  for (const text of ['1', '2', '3', '4']) event('b', 'MESSAGE', text);
  expect([textsOf('a'), textsOf('b')]).toEqual([[], ['1', '2', '3', '4']]);
  expect(conversations.get('a')).toMatchObject({ frameCount: 1, droppedFrames: 1 });
});

test('their bytes are limited, and each text is cut', () => {
  const { event, textsOf, conversations } = told({ bytes: 40_000 });
  event('a', 'CONNECT');
  event('a', 'MESSAGE', 'x'.repeat(20_000));
  expect(conversations.get('a')?.frames).toMatchObject([{ bytes: 20_000, isTruncated: true, text: 'x'.repeat(16_384), status: 200, route: '$default' }]);
  event('a', 'MESSAGE', 'y'.repeat(4_000));
  expect(textsOf('a')).toEqual(['y'.repeat(4_000)]);
});

test('of too many connections those that are closed go first', () => {
  const { conversations, event } = told();
  event('a', 'CONNECT');
  event('b', 'CONNECT');
  event('b', 'DISCONNECT');
  event('c', 'CONNECT');
  event('d', 'CONNECT');
  expect(conversations.list().map(({ id }) => id)).toEqual(['d', 'c']);
});
