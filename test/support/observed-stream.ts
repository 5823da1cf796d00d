import { streamLimits, type ReplyStream } from '../../lib/runtime/http/reply-stream';

/** A stream that never brings anything, and how it was ended. */
export function observedStream(): { readonly stream: ReplyStream; readonly ends: readonly string[] } {
  const ends: string[] = [];
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => { end = resolve; });
  async function* chunks(): AsyncGenerator<Buffer> {
    await ended;
    yield* [];
  }
  const stream: ReplyStream = {
    chunks: chunks(),
    cancel: () => {
      ends.push('cancelled');
      end?.();
    },
    limits: streamLimits('REGIONAL'),
    ended: (bytes) => void ends.push(`ended after ${bytes}`),
  };
  return { stream, ends };
}
