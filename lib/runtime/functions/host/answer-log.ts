import { writeSync } from 'node:fs';
import { ANSWER_LOG_BYTES, ANSWER_LOG_FD } from '../wire/answer-log';
import type { KeepBytes } from './frame-buffer';

// Taken before user code runs, which may replace it.
const writeNow = writeSync;

/** The instance's end of the answer log. */
export interface AnswerLogWriter {
  /** Whether the frames fit. */
  readonly append: KeepBytes;
  /** Its contents have been sent over the channel. */
  readonly rewind: () => void;
}

export function openAnswerLog(): AnswerLogWriter {
  let end = 0;
  return {
    append: (frames, from, to) => {
      if (end + to - from > ANSWER_LOG_BYTES) return false;
      if (to > from) end += writeNow(ANSWER_LOG_FD, frames, from, to - from, end);
      return true;
    },
    rewind: () => {
      end = 0;
    },
  };
}
