import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileWriter, lineBatch, linesOf } from '../../lib/cli/standard-stream';

const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-stream-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** A file that takes what its buffer holds, as a disk that is full in between: a pipe that does not wait for its reader. */
function openSmall() {
  const name = path.join(directory, 'pipe');
  spawnSync('mkfifo', [name]);
  const descriptor = openSync(name, constants.O_RDWR | constants.O_NONBLOCK);
  const lost: [number, string | undefined][] = [];
  let written = 0;
  const write = fileWriter(descriptor, { lost: (lines, { code }) => lost.push([lines, code]), written: () => { written += 1; } });
  const empty = (): string => {
    const bytes = Buffer.alloc(200_000);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  };
  return { write, empty, lost, written: () => written, close: () => closeSync(descriptor) };
}

test('what a full disk takes in part is counted without it, and the next line is a line of its own', () => {
  const { write, empty, lost, written, close } = openSmall();
  const line = `${'x'.repeat(999)}\n`;
  write(line.repeat(100));
  write('never\n');
  expect(lost).toEqual([[35, 'EAGAIN'], [1, 'EAGAIN']]);
  expect(written()).toBe(0);
  const taken = empty();
  expect(taken).toBe(line.repeat(100).slice(0, 65_536));
  write('ä again\n');
  write('ä\n'.repeat(2), 'latin1');
  expect(empty()).toBe(Buffer.concat([Buffer.from('\nä again\n'), Buffer.from('ä\nä\n', 'latin1')]).toString());
  expect([lost.length, written()]).toEqual([2, 2]);
  close();
});

test.each([['', 0], ['a', 1], ['a\n', 1], ['a\nb', 2], ['\n\n', 2], ['ä\nü\n', 2]])('%j has %i lines', (text, lines) => {
  expect(linesOf(Buffer.from(text))).toBe(lines);
});

test.each([
  ['nothing', false, 0, { isTorn: false, lost: 2 }],
  ['a part of the first', false, 1, { isTorn: true, lost: 2 }],
  ['the first', false, 3, { isTorn: false, lost: 1 }],
  ['a part of the second', false, 4, { isTorn: true, lost: 1 }],
  ['nothing, behind a torn line', true, 0, { isTorn: true, lost: 2 }],
  ['the end of the torn line', true, 1, { isTorn: false, lost: 2 }],
  ['the first, behind a torn line', true, 4, { isTorn: false, lost: 1 }],
])('of two lines, %s was written', (_, isTorn, written, expected) => {
  const { bytes, stoppedAfter } = lineBatch(Buffer.from('ab\ncd\n'), isTorn);
  expect(bytes.toString()).toBe(isTorn ? '\nab\ncd\n' : 'ab\ncd\n');
  expect(stoppedAfter(written)).toEqual(expected);
});
