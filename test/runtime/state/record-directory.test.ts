import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { openRecordDirectory } from '../../../lib/runtime/state/record-directory';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'synthgate-test-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const options = { schema: z.object({ n: z.number() }) };

test('writes one file per record, which only its owner can read', async () => {
  const records = openRecordDirectory(path.join(directory, 'new'), options);
  await records.write('b', { n: 2 });
  await records.write('a', { n: 1 });
  expect(await records.ids()).toEqual(['a', 'b']);
  expect(await records.read('a')).toEqual({ n: 1 });
  expect(statSync(path.join(directory, 'new', 'a.json')).mode & 0o777).toBe(0o600);
});

test('removes what an interrupted write left, and nothing else', () => {
  writeFileSync(path.join(directory, '.a.tmp'), '{"n"');
  writeFileSync(path.join(directory, 'b.json'), '{}');
  openRecordDirectory(directory, options);
  expect(readdirSync(directory)).toEqual(['b.json']);
});

test('refuses an id that is a path', async () => {
  const records = openRecordDirectory(directory, options);
  await expect(records.write('../a', { n: 1 })).rejects.toMatchObject({ code: 'EVENT_UNREADABLE' });
  expect(await records.read('../a')).toBeUndefined();
});

test('tells a damaged record with its file', async () => {
  const records = openRecordDirectory(directory, options);
  writeFileSync(path.join(directory, 'a.json'), '{"n"');
  await expect(records.read('a')).rejects.toMatchObject({ code: 'EVENT_UNREADABLE', location: path.join(directory, 'a.json') });
});
