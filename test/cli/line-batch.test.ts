import { lineBatch, linesOf } from '../../lib/cli/line-batch';

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
