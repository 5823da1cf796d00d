import { spawn, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, realpathSync, symlinkSync, unlinkSync, writeFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { openInside, readInside, resolveInside, walkInside } from '../../../lib/runtime/state/inside';
import { writeFile } from '../../../lib/runtime/state/durable';
import { codeOfError } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

let above: string;
let directory: string;
beforeEach(() => {
  above = realpathSync(newDirectory());
  directory = path.join(above, 'own');
  mkdirSync(path.join(directory, 'sub'), { recursive: true });
  writeFileSync(path.join(directory, 'file'), 'own');
  writeFileSync(path.join(above, 'secret'), 'secret');
});

const refusal = (name: string) => codeOfError(() => readInside(directory, name));

test.each<[string, () => string]>([
  ['a link to a file outside', () => link('../secret')],
  ['a link with an absolute path', () => link(path.join(above, 'secret'))],
  ['a link to nothing', () => link('../nothing')],
  ['a link to itself', () => link('link')],
  ['a path through a linked directory', () => { link('..'); return 'link/secret'; }],
  ['a path through a link to nothing', () => { link('../nothing'); return 'link/file'; }],
  ['a path with ..', () => '../secret'],
  ['an absolute path', () => path.join(above, 'secret')],
  ['a directory whose name begins like this one', () => { mkdirSync(`${directory}-other`); writeFileSync(`${directory}-other/file`, ''); return '../own-other/file'; }],
  ['a directory', () => 'sub'],
  ['a named pipe, without waiting for a writer', () => { spawnSync('mkfifo', [path.join(directory, 'pipe')]); return 'pipe'; }],
])('%s is refused', (_, make) => {
  expect(refusal(make())).toBe('PATH_OUTSIDE_DIRECTORY');
});

test('links inside the directory are followed, and so is one that leads to the directory', () => {
  symlinkSync('sub', path.join(directory, 'latest'));
  symlinkSync('../file', path.join(directory, 'sub', 'link'));
  symlinkSync('own', path.join(above, 'current'));
  expect(readInside(path.join(above, 'current'), 'latest/link').contents.toString()).toBe('own');
});

test('a missing file has the path it will have', () => {
  expect(resolveInside(directory, 'sub/new/file')).toBe(path.join(directory, 'sub/new/file'));
  expect(refusal('sub/new/file')).toBe('ENOENT');
});

test('a link that appears between the check and the use is found', () => {
  const file = path.join(directory, 'file');
  const swapped = path.join(directory, 'swapped');
  linkSync(file, swapped);
  // the file is checked, replaced by a link, and opened: the system refuses a link in the last place
  unlinkSync(file);
  symlinkSync('../secret', file);
  expect(refusal('file')).toBe('PATH_OUTSIDE_DIRECTORY');
  expect(() => writeFile(file, Buffer.from('overwritten'))).toThrow('ELOOP');
  expect(readFileSync(path.join(above, 'secret'), 'utf8')).toBe('secret');
  renameSync(swapped, file);
  expect(readInside(directory, 'file').contents.toString()).toBe('own');
});

test('swapping a file and a link repeatedly never exposes the file outside', () => {
  const swapper = `
    const { renameSync, symlinkSync, writeFileSync } = require('node:fs');
    for (const end = Date.now() + 10_000; Date.now() < end;) {
      symlinkSync('../secret', 'a'); renameSync('a', 'file'); writeFileSync('b', 'own'); renameSync('b', 'file');
      symlinkSync('..', 'c'); renameSync('sub', 'd'); renameSync('c', 'sub'); renameSync('sub', 'c'); renameSync('d', 'sub'); require('node:fs').unlinkSync('c');
    }`;
  writeFileSync(path.join(directory, 'sub', 'secret'), 'own');
  const swapping = spawn(process.execPath, ['-e', swapper], { cwd: directory, stdio: 'ignore' });
  const seen = new Set<string>();
  const isRefusedOrRead = (outcome: string) => !/^E[A-Z]+$/.test(outcome);
  for (let read = 0; read < 5_000 || [...seen].filter(isRefusedOrRead).length < 2; read++) {
    for (const name of ['file', 'sub/secret']) seen.add(outcomeOf(name));
  }
  swapping.kill('SIGKILL');
  expect([...seen].filter(isRefusedOrRead).sort()).toEqual(['PATH_OUTSIDE_DIRECTORY', 'own']);
});

test('a tree is listed without what is linked from elsewhere, and linked directories are refused', () => {
  symlinkSync('../file', path.join(directory, 'sub', 'link'));
  expect([...walkInside(directory)].map(({ name }) => name).sort()).toEqual(['file', 'sub', 'sub/link']);
  symlinkSync('..', path.join(directory, 'sub', 'loop'));
  expect(codeOfError(() => [...walkInside(directory)])).toBe('PATH_OUTSIDE_DIRECTORY');
});

test('a tree whose root has become a link is refused', () => {
  renameSync(directory, path.join(above, 'moved'));
  symlinkSync('moved', directory);
  expect(codeOfError(() => [...walkInside(directory)])).toBe('PATH_OUTSIDE_DIRECTORY');
});

test('a copy is read-only and keeps whether it can be run', () => {
  writeFileSync(path.join(directory, 'tool'), '', { mode: 0o700 });
  expect(openInside(directory, 'tool').mode & 0o777).toBe(0o544);
  expect(openInside(directory, 'file').mode & 0o222).toBe(0);
});

function link(target: string): string {
  symlinkSync(target, path.join(directory, 'link'));
  return 'link';
}

function outcomeOf(name: string): string {
  try {
    return readInside(directory, name).contents.toString();
  } catch (error) {
    return codeOfError(() => { throw error; });
  }
}
