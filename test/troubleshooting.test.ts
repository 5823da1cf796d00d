import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CATALOG, type CatalogRow } from '../lib/errors';
import { GATEWAY_RESPONSE_DEFAULTS } from '../lib/spec';

const rows = readFileSync(path.resolve(__dirname, '../docs/guides/troubleshooting.md'), 'utf8').split('\n').filter((line) => line.startsWith('|'));

/** Every answer that the gateway gives by itself, with the part of its text that is always the same. */
const ANSWERS = Object.entries<CatalogRow>(CATALOG).flatMap(([code, row]) => {
  if (row.gatewayResponse === undefined) return [];
  const { statusCode, message } = GATEWAY_RESPONSE_DEFAULTS[row.gatewayResponse];
  const [text = ''] = (row.clientMessage ?? message ?? 'null').split('{');
  return [{ code, status: row.status ?? Number(statusCode), text: text.trim().replace(/\[$/, '').slice(0, 60) }];
});

test('the gateway answers by itself with many codes', () => {
  expect(ANSWERS.length).toBeGreaterThan(60);
});

test.each(ANSWERS)('troubleshooting explains $status $text with $code', ({ code, status, text }) => {
  const explaining = rows.filter((line) => line.includes(`#${code})`));
  expect(explaining).toEqual([expect.stringMatching(new RegExp(`^\\| ${status} \\| `))]);
  expect(explaining[0]).toContain(text);
});
