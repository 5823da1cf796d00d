import { deflateRawSync } from 'node:zlib';
import { readArchive } from '../../lib/synth/read-archive';
import { zipOf } from '../support/zip';

const text = (files: ReadonlyMap<string, Uint8Array>): Record<string, string> =>
  Object.fromEntries([...files].map(([name, contents]) => [name, Buffer.from(contents).toString()]));

test('reads stored and compressed files', () => {
  const bytes = zipOf([{ name: 'index.js', contents: 'exports.handler = 1;' }, { name: 'lib/a.js', contents: 'a'.repeat(1000), isCompressed: true }]);
  expect(text(readArchive('code.zip', bytes))).toEqual({ 'index.js': 'exports.handler = 1;', 'lib/a.js': 'a'.repeat(1000) });
});

test('leaves out directories, links and what would be outside', () => {
  const bytes = zipOf([
    { name: 'lib/', contents: '' }, { name: '../up.js', contents: 'x' }, { name: '/etc/root.js', contents: 'x' },
    { name: 'link', contents: '/etc/passwd', mode: 0o120777 }, { name: 'index.js', contents: 'y' },
  ]);
  expect(text(readArchive('code.zip', bytes))).toEqual({ 'index.js': 'y' });
});

test.each([
  ['text', Buffer.from('exports.handler = 1;'), 'it is not a zip archive'],
  ['a damaged file', zipOf([{ name: 'a', contents: 'aaaa', isCompressed: true, damage: deflateRawSync('other').subarray(1) }]), 'a is damaged'],
])('refuses %s', (_, bytes, reason) => {
  expect(() => readArchive('code.zip', bytes)).toThrow(reason);
  expect(() => readArchive('code.zip', bytes)).toThrow('[SOURCE_UNREADABLE]');
});
