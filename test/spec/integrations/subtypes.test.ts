import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REGION_PARAMETER, SUBTYPE_NAMES, subtypeOf } from '../../../lib/spec';

const GUIDE = readFileSync(path.resolve(__dirname, '../../../docs/guides/service-integrations.md'), 'utf8');
const namesIn = (cell = ''): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '').sort();

test.each(SUBTYPE_NAMES)('the guide has the parameters of %s', (name) => {
  const [, required, optional] = new RegExp(`^\\| \`${name}\` \\|(.*?)\\|(.*?)\\|$`, 'm').exec(GUIDE) ?? [];
  const { parameters, required: needed } = subtypeOf(name);
  expect(namesIn(required)).toEqual([...needed].sort());
  expect(namesIn(optional)).toEqual(Object.keys(parameters).filter((parameter) => !needed.includes(parameter)).sort());
});

test.each(SUBTYPE_NAMES)('what %s requires is among its parameters, and the region is none of them', (name) => {
  const { parameters, required } = subtypeOf(name);
  expect(Object.keys(parameters)).toEqual(expect.arrayContaining([...required]));
  expect(Object.keys(parameters)).not.toContain(REGION_PARAMETER);
});
