import { lineWriter } from '../../../lib/runtime/system/line-writer';

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
