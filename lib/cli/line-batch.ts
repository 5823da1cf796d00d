const LINE_FEED = 0x0a;

/** Lines that are appended to a file. */
export interface LineBatch {
  readonly bytes: Buffer;
  /** Returns whether the file ends within a line, and how many lines are lost, if only `written` bytes were written. */
  readonly stoppedAfter: (written: number) => { readonly isTorn: boolean; readonly lost: number };
}

/** @param isTorn - whether the file ends within a line, because a full disk has taken it only in part */
export function lineBatch(lines: Buffer, isTorn: boolean): LineBatch {
  const end = Buffer.alloc(isTorn ? 1 : 0, LINE_FEED);
  const bytes = Buffer.concat([end, lines]);
  return {
    bytes,
    stoppedAfter: (written) => ({
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
