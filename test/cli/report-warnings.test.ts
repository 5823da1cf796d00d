import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { followWarnings, reportWarnings } from '../../lib/cli/report-warnings';
import type { LogEntry } from '../../lib/runtime';
import { petsSpec, writeAssembly } from '../support/assembly';
import { synthgate } from '../support/command-line';
import { startCommand } from '../support/served-command';
import { newDirectory } from '../support/temporary-directory';

const WARNING = 'warning: function Pets: these files of the layer Settings are not there when the function runs here: /opt/config.json [FUNCTION_LAYER_FILES]';

const directory = newDirectory();
const assembly = writeAssembly(path.join(directory, 'gateway.out'), [petsSpec(), petsSpec({ api: { id: 'shop', name: 'Shop' } })]);
const apis = Object.fromEntries([['Pets', 'pets'], ['Shop', 'shop']].map(([name, apiId]) => [name, { spec: `${name}.gateway.json`, apiId }]));
writeFileSync(path.join(assembly, 'manifest.json'), JSON.stringify({ version: '1.0.0', apis, schema: 'gateway.schema.json', code: 'code.json', warnings: [WARNING] }));

test.each([['invoke', 'GET /pets', '--api', 'Pets'], ['deploy', 'Pets', '--stage', 'prod']])('%s prints what the code warns of once, on standard error', async (...words) => {
  const { code, out, err } = await synthgate(directory, words);
  expect([code, err, out.includes('warning')]).toEqual([0, `${WARNING}\n`, false]);
});

test('exec prints it before the command runs', async () => {
  const command = startCommand(directory, ['exec', '--', 'echo', 'the command']);
  expect([await command.ended, command.printed()]).toEqual([0, `${WARNING}\nthe command\n`]);
});

test('where everything is logged as JSON, it is an entry', () => {
  const entries: LogEntry[] = [];
  const texts: string[] = [];
  reportWarnings(assembly, { err: (text) => texts.push(text) }, (entry) => entries.push(entry));
  expect([texts, entries]).toEqual([[], [{ level: 'warn', message: WARNING }]]);
});

test('of an assembly that is followed, only new ones are reported', () => {
  const followed = writeAssembly(path.join(directory, 'followed.out'), [petsSpec()]);
  const warn = (...warnings: string[]): void => {
    const manifest = { version: '1.0.0', apis: { Pets: { spec: 'Pets.gateway.json', apiId: 'pets' } }, schema: 'gateway.schema.json', code: 'code.json', warnings };
    writeFileSync(path.join(followed, 'manifest.json'), JSON.stringify(manifest));
  };
  warn(WARNING);
  const texts: string[] = [];
  const report = followWarnings(followed, { err: (text) => texts.push(text) });
  report();
  warn(WARNING, 'warning: another');
  report();
  report();
  expect(texts).toEqual(['warning: another\n']);
  warn(WARNING);
  report();
  warn(WARNING, 'warning: another');
  report();
  expect(texts).toHaveLength(2);
});
