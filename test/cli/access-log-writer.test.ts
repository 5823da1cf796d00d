import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('a file whose directory cannot be made is reported once, and no request fails', async () => {
  writeFileSync(path.join(directory, 'file'), '');
  const { log, logs } = writer();
  logs.write(line('file/below/a.log', '1'));
  logs.write(line('file/below/a.log', '2'));
  await logs.close();
  expect(log).toMatchObject([{ level: 'error', message: expect.stringMatching(/^the access log file\/below\/a\.log is not written: \w+: /) }]);
});

test('a file that cannot be written is reported once', async () => {
  const { log, logs } = writer();
  logs.write(line('.', '1'));
  await until(() => (log.length > 0 ? true : undefined));
  logs.write(line('.', '2'));
  await logs.close();
  expect(log).toMatchObject([{ level: 'error', message: expect.stringMatching(/^the access log \. is not written: /) }]);
});
