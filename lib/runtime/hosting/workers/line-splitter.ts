import type { Readable } from 'node:stream';

/** Passes on a process's output in whole lines, so that lines of several processes do not mix. The rest at the end counts as a line. */
export function splitLines(stream: Readable, write: (lines: string) => void): void {
  let rest: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => {
    const end = bytes.lastIndexOf('\n') + 1;
    if (end === 0) {
      rest.push(bytes);
      return;
    }
    write(Buffer.concat([...rest, bytes.subarray(0, end)]).toString());
    rest = end === bytes.length ? [] : [bytes.subarray(end)];
  });
  stream.on('error', () => undefined);
  stream.on('close', () => {
    if (rest.length > 0) write(`${Buffer.concat(rest).toString()}\n`);
  });
}
