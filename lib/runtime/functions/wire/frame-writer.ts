import { FRAME_HEAD_BYTES, frameHead } from './frames';

// Taken before user code runs, which may replace them in the instance.
const { byteLength } = Buffer;
const atEndOfTurn = setImmediate;

export type FrameEncoding = 'utf8' | 'latin1';

/**
 * Collects the frames of one turn of the event loop and writes them together: under load, one system call and one wake-up
 * of the other side serve many calls; a single frame is sent as soon as the turn's other work is done.
 */
export class FrameWriter {
  #text = '';
  #encoding: FrameEncoding = 'utf8';
  #isScheduled = false;
  #addedBytes = 0;

  public constructor(private readonly write: (data: string | Uint8Array, encoding: FrameEncoding) => void) {}

  /** Bytes of all frames that were added as text. */
  public get addedBytes(): number {
    return this.#addedBytes;
  }

  /** Hot path. */
  public add(kind: number, nonce: string, body: string): void {
    const bodyBytes = byteLength(body);
    this.#collect('utf8', frameHead(kind, nonce, bodyBytes) + body, bodyBytes);
  }

  /** The same for a body with one byte per character. */
  public addLatin1(kind: number, nonce: string, body: string): void {
    this.#collect('latin1', frameHead(kind, nonce, body.length) + body, body.length);
  }

  #collect(encoding: FrameEncoding, frame: string, bodyBytes: number): void {
    if (encoding !== this.#encoding) {
      this.flush();
      this.#encoding = encoding;
    }
    this.#addedBytes += FRAME_HEAD_BYTES + bodyBytes;
    this.#text += frame;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    atEndOfTurn(() => {
      this.#isScheduled = false;
      this.flush();
    });
  }

  public addBytes(kind: number, nonce: string, body: Uint8Array): void {
    this.flush();
    this.write(frameHead(kind, nonce, body.byteLength), 'latin1');
    this.write(body, 'latin1');
  }

  public flush(): void {
    const text = this.take();
    if (text !== '') this.write(text, this.#encoding);
  }

  public take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
