import { cpSync } from 'node:fs';
import path from 'node:path';
import type { NodeCapabilities } from '../../../lib/runtime/functions/runtimes/nodejs/node-capabilities';
import { notEnforced, permissionFlags, permissionsOf, type FunctionPermission } from '../../../lib/runtime/functions/permissions';
import { closeAll, fixture, startEngine, valueOf } from '../../support/functions/engine';
import { newDirectory } from '../../support/temporary-directory';

afterEach(closeAll);

const node = (...flags: readonly string[]): NodeCapabilities => (
  { major: 20, flags: new Set(flags), dataKiB: 50_000 }
);
const reach = { readable: ['/code/', '/host.js'], writable: ['/tmp/own/'], permissions: [] };

describe('flags', () => {
  test('of a Node with the permission model: own code, host program and own directory', () => {
    expect(permissionFlags(node('--permission', '--allow-fs-read'), reach)).toEqual([
      '--permission', '--allow-fs-read=/code/', '--allow-fs-read=/host.js', '--allow-fs-read=/tmp/own/', '--allow-fs-write=/tmp/own/',
    ]);
  });

  test('of a Node where it is experimental: without its warning', () => {
    expect(permissionFlags(node('--experimental-permission', '--disable-warning'), reach).slice(0, 2)).toEqual([
      '--experimental-permission', '--disable-warning=ExperimentalWarning',
    ]);
  });

  test('of a Node without it: none', () => {
    expect(permissionFlags(node(), { ...reach, permissions: ['files'] })).toEqual([]);
  });

  test('of a Node that could close sockets: they stay open', () => {
    const flags = permissionFlags(node('--permission', '--allow-net', '--disable-warning'), reach);
    // without the second, Node 26 warns of the first in the log of every instance
    expect(flags).toEqual(expect.arrayContaining(['--allow-net', '--disable-warning=ExperimentalWarning']));
  });

  test.each<[FunctionPermission, string]>([
    ['files', '--allow-fs-write=*'], ['child-process', '--allow-child-process'], ['worker-threads', '--allow-worker'],
    ['addons', '--allow-addons'], ['wasi', '--allow-wasi'],
  ])('give %s', (permission, flag) => {
    const all = node('--permission', '--allow-fs-read', '--allow-fs-write', '--allow-child-process', '--allow-worker', '--allow-addons', '--allow-wasi');
    expect(permissionFlags(all, { ...reach, permissions: [permission] })).toContain(flag);
    expect(permissionFlags(all, reach)).not.toContain(flag);
  });
});

test('a function has what its name and the star give', () => {
  const permissions = { 'orders': ['addons'], '*': ['files', 'addons'] } as const;
  expect(permissionsOf(fixture('a.b', { name: 'orders' }), permissions)).toEqual(['addons', 'files']);
  expect(permissionsOf(fixture('a.b', { name: 'toString' }), permissions)).toEqual(['files', 'addons']);
  expect(permissionsOf(fixture('a.b', { name: 'toString' }), {})).toEqual([]);
});

test('restrictions that are not enforced are reported', () => {
  expect(notEnforced(node('--permission'), [], 'linux')).toEqual([]);
  expect(notEnforced(node('--permission'), ['no core dumps'], 'linux')).toEqual([
    'no core dumps (the system refuses to set this limit; a lower one may be in force)',
  ]);
  expect(notEnforced({ major: 18, flags: new Set() }, [], 'win32')).toHaveLength(3);
});

/** Returns the outcome of each attempt, by its name. */
const attempt = async (permissions: readonly FunctionPermission[], event: object = {}) => {
  const { call } = startEngine({ permissions: { '*': permissions } });
  // as in a gateway, code is beside the instances: paths that have nothing but their root in common open it to some releases of Node
  const codeDirectory = newDirectory();
  cpSync(fixture('reaches.attempts').codeDirectory, codeDirectory, { recursive: true });
  const version = fixture('reaches.attempts', { codeDirectory });
  return valueOf(await call(version, { outside: __filename, ...event })) as Record<string, string>;
};

const BEYOND = [
  'readOutside', 'listOutside', 'writeOutside', 'writeCode', 'linkOut', 'readEnvironmentOfGateway', 'readMemoryOfGateway',
  'startProcess', 'startWorker', 'openInspector', 'binding', 'loadAddon', 'startWasi', 'leaveDirectory',
  'signalGateway', 'changeUser', 'changePriority',
];

test('a function reaches its code and its own directory, and nothing beyond', async () => {
  const { codeDirectory: _, ...came } = await attempt([]);
  expect(came).toMatchObject({ readCode: 'done', writeTemporary: 'done', readTemporary: 'done', environment: 'done' });
  // said in docs/concepts/isolation.md: that a file exists can be asked, what it contains cannot
  expect(came).toMatchObject({ existenceOutside: 'done', readOutside: 'ERR_ACCESS_DENIED' });
  expect(Object.keys(came).filter((name) => came[name] !== 'done').sort()).toEqual([...BEYOND].sort());
  expect(new Set(BEYOND.map((name) => came[name]))).toEqual(new Set(['ERR_ACCESS_DENIED', 'ERR_DLOPEN_DISABLED']));
});

test.each<[FunctionPermission, readonly string[]]>([
  ['files', ['readOutside', 'listOutside', 'writeOutside', 'leaveDirectory']],
  ['child-process', ['startProcess']],
  ['worker-threads', ['startWorker']],
  ['wasi', ['startWasi']],
])('%s is given by name', async (permission, gained) => {
  const came = await attempt([permission], { written: path.join(newDirectory(), 'file') });
  expect(gained.map((name) => came[name])).toEqual(gained.map(() => 'done'));
});

test('addons are loaded where allowed; a file that is not an addon fails to load', async () => {
  expect((await attempt(['addons'])).loadAddon).toBe('ERR_DLOPEN_FAILED');
});

test('an error of the permission model says what to do', async () => {
  const { call } = startEngine({ permissions: {} });
  const outcome = await call(fixture('reaches.readsOutside'), { outside: __filename });
  expect(outcome).toMatchObject({ type: 'function-error', errorMessage: expect.stringContaining('--allow of synthgate serve') });
});
