import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signatureOf, watch } from '../../../lib/runtime/system/watch';

let directory: string;
beforeEach(() => { directory = mkdtempSync(path.join(tmpdir(), 'synthgate-watch-')); });
afterEach(() => rmSync(directory, { recursive: true }));

test('a file that appears, changes or vanishes has another signature', async () => {
  const file = path.join(directory, 'a.json');
  const seen = [await signatureOf({ files: [file], directories: [directory] })];
  writeFileSync(file, '1');
  seen.push(await signatureOf({ files: [file], directories: [directory] }));
  writeFileSync(file, '12');
  seen.push(await signatureOf({ files: [file], directories: [directory] }));
  rmSync(file);
  seen.push(await signatureOf({ files: [file], directories: [directory] }));
  expect(new Set(seen).size).toBe(3);
  expect(seen[3]).toBe(seen[0]);
});

test('a file that cannot be looked at has a signature: watching goes on', async () => {
  const unreadable = path.join(directory, 'x'.repeat(300));
  expect(await signatureOf({ files: [unreadable], directories: [] })).toBe(`${unreadable} ENAMETOOLONG`);
});

test('a change is reported once', async () => {
  const file = path.join(directory, 'a.json');
  const watched = { files: [file], directories: [] };
  let changes = 0;
  await new Promise<void>((resolve) => {
    const stop = watch({ watched, intervalMs: 10, before: 'another signature' }, () => {
      changes += 1;
      setTimeout(() => {
        stop();
        resolve();
      }, 100);
      return Promise.resolve();
    });
  });
  expect(changes).toBe(1);
});
