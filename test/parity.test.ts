import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const folder = path.join(root, 'test', 'base-spec');

/** Titles of the tests of the base specification, as they are written. */
const titles = readdirSync(folder).flatMap((name) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  return [...text.matchAll(/^test\('((?:[^'\\]|\\.)*)'/gm)].map(([, title]) => title.replace(/\\(.)/g, '$1'));
});

/** Last cells of the table rows with a statement: titles in backticks. */
const listed = readFileSync(path.join(root, 'docs', 'internals', 'parity-evidence.md'), 'utf8')
  .split('\n## Where the base specification is silent')[0]
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| where |'))
  .map((line) => line.split(' | '))
  .map((cells) => ({ statement: cells.slice(0, 2).join(' ').slice(2), tests: [...cells.slice(2).join(' | ').matchAll(/`([^`]+)`/g)].map(([, title]) => title) }));

test('every statement of the base specification has a test', () => {
  expect(listed.length).toBeGreaterThan(60);
  expect(listed.filter(({ tests }) => tests.length === 0).map(({ statement }) => statement)).toEqual([]);
});

test('every test that docs/internals/parity-evidence.md names exists', () => {
  expect(listed.flatMap(({ tests }) => tests).filter((title) => !titles.includes(title))).toEqual([]);
});

test('every test of the base specification is in docs/internals/parity-evidence.md', () => {
  const named = new Set(listed.flatMap(({ tests }) => tests));
  expect(titles.filter((title) => !named.has(title))).toEqual([]);
});

test('no two tests of the base specification have one name', () => {
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});
