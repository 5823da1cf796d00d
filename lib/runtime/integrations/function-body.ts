import type { FunctionStream } from '../ports';
import type { StreamHead } from '../functions/wire/stream-head';
import { callError, type Call } from './function-outcome';

/** The body of a function's stream after its head; throws the function's failure. */
export async function* bodyChunks(stream: FunctionStream, { rest }: StreamHead, call: Call): AsyncGenerator<Buffer> {
  if (rest.length > 0) yield rest;
  for (;;) {
    const part = await stream.next();
    if (part.type === 'end') return;
    if (part.type === 'broken') throw callError(part.outcome, call);
    if (part.bytes.length > 0) yield part.bytes;
  }
}
