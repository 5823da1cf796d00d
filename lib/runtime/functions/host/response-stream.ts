import { Writable } from 'node:stream';

/** Receives the bytes of a response stream. `done` is called when more may be written. */
export interface StreamSink {
  readonly write: (bytes: Buffer, done: (error?: Error) => void) => void;
}

const SEPARATOR = Buffer.alloc(8);
const { stringify } = JSON;

/** The second argument of a streaming handler. @see https://docs.aws.amazon.com/lambda/latest/dg/config-rs-write-functions.html */
export class ResponseStream extends Writable {
  readonly #sink: StreamSink;
  /** Returns the bytes that `HttpResponseStream.from` puts in front of a body. */
  #prelude: (() => Buffer) | undefined;

  public constructor(sink: StreamSink, highWaterMark: number | undefined) {
    super(highWaterMark === undefined ? {} : { highWaterMark });
    this.#sink = sink;
    // a stream without a reader is destroyed; a handler that does not listen for that must not end its process
    this.on('error', () => undefined);
  }

  /** Function URLs use it for the type of the bytes; the gateway does not. */
  public setContentType(_contentType: string): void {
    // the gateway uses the prelude instead
  }

  /** Puts status and headers in front of the first byte, or of the end if there are no bytes. */
  public startWith(prelude: unknown): void {
    this.#prelude = () => Buffer.concat([Buffer.from(stringify(prelude)), SEPARATOR]);
  }

  public override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    const prelude = this.#prelude;
    this.#prelude = undefined;
    this.#sink.write(prelude === undefined ? chunk : Buffer.concat([prelude(), chunk]), done);
  }

  /** Writes made while the stream had to wait are sent together. */
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

/** Collects everything, for a caller that cannot stream. Bytes above `maxBytes` are counted but not kept. */
export class KeepingSink implements StreamSink {
  #kept: Buffer[] = [];
  public bytes = 0;

  public constructor(private readonly maxBytes: number) {}

  public readonly write = (bytes: Buffer, done: () => void): void => {
    this.bytes += bytes.length;
    if (this.bytes <= this.maxBytes) this.#kept.push(bytes);
    else this.#kept = [];
    done();
  };

  public text(): string {
    return Buffer.concat(this.#kept).toString('utf8');
  }
}
