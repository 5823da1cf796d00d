import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

jest.setTimeout(60_000);

const html = readFileSync(path.resolve(__dirname, '..', '..', 'build', 'dashboard', 'index.html'), 'utf8');

test('the page is one file of at most 60 kB, compressed', () => {
  expect(gzipSync(html).length).toBeLessThanOrEqual(60_000);
  expect(html).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?!data:)/);
});
