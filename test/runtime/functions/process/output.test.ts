import { OUTPUT_MARK } from '../../../../lib/runtime/functions/wire/frames';
import { OutputReader } from '../../../../lib/runtime/functions/process/output';

function reader() {
  const lines: string[] = [];
  let time = 0;
  const output = new OutputReader({ line: (text, nonce) => lines.push(`${nonce}: ${text}`), now: () => time });
  return {
    lines, output,
    push: (text: string | Buffer, current?: string) => output.push(Buffer.from(text), current),
    advance: (ms: number) => {
      time += ms;
    },
  };
}

test('lines belong to the call that a mark names, and without one to the call that runs', () => {
  const { lines, push } = reader();
  push(`one\ntwo\n${OUTPUT_MARK}A\nthree\n`, 'B');
  expect(lines).toEqual(['A: one', 'A: two', 'B: three']);
});

test('a last line without an end is ended by the mark', () => {
  const { lines, push } = reader();
  push('half');
  push(` a line${OUTPUT_MARK}A\n`);
  expect(lines).toEqual(['A: half a line']);
});

test('characters cut in two are joined', () => {
  const { lines, push } = reader();
  const bytes = Buffer.from('grün\n');
  push(bytes.subarray(0, 3));
  push(bytes.subarray(3));
  expect(lines).toEqual(['undefined: grün']);
});

test('remaining output is flushed at the end', () => {
  const { lines, output, push } = reader();
  push('no end', 'A');
  output.end('A');
  expect(lines).toEqual(['A: no end']);
});

test('a line without end is cut, so that nothing grows', () => {
  const { lines, push } = reader();
  push('x'.repeat(300 * 1024));
  expect(lines).toHaveLength(1);
});

test('more than 1 MiB a second is dropped, and reported', () => {
  const { lines, push, advance } = reader();
  const line = `${'x'.repeat(1023)}\n`;
  push(line.repeat(1024));
  push(line);
  push(line);
  expect(lines.slice(1024)).toEqual(['undefined: [output above 1 MiB a second is dropped]']);
  advance(1000);
  push('again\n');
  expect(lines.slice(1025)).toEqual(['undefined: [2048 bytes of output above 1 MiB a second were dropped]', 'undefined: again']);
});
