import { ANSWER_LOG_BYTES } from '../wire/answer-log';
import { FRAME_HEAD_BYTES, writeFrameHead } from '../wire/frames';

/** A turn with more is written in parts. Only the pages that were used count as resident. */
const BUFFER_BYTES = ANSWER_LOG_BYTES;
const MAX_BYTES_PER_CHARACTER = 3;

// Taken before user code runs, which may replace them.
const { byteLength } = Buffer;
const atEndOfTurn = setImmediate;

/** Collects the frames of one turn and writes them together, converted once: the answer log takes the same bytes as the channel. */
export class FrameBuffer {
  readonly #bytes = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #end = 0;
  /** Where those begin that were not taken for the log. */
  #fresh = 0;
  #isScheduled = false;

  /** @param write - may keep what it is given */
  public constructor(private readonly write: (bytes: Uint8Array) => void) {}

  /** Hot path. A body that is too long for the buffer is written at once. */
  public add(kind: number, nonce: string, body: string): void {
    const mayFit = FRAME_HEAD_BYTES + body.length * MAX_BYTES_PER_CHARACTER <= BUFFER_BYTES - this.#end;
    if (!mayFit && !this.#makeRoom(FRAME_HEAD_BYTES + byteLength(body))) {
      this.addBytes(kind, nonce, Buffer.from(body));
      return;
    }
    const bodyBytes = this.#bytes.write(body, this.#end + FRAME_HEAD_BYTES);
    writeFrameHead(this.#bytes, this.#end, { kind, nonce, bodyBytes });
    this.#end += FRAME_HEAD_BYTES + bodyBytes;
    if (!this.#isScheduled) this.#schedule();
  }

  /** A frame whose body is bytes, written at once, behind those that wait. */
  public addBytes(kind: number, nonce: string, body: Uint8Array): void {
    this.flush();
    this.write(frameOf(kind, nonce, body));
  }

  public flush(): void {
    if (this.#end > 0) this.write(this.take());
  }

  public take(): Uint8Array {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#end));
    this.#end = this.#fresh = 0;
    return taken;
  }

  /** Gives a log what has been collected since this method was called last, and not written yet. @returns what the log returns */
  public keep(log: (bytes: Uint8Array, from: number, to: number) => boolean): boolean {
    const from = this.#fresh;
    this.#fresh = this.#end;
    return log(this.#bytes, from, this.#end);
  }

  /** Whether so many bytes fit, at the end or once what is before them is written. */
  #makeRoom(bytes: number): boolean {
    if (bytes > BUFFER_BYTES - this.#end) this.flush();
    return bytes <= BUFFER_BYTES;
  }

  #schedule(): void {
    this.#isScheduled = true;
    atEndOfTurn(() => {
      this.#isScheduled = false;
      this.flush();
    });
  }
}

export function frameOf(kind: number, nonce: string, body: Uint8Array): Uint8Array {
  const frame = Buffer.allocUnsafe(FRAME_HEAD_BYTES + body.byteLength);
  writeFrameHead(frame, 0, { kind, nonce, bodyBytes: body.byteLength });
  frame.set(body, FRAME_HEAD_BYTES);
  return frame;
}
