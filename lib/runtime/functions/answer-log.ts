import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The descriptor under which an instance has its answer log. */
export const ANSWER_LOG_FD = 4;

/** Bytes of answers that are kept at the most; more leave at once. */
export const ANSWER_LOG_BYTES = 256 * 1024;

/**
 * The answers that an instance has given and not sent yet, in a file without a name that both sides have open. Answers of
 * one turn leave together; should a later call of the same turn block or kill the process, the gateway reads here what the
 * earlier ones came to: no answer is lost, none is late, and no call runs twice. To write it costs the instance about a
 * microsecond and wakes nobody; a system call for each answer on the channel would cost several times that, on both sides.
 */
export class AnswerLog {
  public readonly fd: number;
  #last: Buffer | undefined;

  public constructor() {
    const file = path.join(tmpdir(), `synthgate-answer-log-${randomUUID()}`);
    this.fd = openSync(file, 'wx+', 0o600);
    unlinkSync(file);
  }

  /** What stands in it: frames of this turn, and behind them remains of earlier ones. */
  public read(): Buffer {
    if (this.#last !== undefined) return this.#last;
    const bytes = Buffer.allocUnsafe(ANSWER_LOG_BYTES);
    return bytes.subarray(0, readSync(this.fd, bytes, 0, ANSWER_LOG_BYTES, 0));
  }

  /** The process has ended: what it wrote last stays known. */
  public close(): void {
    if (this.#last !== undefined) return;
    this.#last = this.read();
    closeSync(this.fd);
  }
}
