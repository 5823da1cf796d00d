import { utf8Text } from '../../../lib/runtime/http/utf8-text';
import { lineWriter, type LineWriter } from '../../../lib/runtime/system/line-writer';

beforeEach(() => { jest.useFakeTimers(); });
afterEach(() => { jest.useRealTimers(); });

function collected() {
  const writes: string[] = [];
  return { writes, ...lineWriter((text) => writes.push(text)) };
}

test('the lines of one turn are written together, at its end', () => {
  const { writes, write } = collected();
  write('a\n');
  write('b\n');
  expect(writes).toEqual([]);
  jest.advanceTimersByTime(0);
  expect(writes).toEqual(['a\nb\n']);
});

test('what follows within ten milliseconds is written together; after a pause a line is written at once', () => {
  const { writes, write } = collected();
  write('a\n');
  jest.advanceTimersByTime(1);
  write('b\n');
  jest.advanceTimersByTime(4);
  write('c\n');
  expect(writes).toEqual(['a\n']);
  jest.advanceTimersByTime(6);
  expect(writes).toEqual(['a\n', 'b\nc\n']);
  jest.advanceTimersByTime(50);
  write('d\n');
  jest.advanceTimersByTime(0);
  expect(writes).toEqual(['a\n', 'b\nc\n', 'd\n']);
});

test('flush writes now, and nothing twice', () => {
  const { writes, write, flush } = collected();
  write('a\n');
  flush();
  expect(writes).toEqual(['a\n']);
  flush();
  jest.advanceTimersByTime(50);
  expect(writes).toEqual(['a\n']);
});

test('many lines are written before their time, in order', () => {
  const { writes, write } = collected();
  const line = `${'x'.repeat(999)}\n`;
  for (let count = 0; count < 100; count += 1) write(line);
  expect(writes).toEqual([line.repeat(66)]);
  jest.advanceTimersByTime(50);
  expect(writes.join('')).toBe(line.repeat(100));
});

test('text and UTF-8 come out in their order, whichever is first', () => {
  const encoded = utf8Text('→ \u{1f600}\n');
  const written = (lines: LineWriter) => {
    for (const text of ['é\n', '日本\n']) lines.write(text);
    for (const text of [encoded, 'ascii\n']) lines.writeUtf8(text);
    lines.write('ü\n');
    lines.flush();
    lines.write('å\n');
    lines.flush();
    lines.writeUtf8(encoded);
    lines.write('x\n');
    lines.flush();
  };
  const expected = ['é\n日本\n→ \u{1f600}\nascii\nü\n', 'å\n', '→ \u{1f600}\nx\n'];
  const asText = collected();
  written(asText);
  expect(asText.writes).toEqual(expected);
  const asBytes: string[] = [];
  written(lineWriter((text) => asBytes.push(text), (utf8) => asBytes.push(Buffer.from(utf8, 'latin1').toString('utf8'))));
  expect(asBytes).toEqual(expected);
});
