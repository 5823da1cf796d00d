import { writeSync } from 'node:fs';
import { ANSWER_LOG_BYTES, ANSWER_LOG_FD } from '../wire/answer-log';

// Taken before user code runs, which may replace it.
const { byteLength } = Buffer;

/** Frames up to this many characters are written from a reused buffer, which costs less than passing the text. */
const SHORT_CHARACTERS = 4_096;
const MAX_BYTES_PER_CHARACTER = 3;

/** The instance's end of the answer log. */
export interface AnswerLogWriter {
  /** Whether the frames fit. */
  readonly append: (frames: string) => boolean;
  /** Its contents have been sent over the channel. */
  readonly rewind: () => void;
}

export function openAnswerLog(): AnswerLogWriter {
  const short = Buffer.allocUnsafe(SHORT_CHARACTERS * MAX_BYTES_PER_CHARACTER);
  let end = 0;
  return {
    append: (frames) => {
      const isShort = frames.length <= SHORT_CHARACTERS;
      const bytes = isShort ? short.write(frames) : byteLength(frames);
      if (end + bytes > ANSWER_LOG_BYTES) return false;
      end += isShort ? writeSync(ANSWER_LOG_FD, short, 0, bytes, end) : writeSync(ANSWER_LOG_FD, frames, end, 'utf8');
      return true;
    },
    rewind: () => {
      end = 0;
    },
  };
}
