import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { underLock } from '../../../lib/runtime/state/lock';
import { codeOfError } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

let file: string;
beforeEach(() => { file = path.join(newDirectory(), 'lock'); });

const isLinux = process.platform === 'linux';
const onLinux = isLinux ? test : test.skip;

test('is held while the action runs and given back, also when it throws', () => {
  expect(underLock(file, () => codeOfError(() => underLock(file, () => 'entered')))).toBe('DEPLOY_IN_PROGRESS');
  expect(() => underLock(file, () => { throw new Error('failed'); })).toThrow('failed');
  expect(underLock(file, () => 'entered')).toBe('entered');
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test('names its holder', () => {
  underLock(file, () => expect(() => underLock(file, () => undefined)).toThrow(`process ${process.pid} on ${hostname()} since`));
});

test('of a process that has ended is taken over', () => {
  writeFileSync(file, JSON.stringify({ ...ownHolder(), pid: endedProcess() }));
  expect(underLock(file, () => 'entered')).toBe('entered');
  expect(existsSync(file)).toBe(false);
});

onLinux('of a process whose number is used again is taken over', () => {
  writeFileSync(file, JSON.stringify({ ...ownHolder(), started: '1' }));
  expect(underLock(file, () => 'entered')).toBe('entered');
});

onLinux('from before the last boot is taken over', () => {
  writeFileSync(file, JSON.stringify({ ...ownHolder(), boot: 'another' }));
  expect(underLock(file, () => 'entered')).toBe('entered');
});

test('of another host is left alone, for its process cannot be seen', () => {
  writeFileSync(file, JSON.stringify({ ...ownHolder(), pid: endedProcess(), host: 'another.host' }));
  expect(codeOfError(() => underLock(file, () => undefined))).toBe('DEPLOY_IN_PROGRESS');
  expect(existsSync(file)).toBe(true);
});

test('that is not a lock of ours is left alone', () => {
  writeFileSync(file, 'something');
  expect(codeOfError(() => underLock(file, () => undefined))).toBe('DEPLOY_IN_PROGRESS');
  expect(readFileSync(file, 'utf8')).toBe('something');
});

test('is taken over even after a previous takeover was killed midway', () => {
  const stale = JSON.stringify({ ...ownHolder(), pid: endedProcess() });
  for (const suffix of ['', '.stale', '.stale.stale']) writeFileSync(`${file}${suffix}`, stale);
  expect(underLock(file, () => 'entered')).toBe('entered');
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

/** Returns the contents of a lock file that this process holds. */
function ownHolder(): Record<string, unknown> {
  return underLock(file, () => JSON.parse(readFileSync(file, 'utf8')));
}

function endedProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}
