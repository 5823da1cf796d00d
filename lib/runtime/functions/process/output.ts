import { StringDecoder } from 'node:string_decoder';
import { OUTPUT_MARK } from '../wire/frames';

const MAX_BYTES_PER_SECOND = 1024 * 1024;
/** Longer lines are split, as the log service does. */
const MAX_LINE_CHARACTERS = 256 * 1024;

export interface OutputOptions {
  /** Emits one line; `nonce` is that of the call that wrote it, if that is certain. */
  readonly line: (text: string, nonce: string | undefined) => void;
  readonly now: () => number;
}

/** Used as the nonce if several calls may have written: the mark at the end of each call attributes the lines. */
export const WAITS_FOR_MARK = Symbol('waits for mark');
/** Maximum number of lines waiting for a mark. */
const MAX_WAITING_LINES = 1000;

/** Splits a function's output into lines, attributes them, and drops output beyond 1 MiB a second. */
export class OutputReader {
  readonly #decoder = new StringDecoder('utf8');
  #held = '';
  #unowned: string[] = [];
  #windowStartedAt = 0;
  #windowBytes = 0;
  #droppedBytes = 0;

  public constructor(private readonly options: OutputOptions) {}

  /** Lines before a mark belong to the call that it names, others to `owner`. */
  public push(bytes: Buffer, owner: string | undefined | typeof WAITS_FOR_MARK): void {
    const hadDropped = this.#droppedBytes > 0;
    const text = this.#held + this.#decoder.write(this.#withinRate(bytes));
    const lines = text.split('\n');
    this.#held = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
    // the amount is reported later; there may be no output for a long time
    if (this.#droppedBytes > 0 && !hadDropped) this.#unowned.push('[output above 1 MiB a second is dropped]');
    if (this.#held.length > MAX_LINE_CHARACTERS) {
      this.#take(this.#held);
      this.#held = '';
    }
    if (owner !== WAITS_FOR_MARK) this.#release(owner);
    else if (this.#unowned.length > MAX_WAITING_LINES) this.#release(undefined);
  }

  /** The stream ended: emits the last line without a line end. */
  public end(currentNonce: string | undefined): void {
    const rest = this.#held + this.#decoder.end();
    this.#held = '';
    if (rest !== '') this.#take(rest);
    this.#reportDropped();
    this.#release(currentNonce);
  }

  #take(line: string): void {
    const at = line.indexOf(OUTPUT_MARK);
    if (at < 0) {
      this.#unowned.push(line);
      return;
    }
    // a call that did not end its last line has the mark after it
    if (at > 0) this.#unowned.push(line.slice(0, at));
    this.#release(line.slice(at + OUTPUT_MARK.length));
  }

  #release(nonce: string | undefined): void {
    if (this.#unowned.length === 0) return;
    const lines = this.#unowned;
    this.#unowned = [];
    for (const line of lines) this.options.line(line, nonce);
  }

  #withinRate(bytes: Buffer): Buffer {
    const now = this.options.now();
    if (now - this.#windowStartedAt >= 1000) {
      this.#reportDropped();
      this.#windowStartedAt = now;
      this.#windowBytes = 0;
    }
    const allowed = bytes.subarray(0, Math.max(0, MAX_BYTES_PER_SECOND - this.#windowBytes));
    this.#windowBytes += allowed.length;
    this.#droppedBytes += bytes.length - allowed.length;
    return allowed;
  }

  #reportDropped(): void {
    if (this.#droppedBytes === 0) return;
    this.#unowned.push(`[${this.#droppedBytes} bytes of output above 1 MiB a second were dropped]`);
    this.#droppedBytes = 0;
  }
}
