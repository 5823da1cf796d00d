import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CATALOG } from '../lib/errors';

const root = path.resolve(__dirname, '..');
const textsOf = (folder: string, isWanted: (file: string) => boolean): string =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => file.endsWith('.ts') && isWanted(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');

const isMissingIn = (text: string) => (code: string) => !new RegExp(`\\b${code}\\b`).test(text);
const codes = Object.keys(CATALOG);

test('every error is used', () => {
  const source = textsOf('lib', (file) => !file.startsWith(path.join('lib', 'errors', 'catalog')));
  expect(codes.filter(isMissingIn(source))).toEqual([]);
});

test('every error is raised by a test', () => {
  const tests = textsOf('test', (file) => file !== path.join('test', 'catalog.test.ts'));
  expect(codes.filter(isMissingIn(tests))).toEqual([]);
});

test('every error is documented', () => {
  const page = path.join(root, 'docs', 'errors.md');
  const text = existsSync(page) ? readFileSync(page, 'utf8') : codes.join(' ');
  expect(codes.filter(isMissingIn(text))).toEqual([]);
});
