import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-dialect-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('no covered file uses a word of the old dialect, and no exception is unused', () => {
  expect(check()).toEqual({ status: 0, stderr: '' });
}, 30_000);

test.each([
  ['a room of the library', 'room'],
  ['the value is no number', 'is no number'],
  ['headers that are no strings', 'are no strings'],
  ['an address that is none', 'is none'],
  ['the setting stands in the spec', 'stands in the'],
  ['an error from the front', 'from the front'],
  ['a reload takes the change up', 'takes the change up'],
  ['allowed are GET, POST', 'allowed are'],
  ['synthgate serve --no-spare', '--no-spare'],
  ['throw new GatewayError(\'POLICY_BUSY\')', 'POLICY_BUSY'],
  ['records go in a circle', 'go in a circle'],
])('refuses: %s', (text, word) => {
  const { status, stderr } = checkText(text);
  expect([status, stderr]).toEqual([1, expect.stringContaining(`:1  "${word}"; say: `)]);
});

test.each([
  'an old trace makes room for a new one', 'there is no number', 'there are none', 'without a proc file system there\nare no figures', 'it is no longer served', 'a stub stands in for it', 'it is none of these', 'a mushroom', 'synthgate serve --idle-timeout 60', 'synthgate serve --token-value a=b',
])('accepts: %s', (text) => {
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
