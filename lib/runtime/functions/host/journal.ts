import { writeSync } from 'node:fs';
import { JOURNAL_BYTES, JOURNAL_FD } from '../journal';

// Taken before user code runs, which may replace it.
const { byteLength } = Buffer;

/** The instance's end of the journal. */
export interface JournalWriter {
  /** Whether there was room for the frames. */
  readonly append: (frames: string) => boolean;
  /** What stands in it has left by the channel. */
  readonly rewind: () => void;
}

export function openJournal(): JournalWriter {
  let end = 0;
  return {
    append: (frames) => {
      const bytes = byteLength(frames);
      if (end + bytes > JOURNAL_BYTES) return false;
      end += writeSync(JOURNAL_FD, frames, end, 'utf8');
      return true;
    },
    rewind: () => {
      end = 0;
    },
  };
}
