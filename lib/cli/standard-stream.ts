import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Learns what becomes of the texts that are written. */
export interface WriteListener {
  /** Reports lost lines. An error that it throws reaches the writer of the text only if the text is written synchronously, as to a file. */
  readonly lost: (lines: number, error: NodeJS.ErrnoException) => void;
  /** A text was written whole. */
  readonly written: () => void;
}

export type WriteText = (text: string, encoding?: BufferEncoding) => void;

/** Writes to a standard stream, which may fail and recover: a full disk, a reader that has gone. No error of it ends the process. */
export function standardStream(stream: NodeJS.WriteStream & { readonly fd: number }, listener: WriteListener): WriteText {
  stream.on('error', () => undefined); // each write learns its own
  if (isFile(stream.fd)) return fileWriter(stream.fd, listener);
  return (text, encoding = 'utf8') => {
    stream.write(text, encoding, (error) => {
      if (error === null || error === undefined) listener.written();
      else listener.lost(linesOf(Buffer.from(text, encoding)), error);
    });
  };
}

/** Writes to a file. Node's own stream for standard output drops what a full disk has taken only in part, without an error. */
export function fileWriter(descriptor: number, listener: WriteListener): WriteText {
  let isTorn = false;
  return (text, encoding = 'utf8') => {
    const { bytes, stoppedAfter } = lineBatch(Buffer.from(text, encoding), isTorn);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(descriptor, bytes, written);
    } catch (error) {
      const stopped = stoppedAfter(written);
      isTorn = stopped.isTorn;
      listener.lost(stopped.lost, error as NodeJS.ErrnoException); // what writing throws
      return;
    }
    isTorn = false;
    listener.written();
  };
}

/** Whether a descriptor is written at once; pipes, sockets and terminals are Node's. */
function isFile(descriptor: number): boolean {
  const status = fstatSync(descriptor);
  return status.isFile() || (status.isCharacterDevice() && !isatty(descriptor));
}

const LINE_FEED = 0x0a;

/** Lines that are appended to a file. @param isTorn - whether the file ends within a line, because a full disk has taken it only in part */
export function lineBatch(lines: Buffer, isTorn: boolean) {
  const end = Buffer.alloc(isTorn ? 1 : 0, LINE_FEED);
  const bytes = Buffer.concat([end, lines]);
  return {
    bytes,
    /** Whether the file ends within a line, and how many lines are lost, if only `written` bytes were written. */
    stoppedAfter: (written: number) => ({
      isTorn: written === 0 ? isTorn : bytes[written - 1] !== LINE_FEED,
      lost: linesOf(lines.subarray(Math.max(0, written - end.length))),
    }),
  };
}

/** How many lines are lost with these bytes; the last may have no end. */
export function linesOf(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return bytes.length === 0 || bytes.at(-1) === LINE_FEED ? lines : lines + 1;
}
