import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createFileWatcher, LONGEST_WAIT_MS, type FileWatcher } from '../../../lib/cli/dev/file-watcher';
import { until } from '../../support/until';
import { newDirectory } from '../../support/temporary-directory';

let directory: string;
let watcher: FileWatcher;
let reports: string[][];
const write = (name: string, text = String(Math.random())): void => {
  mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
  writeFileSync(path.join(directory, name), text);
};

beforeEach(() => {
  directory = newDirectory();
  reports = [];
  watcher = createFileWatcher({
    directory,
    changed: (files) => { reports.push([...files].map((file) => path.relative(directory, file)).sort()); },
    failed: (error) => { throw error; },
  });
});
afterEach(() => watcher.close());

async function watch(files: readonly string[], { directories = [] as string[], countsNew = false } = {}): Promise<void> {
  const below = (names: readonly string[]) => names.map((name) => path.join(directory, name));
  await watcher.watch({ files: below(files), directories: below(directories) }, countsNew);
}

test('reports a file that is written, one that is replaced by renaming, one that vanishes and one that appears', async () => {
  write('a.ts');
  write('b.ts');
  await watch(['a.ts', 'b.ts', 'new.ts']);
  write('a.ts');
  await until(() => reports.flat().includes('a.ts') || undefined);
  write('b.ts.tmp');
  renameSync(path.join(directory, 'b.ts.tmp'), path.join(directory, 'b.ts'));
  await until(() => reports.flat().includes('b.ts') || undefined);
  write('new.ts');
  await until(() => reports.flat().includes('new.ts') || undefined);
  reports = [];
  rmSync(path.join(directory, 'a.ts'));
  await until(() => reports.flat().includes('a.ts') || undefined);
});

test('reports 200 files that are written at once as one change', async () => {
  const files = Array.from({ length: 200 }, (_, index) => `src/${index}.ts`);
  files.forEach((file) => write(file));
  await watch(files);
  files.forEach((file) => write(file));
  await until(() => reports.length > 0 || undefined);
  await new Promise((resolve) => { setTimeout(resolve, 300); });
  expect(reports).toEqual([[...files].sort()]);
});

test.each(['server.log', 'output.txt'])('%s, which is written all the time, does not put off a report', async (name) => {
  write('a.ts');
  await watch(['a.ts']);
  write('a.ts');
  const began = performance.now();
  const noise = setInterval(() => { write(name); }, 4);
  await until(() => reports.length > 0 || undefined).finally(() => { clearInterval(noise); });
  expect(performance.now() - began).toBeLessThan(LONGEST_WAIT_MS);
  expect(reports).toEqual([['a.ts']]);
});

/** The longest that a timer of 2 ms and the state of a file took: on a busy machine the watcher gets its events as late. */
async function longestPause(isOver: () => boolean): Promise<number> {
  let longest = 0;
  while (!isOver()) {
    const begun = performance.now();
    await new Promise((resolve) => { setTimeout(resolve, 2); });
    await stat(directory);
    longest = Math.max(longest, performance.now() - begun);
  }
  return longest;
}

test('a file that is emptied and then written is one change', async () => {
  write('a.ts');
  await watch(['a.ts']);
  // two other cases: a file that is empty for longer than a program that saves would leave it, and events that come 20 ms apart
  for (let isBusy = true; isBusy;) {
    reports = [];
    let isOver = false;
    const pause = longestPause(() => isOver);
    const begun = performance.now();
    write('a.ts', '');
    await new Promise((resolve) => { setTimeout(resolve, 80); });
    write('a.ts', 'whole');
    const emptyMs = performance.now() - begun;
    await until(() => reports.length > 0 || undefined);
    await new Promise((resolve) => { setTimeout(resolve, 400); });
    isOver = true;
    isBusy = emptyMs > 200 || await pause > 15;
  }
  expect(reports).toEqual([['a.ts']]);
});

test.each([['code', 'code'], ['current', 'current/code']])('the link %s is switched to another directory: what is below %s has changed, and is followed', async (link, code) => {
  for (const release of ['one', 'two']) write(path.join(release, code.replace(link, ''), 'index.js'), release);
  const lead = (release: string): void => {
    symlinkSync(release, path.join(directory, 'new-link'));
    renameSync(path.join(directory, 'new-link'), path.join(directory, link));
  };
  lead('one');
  await watch([], { directories: [code] });
  for (const release of ['two', 'one', 'two']) {
    reports = [];
    lead(release);
    await until(() => reports.flat().includes(`${code}/index.js`) || undefined);
  }
  // ln -sfn removes the link first
  reports = [];
  rmSync(path.join(directory, link));
  symlinkSync('one', path.join(directory, link));
  await until(() => reports.flat().includes(`${code}/index.js`) || undefined);
  await new Promise((resolve) => { setTimeout(resolve, 300); });
  reports = [];
  write(path.join('one', code.replace(link, ''), 'index.js'), 'edited');
  await until(() => reports.flat().includes(`${code}/index.js`) || undefined);
});

test('other files beside the watched ones do not count, unless a build misses one', async () => {
  write('a.ts');
  await watch(['a.ts']);
  write('other.ts');
  write('a.ts');
  await until(() => reports.flat().includes('a.ts') || undefined);
  expect(reports).toEqual([['a.ts']]);
  await watch(['a.ts'], { countsNew: true });
  write('missing.ts');
  await until(() => reports.flat().includes('missing.ts') || undefined);
});

test('a watched file counts wherever it is, also below a directory of an ignored name', async () => {
  write('gateway.out/custom.ts');
  await watch(['gateway.out/custom.ts']);
  write('gateway.out/custom.ts');
  await until(() => reports.flat().includes('gateway.out/custom.ts') || undefined);
});

test('everything below a directory counts, except what is installed, built or logged', async () => {
  write('code/index.js');
  write('code/node_modules/x/index.js');
  await watch([], { directories: ['code'] });
  write('code/node_modules/x/index.js');
  write('code/dev.log');
  write('code/lib/new.js');
  await until(() => reports.length > 0 || undefined);
  expect(reports.flat()).toEqual(['code/lib/new.js']);
});

test('a file that is saved again as soon as its change was reported is reported again', async () => {
  write('a.ts');
  await watch(['a.ts']);
  for (let saved = 1; saved <= 10; saved++) {
    write('a.ts', `${saved}`);
    await until(() => reports.length >= saved || undefined);
  }
  expect(reports.every((report) => report.join() === 'a.ts')).toBe(true);
});
