import { chmodSync, cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canReach, openTo, otherUser } from '../../../../lib/runtime/functions/process/function-user';
import { makeDirectory } from '../../../../lib/runtime/state/durable';
import { closeAll, fixture, startEngine, valueOf } from '../../../support/functions/engine';
import { newDirectory } from '../../../support/temporary-directory';

afterEach(closeAll);

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Code that others may read, below a directory that nobody else may list. */
function readableCode(): string {
  const directory = newDirectory();
  chmodSync(directory, 0o711);
  const code = path.join(directory, 'code');
  cpSync(path.join(fixture('reaches.attempts').codeDirectory, 'reaches.cjs'), path.join(code, 'reaches.cjs'));
  chmodSync(code, 0o755);
  return code;
}

/** A state directory as the gateway makes it, with a file that everybody may read. */
function newState(): { readonly state: string; readonly record: string } {
  const state = path.join(newDirectory(), 'gateway.state');
  chmodSync(path.dirname(state), 0o711);
  makeDirectory(state);
  const record = path.join(state, 'record.json');
  writeFileSync(record, 'the record', { mode: 0o666 });
  chmodSync(record, 0o666);
  return { state, record };
}

test('a state directory is for the gateway\'s user only', () => {
  expect(statSync(newState().state).mode & 0o777).toBe(0o700);
});

test('a gateway of root runs functions as a user who reaches nothing of the state directory, whatever Node lets them do; any other says so', async () => {
  const { record } = newState();
  const { call, entries } = startEngine({ permissions: { '*': ['child-process'] } });
  const version = fixture('reaches.throughShell', { codeDirectory: readableCode() });
  const came = valueOf(await call(version, { record })) as { uid: number; read: string; list: string; write: string; own: string };
  expect(came.own).toBe('done');
  if (isRoot) {
    expect(came).toEqual({ uid: NOBODY.uid, read: 'refused', list: 'refused', write: 'refused', own: 'done' });
    expect(entries).toEqual([]);
  } else {
    expect(entries).toMatchObject([{ level: 'info', code: 'ISOLATION_PARTIAL', message: expect.stringContaining('a user of their own') }]);
  }
});

test('a function that may touch all files runs as the user of the gateway', async () => {
  const { record } = newState();
  const { call } = startEngine({ permissions: { '*': ['files', 'child-process'] } });
  expect(valueOf(await call(fixture('reaches.throughShell'), { record }))).toMatchObject({ uid: process.getuid?.(), read: 'done' });
});

test('who may pass through a directory', () => {
  const directory = newDirectory();
  const inner = path.join(directory, 'inner');
  mkdirSync(inner);
  const reached = (modes: readonly [number, number]): boolean => {
    chmodSync(directory, modes[0]);
    chmodSync(inner, modes[1]);
    return canReach(inner, NOBODY);
  };
  expect(([[0o711, 0o711], [0o700, 0o711], [0o711, 0o700], [0o710, 0o755]] as const).map(reached)).toEqual([true, false, false, false]);
});

test('only root becomes another user, and opens its directories to that one alone', () => {
  expect(otherUser()).toEqual(isRoot ? NOBODY : undefined);
  if (!isRoot) return;
  const directory = newDirectory();
  openTo(directory, NOBODY);
  expect([canReach(directory, NOBODY), canReach(directory, { uid: 1, gid: 1 })]).toEqual([true, false]);
});
