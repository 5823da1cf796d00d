import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const ANSWER_LOG_FD = 4;

/** Maximum bytes of answers that are kept; larger ones are sent immediately. */
export const ANSWER_LOG_BYTES = 256 * 1024;

/**
 * The answers that an instance has given but not sent yet, in an unnamed file that both sides have open. The answers of one
 * turn are sent together; if a later call of the same turn blocks or kills the process, the gateway reads the earlier
 * answers here: none is lost or late, and no call runs twice. A write costs the instance about a microsecond and wakes
 * nobody; a system call for each answer on the channel would cost several times that, on both sides.
 */
export class AnswerLog {
  public readonly fd: number;
  #last: Buffer | undefined;

  public constructor() {
    const file = path.join(tmpdir(), `synthgate-answer-log-${randomUUID()}`);
    this.fd = openSync(file, 'wx+', 0o600);
    unlinkSync(file);
  }

  /** Its contents: frames of this turn, followed by remains of earlier ones. */
  public read(): Buffer {
    if (this.#last !== undefined) return this.#last;
    const bytes = Buffer.allocUnsafe(ANSWER_LOG_BYTES);
    return bytes.subarray(0, readSync(this.fd, bytes, 0, ANSWER_LOG_BYTES, 0));
  }

  /** The process has ended: keeps what it wrote last. */
  public close(): void {
    if (this.#last !== undefined) return;
    this.#last = this.read();
    closeSync(this.fd);
  }
}
