import { buildSync } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { openRecordDirectory } from '../../../lib/runtime/state/record-directory';
import { deadLettersIn, eventsIn } from '../../../lib/runtime/state/redrive';
import { makeStagesDirectory } from '../../../lib/runtime/state/stage-records';
import { openUsageStore } from '../../../lib/runtime/state/usage-store';

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

test('leaves what may be written at this moment, in a directory of another process', () => {
  writeFileSync(path.join(directory, '.a.tmp'), '{"n"');
  openRecordDirectory(directory, { ...options, isShared: true });
  expect(readdirSync(directory)).toEqual(['.a.tmp']);
});

test('a record that cannot be written leaves nothing behind', async () => {
  const records = openRecordDirectory(directory, options);
  mkdirSync(path.join(directory, 'a.json')); // the last step fails
  await expect(records.write('a', { n: 1 })).rejects.toMatchObject({ syscall: 'rename' });
  expect(readdirSync(directory)).toEqual(['a.json']);
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

describe('STATE_NOT_WRITABLE', () => {
  const refused = { code: 'STATE_NOT_WRITABLE' };

  test.each(['file', 'file/events', 'file/state/events'])('%s, where a file is in the way', (name) => {
    writeFileSync(path.join(directory, 'file'), '');
    expect(() => openRecordDirectory(path.join(directory, name), options)).toThrow(expect.objectContaining(refused));
  });

  test('a name that the system does not take', () => {
    const state = path.join(directory, 'a'.repeat(300));
    const openUsage = (directory: string) => openUsageStore(directory, () => undefined);
    for (const open of [eventsIn, deadLettersIn, openUsage, makeStagesDirectory]) {
      expect(() => open(state)).toThrow(expect.objectContaining(refused));
    }
  });

  test('records of stages whose directory is a file', () => {
    writeFileSync(path.join(directory, 'stages'), '');
    expect(() => makeStagesDirectory(directory)).toThrow(expect.objectContaining(refused));
  });

  // Node's recursive mkdir never returns there
  test('below a directory that answers ENOENT, at once', () => {
    const outfile = path.join(directory, 'open.js');
    const entry = path.resolve(__dirname, '../../../lib/runtime/state/record-directory.ts');
    const contents = `import { openRecordDirectory } from ${JSON.stringify(entry)};
      try { openRecordDirectory('/proc/x/events', {}); } catch (error) { console.log(error.code); }`;
    buildSync({ stdin: { contents, resolveDir: __dirname }, bundle: true, platform: 'node', outfile, logLevel: 'error' });
    const { stdout, signal } = spawnSync(process.execPath, [outfile], { encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' });
    expect([stdout.trim(), signal]).toEqual(['STATE_NOT_WRITABLE', null]);
  });
});
