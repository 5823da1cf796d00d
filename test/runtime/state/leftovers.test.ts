import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serve } from '../../../lib/runtime';
import type { LogEntry } from '../../../lib/runtime/ports';
import { removeLeftovers } from '../../../lib/runtime/state/leftovers';
import { underStateLock } from '../../../lib/runtime/state/lock';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

const ended = spawnSync(process.execPath, ['-e', '']).pid;
const OF_DEPLOYS = ['stages/Pets/.prod.json.tmp', 'deployments/.fresh-1/spec.json'];
const OTHERS = [
  '.management-url.tmp', 'usage/.Free.json.tmp', 'events/.1.json.tmp', `.lock.${ended}`, `.gateway.lock.${ended}`, `local-issuer.json.${ended}.tmp`,
];
const LEFT = [...OTHERS, ...OF_DEPLOYS];
const KEPT = [
  'management-url', 'stages/Pets/prod.json', 'deployments/1/spec.json', 'deployments/1/.env.tmp', `.lock.${process.ppid}`, `local-issuer.json.${process.ppid}.tmp`,
];

let directory: string;
let entries: LogEntry[];
const log = (entry: LogEntry): void => void entries.push(entry);
beforeEach(() => {
  directory = newDirectory();
  entries = [];
});

function leave(names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), '');
  }
}

const present = () => [...LEFT, ...KEPT].filter((name) => existsSync(path.join(directory, name)));

test('what killed processes left is removed with one message, and nothing else', () => {
  leave([...LEFT, ...KEPT]);
  removeLeftovers(directory, log);
  expect(present()).toEqual(KEPT);
  expect(entries).toEqual([{ level: 'warn', message: expect.stringMatching(/^a process was killed while it wrote to .*unfinished files are removed: .*usage\/\.Free\.json\.tmp/) }]);
  removeLeftovers(directory, log);
  expect(entries).toHaveLength(1);
});

test('what a deploy is writing stays', () => {
  leave([...LEFT, ...KEPT]);
  underStateLock(directory, () => removeLeftovers(directory, log));
  expect(present()).toEqual([...OF_DEPLOYS, ...KEPT]);
  expect(entries).toHaveLength(1);
});

test('a gateway does not start with an empty file of a plan: nobody would know what was used', async () => {
  leave(['usage/.Free.json.tmp', 'usage/Free.json']);
  const source = writeAssembly(newDirectory(), [petsSpec({
    apiKeys: { First: { value: 'first-key-0123456789' } },
    usagePlans: { Free: { quota: { limit: 20, period: 'DAY' }, stages: { prod: {} }, keys: ['First'] } },
  })]);
  await expect(serve({ source, stateDirectory: directory, port: 0, watch: false, log })).rejects.toEqual(expect.objectContaining({
    code: 'STATE_DAMAGED', location: path.join(directory, 'usage', 'Free.json'),
  }));
});
