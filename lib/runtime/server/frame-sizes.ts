/*
 * Reads the heads of frames and nothing else: `ws` limits messages, which may consist of many frames, and does not show them.
 * @see RFC 6455 §5.2
 */

/** Bytes before the payload of a masked frame: two, up to eight of an extended length, the mask. */
const LONGEST_HEAD = 14;
const MASK_BYTES = 4;
/** Bytes that a frame takes besides its payload until its message is complete. */
const FRAME_BYTES = 128;
/** Bits of the first byte. */
const FINAL = 0x80;
const CONTROL = 0x08;

/** Watches the bytes of one connection for a frame that is too long. */
export class FrameSizes {
  /** The head of a frame as far as it has come. */
  readonly #head = Buffer.alloc(LONGEST_HEAD);
  #headBytes = 0;
  /** Bytes of the payload that are still to come. */
  #rest = 0;
  #unfinished = 0;

  public constructor(private readonly maxBytes: number) {}

  /** Bytes that the message takes that is not complete, as far as it has come. */
  public get unfinishedBytes(): number {
    return this.#unfinished;
  }

  /** Whether a frame in these bytes, or one that begins in them, is too long; the rest of a connection after such a frame is not read. */
  public exceeds(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length;) {
      if (this.#rest > 0) {
        const passed = Math.min(this.#rest, chunk.length - at);
        this.#rest -= passed;
        at += passed;
        this.#count(passed);
        continue;
      }
      this.#head[this.#headBytes] = chunk[at] ?? 0;
      this.#headBytes += 1;
      at += 1;
      const length = this.#payloadLength();
      if (length === undefined) continue;
      if (length > this.maxBytes) return true;
      this.#rest = length;
      this.#headBytes = 0;
      this.#count(FRAME_BYTES);
    }
    return false;
  }

  /** Counts bytes of a message; control frames, which may come between its frames, are none. */
  #count(bytes: number): void {
    const first = this.#head[0] ?? 0;
    if ((first & CONTROL) !== 0) return;
    const isComplete = this.#rest === 0 && (first & FINAL) !== 0;
    this.#unfinished = isComplete ? 0 : this.#unfinished + bytes;
  }

  /** The length of the payload once the head is complete. */
  #payloadLength(): number | undefined {
    if (this.#headBytes < 2) return undefined;
    const second = this.#head[1] ?? 0;
    const isMasked = second >= 0x80;
    const short = second & 0x7f;
    const extended = short === 126 ? 2 : short === 127 ? 8 : 0;
    if (this.#headBytes < 2 + extended + (isMasked ? MASK_BYTES : 0)) return undefined;
    if (extended === 0) return short;
    return extended === 2 ? this.#head.readUInt16BE(2) : Number(this.#head.readBigUInt64BE(2));
  }
}
