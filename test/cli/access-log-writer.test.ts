import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openAccessLogs } from '../../lib/cli/access-log-writer';
import type { LogEntry } from '../../lib/runtime';
import { until } from '../support/until';

const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-access-'));
afterAll(() => rmSync(directory, { recursive: true }));

function writer() {
  const output: string[] = [];
  const log: LogEntry[] = [];
  return { output, log, logs: openAccessLogs({ out: (text) => output.push(text), directory }, (entry) => log.push(entry)) };
}

const line = (destination: string, text: string) => ({ api: 'a', stage: 'prod', destination, line: text });

test('lines go to the output or are appended to their file', async () => {
  writeFileSync(path.join(directory, 'old.log'), 'before\n');
  const { output, logs } = writer();
  for (const [destination, text] of [['stdout', '1'], ['old.log', '2'], ['new/a.log', '3'], ['old.log', '4']]) logs.write(line(destination, text));
  await logs.close();
  expect(output).toEqual(['1\n']);
  expect(readFileSync(path.join(directory, 'old.log'), 'utf8')).toBe('before\n2\n4\n');
  expect(readFileSync(path.join(directory, 'new/a.log'), 'utf8')).toBe('3\n');
});

test('after a rotation, lines go to a new file of the name, and none is lost', async () => {
  const { logs } = writer();
  const [file, rotated] = ['rotated.log', 'rotated.log.1'].map((name) => path.join(directory, name));
  logs.write(line('rotated.log', '1'));
  await until(() => (existsSync(file) && readFileSync(file, 'utf8') === '1\n') || undefined);
  renameSync(file, rotated);
  logs.write(line('rotated.log', '2'));
  await until(() => (readFileSync(rotated, 'utf8') === '1\n2\n') || undefined);
  logs.reopen();
  logs.write(line('rotated.log', '3'));
  await logs.close();
  expect([readFileSync(rotated, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['1\n2\n', '3\n']);
});

test('a file that is required has to be writable', () => {
  const { logs } = writer();
  logs.require('required/a.log');
  expect(readFileSync(path.join(directory, 'required/a.log'), 'utf8')).toBe('');
  expect(() => logs.require('.')).toThrow(expect.objectContaining({ code: 'OUTPUT_NOT_WRITTEN', message: expect.stringContaining(directory) }));
});

test('a file whose directory cannot be made is reported once, with what was lost at the end, and no request fails', async () => {
  writeFileSync(path.join(directory, 'file'), '');
  const { log, logs } = writer();
  logs.write(line('file/below/a.log', '1'));
  logs.write(line('file/below/a.log', '2'));
  await logs.close();
  expect(log).toMatchObject([
    { level: 'error', code: 'OUTPUT_NOT_WRITTEN', message: expect.stringMatching(/ the access log file\/below\/a\.log cannot be written: \w+: /) },
    { level: 'error', code: 'OUTPUT_LINES_LOST', message: expect.stringContaining('lost lines of the access log file/below/a.log: 2 (') },
  ]);
});

test('a file that cannot be written is reported once', async () => {
  const { log, logs } = writer();
  logs.write(line('.', '1'));
  await until(() => (log.length > 0 ? true : undefined));
  logs.write(line('.', '2'));
  await logs.close();
  expect(log.map(({ code }) => code)).toEqual(['OUTPUT_NOT_WRITTEN', 'OUTPUT_LINES_LOST']);
});

test('a file on a full disk is written again once there is space, and what was lost is reported once', async () => {
  const { log, logs } = writer();
  const file = path.join(directory, 'full.log');
  symlinkSync('/dev/full', file);
  logs.write(line('full.log', '1'));
  await until(() => (log.length > 0 ? true : undefined));
  logs.write(line('full.log', '2'));
  logs.write(line('full.log', '3'));
  rmSync(file);
  await until(() => {
    logs.write(line('full.log', 'again'));
    return log.length > 1 ? true : undefined;
  });
  await logs.close();
  const [failing, recovered, ...more] = log;
  expect(failing).toMatchObject({ level: 'error', code: 'OUTPUT_NOT_WRITTEN', message: expect.stringContaining('the access log full.log cannot be written: ENOSPC') });
  expect(recovered).toMatchObject({ level: 'error', code: 'OUTPUT_LINES_LOST', message: expect.stringMatching(/lost lines of the access log full\.log: \d+ \(ENOSPC/) });
  expect(more).toEqual([]);
  expect(readFileSync(file, 'utf8')).toMatch(/^(?:[23]\n)*(?:again\n)+$/);
});
