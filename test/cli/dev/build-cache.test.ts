import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BuildCache } from '../../../lib/cli/dev/build-cache';
import { newDirectory } from '../../support/temporary-directory';

const LATER = Date.now() + 60_000;
let directory: string;

beforeEach(() => {
  directory = newDirectory();
  write('app.ts', 'app');
  write('assets/logo.svg', 'logo');
  write('built/manifest.json', 'first');
});

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
  writeFileSync(path.join(directory, name), text);
}

/** As a tool does that restores times. */
function rewrite(name: string, text: string): void {
  const file = path.join(directory, name);
  const { atime, mtime } = statSync(file);
  write(name, text);
  utimesSync(file, atime, mtime);
}

const absolute = (...names: readonly string[]) => names.map((name) => path.join(directory, name));
const watched = () => ({ files: absolute('app.ts', 'missing.json'), directories: absolute('assets', 'no-such-directory') });

function cache(settings = 'app.ts'): BuildCache {
  return new BuildCache({ directory: path.join(directory, 'cache/dev'), settings });
}

/** Restores the build as another start does; returns its manifest, or undefined if nothing can be restored. */
function restored(settings?: string): string | undefined {
  const output = path.join(directory, 'output');
  rmSync(output, { recursive: true, force: true });
  return cache(settings).restore(output) ? readFileSync(path.join(output, 'manifest.json'), 'utf8') : undefined;
}

test('a build is restored while the files that it was made of stay as they are; the last one that was kept counts', () => {
  expect(restored()).toBeUndefined();
  cache().keep(path.join(directory, 'built'), watched(), LATER);
  expect(restored()).toBe('first');
  write('built/manifest.json', 'second');
  cache().keep(path.join(directory, 'built'), watched(), LATER);
  expect(restored()).toBe('second');
});

test.each([
  { change: 'is edited', apply: () => write('app.ts', 'another app') },
  { change: 'is replaced by one of the same size and time', apply: () => rewrite('app.ts', 'ppa') },
  { change: 'of a directory is saved again', apply: () => utimesSync(path.join(directory, 'assets/logo.svg'), 1, 1) },
  { change: 'vanishes', apply: () => rmSync(path.join(directory, 'app.ts')) },
  { change: 'appears', apply: () => write('missing.json', '{}') },
  { change: 'appears in a directory', apply: () => write('assets/icons/new.svg', 'new') },
  { change: 'vanishes from a directory', apply: () => rmSync(path.join(directory, 'assets/logo.svg')) },
])('not if a file $change', ({ apply }) => {
  cache().keep(path.join(directory, 'built'), watched(), LATER);
  apply();
  expect(restored()).toBeUndefined();
});

test('a file that is saved again as it was changes nothing', () => {
  cache().keep(path.join(directory, 'built'), watched(), LATER);
  utimesSync(path.join(directory, 'app.ts'), 1, 1);
  expect(restored()).toBe('first');
});

test('not for another app or another version', () => {
  cache().keep(path.join(directory, 'built'), watched(), LATER);
  expect(restored('bin/other.ts')).toBeUndefined();
});

test('packages in a watched directory do not count', () => {
  cache().keep(path.join(directory, 'built'), watched(), LATER);
  write('assets/node_modules/pkg/index.js', '');
  expect(restored()).toBe('first');
});

test('a build is not kept if a file was saved since it began', () => {
  cache().keep(path.join(directory, 'built'), watched(), Date.now() - 60_000);
  expect(restored()).toBeUndefined();
});

test('what is left of a damaged cache is not a build', () => {
  cache().keep(path.join(directory, 'built'), watched(), LATER);
  rmSync(path.join(directory, 'cache/dev/gateway.out'), { recursive: true });
  expect(restored()).toBeUndefined();
  write('cache/dev/inputs.json', '{');
  expect(restored()).toBeUndefined();
});
