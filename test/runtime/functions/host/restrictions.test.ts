import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { RESTRICTIONS } from '../../../../lib/runtime/functions/host/restrictions';
import { FUNCTION_PERMISSIONS } from '../../../../lib/runtime/functions';
import { buildHost, closeAll, fixture, startEngine } from '../../../support/functions/engine';
import { attempt, WAYS, type AttemptedIn, type Attempts } from '../../../support/functions/instance-ways';
import { newDirectory } from '../../../support/temporary-directory';

afterAll(closeAll);

type Came = Readonly<Record<keyof typeof WAYS, Attempts>>;

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
/** Restrictions of what a thread shares with the gateway: docs/guides/testing.md. */
const NOT_IN_THREADS = ['process.dlopen', 'socket files outside of TMPDIR'];
const REFUSALS = /^ERR_(?:ACCESS_DENIED|DLOPEN_DISABLED|TRACE_EVENTS_UNAVAILABLE)$/;

/** The function in a directory of its own, beside one that every user may change. */
function newAttempted(): Omit<AttemptedIn, 'start'> {
  const root = newDirectory();
  chmodSync(root, 0o755);
  const [codeDirectory, other] = ['code', 'other'].map((name) => path.join(root, name)) as [string, string];
  mkdirSync(codeDirectory);
  for (const file of ['come.cjs', 'restricted.cjs']) cpSync(path.join(fixture('restricted.attempts').codeDirectory, file), path.join(codeDirectory, file));
  mkdirSync(other);
  chmodSync(other, 0o777);
  writeFileSync(path.join(other, 'record'), '');
  return { version: fixture('restricted.attempts', { codeDirectory, maxInstances: 2 }), other };
}

/** By this process, which is root's or another user's. */
async function attemptHere(): Promise<Came> {
  const came = Object.entries(WAYS).map(async ([name, way]) => [name, await way({ start: startEngine, ...newAttempted() })] as const);
  return Object.fromEntries(await Promise.all(came)) as Came; // by the names of WAYS
}

/** By a gateway of a user that is not root. */
function attemptAsNobody(): Came {
  const { version, other } = newAttempted();
  const program = path.join(path.dirname(other), 'program.js');
  buildSync({
    entryPoints: [path.join(__dirname, '../../../support/functions/attempt-program.ts')], outfile: program,
    bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'error',
  });
  chmodSync(program, 0o755);
  const hostFile = path.join(path.dirname(other), 'host.js');
  cpSync(buildHost(), hostFile);
  const output = execFileSync(process.execPath, [program, hostFile, JSON.stringify(version), other], { ...NOBODY, cwd: '/', encoding: 'utf8' });
  return JSON.parse(output) as Came; // the program's own
}

const refusedBy = (attempts: Readonly<Record<string, string>>): string[] =>
  Object.keys(attempts).filter((name) => REFUSALS.test(attempts[name] ?? ''));

const GATEWAYS: readonly [string, () => Came | Promise<Came>][] = [
  [isRoot ? 'of root' : 'of a user who is not root', attemptHere],
  // only root starts a program of another user
  ...(isRoot ? [['of a user who is not root', attemptAsNobody] as [string, () => Came]] : []),
];

describe.each(GATEWAYS)('a gateway %s', (_whose, attemptAll) => {
  let came: Came;

  beforeAll(async () => {
    came = await attemptAll();
  });

  test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('refuses everything to an instance %s', (way) => {
    const { restricted, permitted, own } = came[way];
    const isThread = way === 'in a thread';
    const names = RESTRICTIONS.map(({ name }) => name).filter((name) => !isThread || !NOT_IN_THREADS.includes(name));
    expect(refusedBy(restricted)).toEqual(names);
    // threads and functions that are debugged have no permission model, which the documentation says
    const hasModel = !isThread && way !== 'open to debuggers';
    expect(refusedBy(permitted)).toEqual(hasModel ? Object.keys(permitted) : []);
    expect(own).toEqual({ 'own socket file': 'done', 'own file': 'done', 'expose-gc': 'done' });
  });

  test('has instances of its own user or, if it is root, of nobody; a thread is its own', () => {
    const uid = isRoot ? NOBODY.uid : process.getuid?.();
    const { 'in a thread': thread, ...processes } = came;
    expect(new Set(Object.values(processes).map((attempts) => attempts.uid))).toEqual(new Set([uid]));
    expect(thread.uid).toBe(attemptAll === attemptHere ? process.getuid?.() : NOBODY.uid);
  });
});

test('each restriction is attempted, and nothing else is', async () => {
  const { restricted } = await attempt(startEngine({ permissions: {} }), newAttempted());
  expect(Object.keys(restricted)).toEqual(RESTRICTIONS.map(({ name }) => name));
});

test.each(FUNCTION_PERMISSIONS)('the permission %s lifts what it names, and nothing else', async (permission) => {
  const { restricted, permitted } = await attempt(startEngine({ permissions: { '*': [permission] } }), newAttempted());
  expect(refusedBy(restricted)).toEqual(RESTRICTIONS.filter(({ liftedBy }) => liftedBy !== permission).map(({ name }) => name));
  expect(refusedBy(permitted)).toEqual(Object.keys(permitted).filter((name) => !name.startsWith(`${permission}:`)));
});
