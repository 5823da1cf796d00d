import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LogEntry } from '../../../lib/runtime/ports';
import { openUsageStore } from '../../../lib/runtime/state/usage-store';
import { codeOfError } from '../../support/assembly';
import { until } from '../../support/until';
import { newDirectory } from '../../support/temporary-directory';

const NONE = new Map();
const usage = (used: number) => new Map([['Dev', { window: 0, used }]]);
const silent = () => undefined;

test('usage is read back after closing, and is empty before', async () => {
  const directory = newDirectory();
  const store = openUsageStore(directory, silent);
  expect(store.read('Free')).toEqual(NONE);
  store.changed('Free', () => usage(1));
  store.changed('Free', () => usage(2));
  store.changed('Paid', () => usage(7));
  await store.close();
  const next = openUsageStore(directory, silent);
  expect([next.read('Free'), next.read('Paid'), next.read('Other')]).toEqual([usage(2), usage(7), NONE]);
  await next.close();
});

test('what cannot be written leaves nothing behind, and is written once it can be; what a killed gateway left is removed', async () => {
  const directory = newDirectory();
  const usageDirectory = path.join(directory, 'usage');
  const entries: LogEntry[] = [];
  mkdirSync(path.join(usageDirectory, 'Free.json'), { recursive: true }); // the last step fails
  writeFileSync(path.join(usageDirectory, '.Old.json.tmp'), '');
  const store = openUsageStore(directory, (entry) => entries.push(entry));
  store.changed('Free', () => usage(1));
  await until(() => (entries.length > 0 ? true : undefined));
  expect(readdirSync(usageDirectory)).toEqual(['Free.json']);
  rmSync(path.join(usageDirectory, 'Free.json'), { recursive: true });
  await until(() => (openUsageStore(directory, silent).read('Free').get('Dev')?.used === 1 ? true : undefined));
  await store.close();
  expect(readdirSync(usageDirectory)).toEqual(['Free.json']);
});

test('usage of earlier periods is kept with it', async () => {
  const directory = newDirectory();
  const store = openUsageStore(directory, silent);
  const both = new Map([['Dev', { window: 2, used: 1, earlier: [{ window: 0, used: 20 }] }]]);
  store.changed('Free', () => both);
  await store.close();
  expect(openUsageStore(directory, silent).read('Free')).toEqual(both);
});

test('the first use is written at once, later ones within a second or so, without being closed', async () => {
  const directory = newDirectory();
  const store = openUsageStore(directory, silent);
  const written = () => openUsageStore(directory, silent).read('Free').get('Dev')?.used;
  store.changed('Free', () => usage(3));
  expect(written()).toBe(3);
  expect(statSync(path.join(directory, 'usage', 'Free.json')).mode & 0o777).toBe(0o600);
  store.changed('Free', () => usage(4));
  expect(written()).toBe(3);
  await until(() => (written() === 4 ? true : undefined));
  await store.close();
});

test('a plan of any name has a file of its own', async () => {
  const directory = newDirectory();
  const store = openUsageStore(directory, silent);
  const names = ['../../etc/passwd', 'a/b', 'a_b', 'ä', ' ', '__proto__'];
  names.forEach((name, index) => store.changed(name, () => usage(index)));
  await store.close();
  const next = openUsageStore(directory, silent);
  expect(names.map((name) => next.read(name).get('Dev')?.used)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(readdirSync(directory)).toEqual(['usage']);
  expect(readdirSync(path.join(directory, 'usage'))).toHaveLength(names.length);
});

test.each([
  ['STATE_DAMAGED', ''], ['STATE_DAMAGED', '{"version":1'], ['STATE_DAMAGED', '{"version":1,"plan":"Free","keys":{"Dev":{"window":0,"used":-1}}}'],
  ['STATE_DAMAGED', '{"version":1,"plan":"Other","keys":{}}'], ['STATE_VERSION_UNSUPPORTED', '{"version":9}'],
])('%s: %s', (code, text) => {
  const directory = newDirectory();
  mkdirSync(path.join(directory, 'usage'));
  writeFileSync(path.join(directory, 'usage', 'Free.json'), text);
  expect(codeOfError(() => openUsageStore(directory, silent).read('Free'))).toBe(code);
});

test('STATE_NOT_WRITABLE is logged once, and usage is written once possible', async () => {
  const parent = newDirectory();
  const directory = path.join(parent, 'state');
  writeFileSync(directory, 'no directory');
  const log: LogEntry[] = [];
  const store = openUsageStore(directory, (entry) => log.push(entry));
  store.changed('Free', () => usage(1));
  store.changed('Paid', () => usage(1));
  await store.close();
  expect(log.map(({ code }) => code)).toEqual(['STATE_NOT_WRITABLE']);
});

test('usage that could not be written is written later without a further request', async () => {
  const directory = newDirectory();
  const log: LogEntry[] = [];
  const store = openUsageStore(directory, (entry) => log.push(entry));
  const written = () => openUsageStore(directory, silent).read('Free').get('Dev')?.used;
  store.changed('Free', () => usage(1));
  rmSync(path.join(directory, 'usage'), { recursive: true });
  writeFileSync(path.join(directory, 'usage'), 'no directory');
  store.changed('Free', () => usage(2));
  await until(() => (log.length === 1 ? true : undefined));
  rmSync(path.join(directory, 'usage'));
  await until(() => (written() === 2 ? true : undefined));
  await store.close();
});

test('a gateway that is killed while it writes leaves the old numbers or the new ones', async () => {
  const directory = newDirectory();
  const store = openUsageStore(directory, silent);
  store.changed('Free', () => usage(1));
  await store.close();
  // what a killed write leaves behind
  writeFileSync(path.join(directory, 'usage', '.Free.json.tmp'), '{"version":1,"pl');
  const next = openUsageStore(directory, silent);
  expect(next.read('Free')).toEqual(usage(1));
  next.changed('Free', () => usage(2));
  await next.close();
  expect(readdirSync(path.join(directory, 'usage'))).toEqual(['Free.json']);
  expect(readFileSync(path.join(directory, 'usage', 'Free.json'), 'utf8')).toContain('"used": 2');
});
