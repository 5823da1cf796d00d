import { Writable } from 'node:stream';

/** Where the bytes of a response stream go. `done` is called when more may be written. */
export interface StreamSink {
  readonly write: (bytes: Buffer, done: (error?: Error) => void) => void;
}

/** What `HttpResponseStream.from` puts in front of a body. */
type Prelude = () => Buffer;

const SEPARATOR = Buffer.alloc(8);
const { stringify } = JSON;

/**
 * The second argument of a streaming handler.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/config-rs-write-functions.html
 */
export class ResponseStream extends Writable {
  readonly #sink: StreamSink;
  #prelude: Prelude | undefined;

  public constructor(sink: StreamSink, highWaterMark: number | undefined) {
    super(highWaterMark === undefined ? {} : { highWaterMark });
    this.#sink = sink;
    // a stream that nobody reads any more is destroyed; a handler that does not listen for that must not end its process
    this.on('error', () => undefined);
  }

  /** Function URLs tell by it what the bytes are; the gateway does not ask. */
  public setContentType(_contentType: string): void {
    // the gateway takes what the prelude says
  }

  /** Puts status and headers in front of the first byte, or of the end when there is none. */
  public startWith(prelude: unknown): void {
    this.#prelude = () => Buffer.concat([Buffer.from(stringify(prelude)), SEPARATOR]);
  }

  public override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    const prelude = this.#prelude;
    this.#prelude = undefined;
    this.#sink.write(prelude === undefined ? chunk : Buffer.concat([prelude(), chunk]), done);
  }

  /** What was written while the stream had to wait leaves in one piece. */
  public override _writev(chunks: readonly { readonly chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
  }

  public override _final(done: (error?: Error) => void): void {
    const prelude = this.#prelude;
    this.#prelude = undefined;
    if (prelude === undefined) done();
    else this.#sink.write(prelude(), done);
  }
}

/** Keeps everything, for a caller that takes no stream. More than `maxBytes` is counted and not kept. */
export class KeepingSink implements StreamSink {
  readonly #maxBytes: number;
  #kept: Buffer[] = [];
  #bytes = 0;

  public constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  public readonly write = (bytes: Buffer, done: () => void): void => {
    this.#bytes += bytes.length;
    if (this.#bytes <= this.#maxBytes) this.#kept.push(bytes);
    else this.#kept = [];
    done();
  };

  public get bytes(): number {
    return this.#bytes;
  }

  public text(): string {
    return Buffer.concat(this.#kept).toString('utf8');
  }
}
