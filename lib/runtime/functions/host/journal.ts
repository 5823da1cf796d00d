import { writeSync } from 'node:fs';
import { JOURNAL_BYTES, JOURNAL_FD } from '../journal';

// Taken before user code runs, which may replace it.
const { byteLength } = Buffer;

/** Frames of this many characters are written from a place of their own, which costs less than handing over the text. */
const SHORT_CHARACTERS = 4_096;
const MAX_BYTES_PER_CHARACTER = 3;

/** The instance's end of the journal. */
export interface JournalWriter {
  /** Whether there was room for the frames. */
  readonly append: (frames: string) => boolean;
  /** What stands in it has left by the channel. */
  readonly rewind: () => void;
}

export function openJournal(): JournalWriter {
  const short = Buffer.allocUnsafe(SHORT_CHARACTERS * MAX_BYTES_PER_CHARACTER);
  let end = 0;
  return {
    append: (frames) => {
      const isShort = frames.length <= SHORT_CHARACTERS;
      const bytes = isShort ? short.write(frames) : byteLength(frames);
      if (end + bytes > JOURNAL_BYTES) return false;
      end += isShort ? writeSync(JOURNAL_FD, short, 0, bytes, end) : writeSync(JOURNAL_FD, frames, end, 'utf8');
      return true;
    },
    rewind: () => {
      end = 0;
    },
  };
}
