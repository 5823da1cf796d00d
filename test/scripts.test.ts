import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/*
 * Scripts that people run now and then, after a change of something else. The others are part of the build, of the tests or of the
 * benchmarks; scripts/versions.mjs downloads half a gigabyte and is tried by hand.
 */

const root = path.resolve(__dirname, '..');
let directory: string;
beforeEach(() => { directory = mkdtempSync(path.join(tmpdir(), 'synthgate-scripts-')); });
afterEach(() => rmSync(directory, { recursive: true }));

const run = (script: string, ...parameters: readonly string[]): string =>
  execFileSync(process.execPath, [path.join(root, 'scripts', script), ...parameters], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

test('examples.mjs writes what test/examples.test.ts expects, of the chosen examples only', () => {
  run('examples.mjs', '--into', directory, '01-hello', '17-openapi');
  expect(readdirSync(directory).sort()).toEqual(['01-hello', '17-openapi']);
  for (const name of readdirSync(directory)) {
    expect(filesIn(path.join(directory, name))).toEqual(filesIn(path.join(root, 'examples', name, 'expected')));
  }
});

test('release-dates.mjs keeps the dates of versions that it knows, without a question to the registry', () => {
  const file = path.join(root, 'scripts', 'release-dates.json');
  const before = readFileSync(file, 'utf8');
  run('release-dates.mjs');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('screenshots.mjs takes the pictures of docs/media', () => {
  run('screenshots.mjs', directory);
  expect(readdirSync(directory).sort()).toEqual(readdirSync(path.join(root, 'docs', 'media')).filter((name) => name.endsWith('.png')).sort());
  for (const name of readdirSync(directory)) expect(readFileSync(path.join(directory, name)).subarray(1, 4).toString()).toBe('PNG');
});

/** The texts of all files of the folders named expected, by name. */
function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map((entry) => [entry.name, readFileSync(path.join(entry.parentPath, entry.name), 'utf8')]));
}
