import type { Listen } from '../../inspection/request-records';
import type { ReplyStream } from '../../http/reply-stream';

/** A client that is this many events behind is cut off: it reads the list again when it comes back. */
const MOST_WAITING = 1_000;
/** A timer's longest time: a stream of events may be silent for days. */
const NEVER_MS = 2_147_483_647;

/** Ends when the client is gone or is told to. */
export interface EventStream extends ReplyStream {
  readonly end: () => void;
}

/** Events as server-sent events, from now on. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export function eventStream(listen: (listener: Listen) => () => void, ended: () => void): EventStream {
  // the comment lets the client know at once that it is connected
  let waiting: Buffer[] = [Buffer.from(': connected\n\n')];
  let isEnded = false;
  let wake = (): void => undefined;
  const end = (): void => {
    isEnded = true;
    stop();
    ended();
    wake();
  };
  const stop = listen(({ type, data }) => {
    if (waiting.length >= MOST_WAITING) return end();
    waiting.push(Buffer.from(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
    wake();
    return undefined;
  });
  async function* chunks(): AsyncGenerator<Buffer> {
    while (!isEnded || waiting.length > 0) {
      if (waiting.length === 0) await new Promise<void>((resolve) => { wake = resolve; });
      const next = Buffer.concat(waiting);
      waiting = [];
      if (next.length > 0) yield next;
    }
  }
  return { chunks: chunks(), cancel: end, end, limits: { idleMs: NEVER_MS, fullSpeedBytes: Infinity, bytesPerSecond: Infinity } };
}
