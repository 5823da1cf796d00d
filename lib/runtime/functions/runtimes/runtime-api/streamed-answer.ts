import type { IncomingMessage } from 'node:http';
import { CreditSink } from '../../host/credit-sink';

/** An answer that arrives as a stream. */
export interface StreamedAnswer {
  /** The gateway takes this many more bytes. */
  readonly grant: (bytes: number) => void;
  /** Nobody reads it any more: the rest is dropped. */
  readonly cancel: () => void;
}

/**
 * Reads a body as it arrives, no faster than the gateway passes it on.
 *
 * @param ended - called at its end, which never comes if the client breaks off
 */
export function readStreamed(request: IncomingMessage, chunk: (bytes: Buffer) => void, ended: () => void): StreamedAnswer {
  const sink = new CreditSink(chunk);
  request.on('data', (bytes: Buffer) => {
    request.pause();
    sink.write(bytes, () => request.resume());
  });
  request.on('end', ended);
  return sink;
}
