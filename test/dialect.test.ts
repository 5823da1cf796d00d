import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import samples from '../scripts/dialect/samples.json';

const root = path.resolve(__dirname, '..');
const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-dialect-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('no covered file uses a word of the old dialect, and no exception is unused', () => {
  expect(check()).toEqual({ status: 0, stderr: '' });
}, 30_000);

test.each(samples.refused)('refuses: %s', (text, word) => {
  const { status, stderr } = checkText(text);
  expect([status, stderr]).toEqual([1, expect.stringContaining(`:1  "${word}"; say: `)]);
});

test.each(samples.accepted)('accepts: %s', (text) => {
  expect(checkText(text)).toEqual({ status: 0, stderr: '' });
});

function checkText(text: string): { readonly status: number | null; readonly stderr: string } {
  const file = path.join(directory, 'page.md');
  writeFileSync(file, `${text}\n`);
  return check(file);
}

function check(...files: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/dialect.mjs', ...files], { cwd: root, encoding: 'utf8' });
  return { status, stderr };
}
