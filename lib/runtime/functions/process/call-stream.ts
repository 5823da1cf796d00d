import type { FunctionStream, InvocationOutcome, StreamPart } from '../../ports';
import { STREAM_WINDOW_BYTES } from '../wire/frames';

/** Credit is returned in batches, not with each chunk. */
const PORTION_BYTES = STREAM_WINDOW_BYTES / 4;

export interface CallStreamListener {
  /** This many bytes were passed on; the instance may send as many more. */
  readonly passedOn: (bytes: number) => void;
  readonly cancelled: () => void;
}

/** The gateway's end of one call's response stream; buffers what the instance has sent, up to one window. */
export class CallStream implements FunctionStream {
  #chunks: Buffer[] = [];
  #heldBytes = 0;
  #passedOnBytes = 0;
  #last: StreamPart | undefined;
  #isCancelled = false;
  #taker: ((part: StreamPart) => void) | undefined;

  public constructor(private readonly listener: CallStreamListener) {}

  public readonly next = (): Promise<StreamPart> => {
    const bytes = this.#chunks.shift();
    if (bytes !== undefined) return Promise.resolve(this.#passOn(bytes));
    if (this.#last !== undefined) return Promise.resolve(this.#last);
    return new Promise((resolve) => {
      this.#taker = resolve;
    });
  };

  public readonly cancel = (): void => {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#chunks = [];
    this.#heldBytes = 0;
    if (this.#last === undefined) this.listener.cancelled();
    this.#finish({ type: 'end' });
  };

  /** Whether the instance respects its credit. */
  public push(bytes: Buffer): boolean {
    if (this.#isCancelled || this.#last !== undefined) return true;
    this.#heldBytes += bytes.length;
    if (this.#heldBytes + this.#passedOnBytes > STREAM_WINDOW_BYTES) return false;
    const taker = this.#taker;
    this.#taker = undefined;
    if (taker === undefined) this.#chunks.push(bytes);
    else taker(this.#passOn(bytes));
    return true;
  }

  public end(): void {
    this.#finish({ type: 'end' });
  }

  /** Parts received before are still passed on. */
  public breakOff(outcome: InvocationOutcome): void {
    this.#finish({ type: 'broken', outcome });
  }

  #finish(last: StreamPart): void {
    this.#last ??= last;
    const taker = this.#taker;
    this.#taker = undefined;
    taker?.(this.#last);
  }

  #passOn(bytes: Buffer): StreamPart {
    this.#heldBytes -= bytes.length;
    this.#passedOnBytes += bytes.length;
    if (this.#passedOnBytes >= PORTION_BYTES && this.#last === undefined) {
      this.listener.passedOn(this.#passedOnBytes);
      this.#passedOnBytes = 0;
    }
    return { type: 'chunk', bytes };
  }
}
