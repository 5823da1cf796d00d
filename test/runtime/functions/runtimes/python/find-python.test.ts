import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RuntimeName } from '../../../../../lib/spec';
import { findPython } from '../../../../../lib/runtime/functions/runtimes/python/find-python';
import { newDirectory } from '../../../../support/temporary-directory';

const [REAL = '', REAL_VERSION = ''] = execFileSync('python3', ['-c', 'import sys; print(sys.executable); print("%d.%d" % sys.version_info[:2])'], { encoding: 'utf8' }).split('\n');
const before = { ...process.env };

/** A machine on which only these directories have programs. */
function useMachine({ PATH = '', ...variables }: NodeJS.ProcessEnv = {}): void {
  for (const name of ['VIRTUAL_ENV', 'PYENV_ROOT']) delete process.env[name];
  Object.assign(process.env, { HOME: newDirectory(), PYENV_ROOT: newDirectory(), ...variables, PATH });
}
afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
});

function newEnvironment(directory: string): string {
  execFileSync(REAL, ['-m', 'venv', '--without-pip', directory]);
  return path.join(realpathSync(directory), 'bin', 'python');
}

/** A directory of PATH with links to the real interpreter. */
function binWith(...names: readonly string[]): string {
  const bin = newDirectory();
  for (const name of names) symlinkSync(REAL, path.join(bin, name));
  return bin;
}

function newProject(): { readonly project: string; readonly source: string } {
  const project = realpathSync(newDirectory());
  const source = path.join(project, 'functions', 'pets');
  mkdirSync(source, { recursive: true });
  mkdirSync(path.join(project, '.git'));
  return { project, source };
}

const wanted = (sourceDirectory?: string, runtime: RuntimeName = `python${REAL_VERSION}`) => ({ runtime, codeDirectory: '', ...(sourceDirectory === undefined ? {} : { sourceDirectory }) });

test.each(['.venv', 'venv'])('the environment %s above the source comes before the interpreters in PATH', async (name) => {
  const { project, source } = newProject();
  const executable = newEnvironment(path.join(project, name));
  useMachine({ PATH: binWith('python3') });
  const python = await findPython(wanted(source));
  expect([python.executable, python.prefix]).toEqual([executable, path.join(project, name)]);
});

test('the environment nearest to the source is taken, and none above the project', async () => {
  const { project, source } = newProject();
  newEnvironment(path.join(path.dirname(project), '.venv'));
  useMachine({ PATH: binWith('python3') });
  expect((await findPython(wanted(source))).prefix).not.toContain('.venv');
  newEnvironment(path.join(project, '.venv'));
  const nearest = newEnvironment(path.join(source, '.venv'));
  const innerFolder = path.join(source, 'inner');
  mkdirSync(innerFolder);
  expect((await findPython(wanted(innerFolder))).executable).toBe(nearest);
});

test('an active environment comes before all others', async () => {
  const { project, source } = newProject();
  newEnvironment(path.join(project, '.venv'));
  const active = path.join(realpathSync(newDirectory()), 'active');
  const executable = newEnvironment(active);
  useMachine({ VIRTUAL_ENV: active, PATH: binWith('python3') });
  expect((await findPython(wanted(source))).executable).toBe(executable);
});

test('an environment that is broken is passed over', async () => {
  const { project, source } = newProject();
  mkdirSync(path.join(project, '.venv', 'bin'), { recursive: true });
  symlinkSync('/nowhere/python3', path.join(project, '.venv', 'bin', 'python'));
  useMachine({ PATH: binWith('python3') });
  expect((await findPython(wanted(source))).version).toMatch(new RegExp(`^${REAL_VERSION.replace('.', '\\.')}\\.\\d+$`));
});

test('the wanted version in PATH comes before python3, and a wrapper gives the interpreter behind it', async () => {
  const bin = newDirectory();
  for (const name of ['python3', 'python3.99']) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\necho '["/from/${name}", "3.99.1", "/from"]'\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  useMachine({ PATH: bin });
  expect(await findPython(wanted(undefined, 'python3.99'))).toEqual({ executable: '/from/python3.99', version: '3.99.1', prefix: '/from', basePrefix: '/from' });
});

test('pyenv keeps the wanted version where its PATH does not lead', async () => {
  const root = newDirectory();
  const bin = path.join(root, 'versions', '3.98.4', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, 'python3'), '#!/bin/sh\necho \'["/pyenv/python", "3.98.4", "/pyenv"]\'\n');
  chmodSync(path.join(bin, 'python3'), 0o755);
  useMachine({ PYENV_ROOT: root, PATH: binWith('python3') });
  expect((await findPython(wanted(undefined, 'python3.98'))).executable).toBe('/pyenv/python');
});

test('another minor version runs where the wanted one is missing', async () => {
  useMachine({ PATH: binWith('python3') });
  expect((await findPython(wanted(undefined, 'python3.97'))).version.startsWith(REAL_VERSION)).toBe(true);
});

test('a machine without Python says so, and the next search finds one that was installed', async () => {
  useMachine({ PATH: newDirectory() });
  await expect(findPython(wanted(undefined, 'python3.96'))).rejects.toThrow(/^it runs on python3\.96, and no python3\.96 or python3 answered .*; install it with: .+/);
  process.env['PATH'] = binWith('python3');
  expect((await findPython(wanted(undefined, 'python3.96'))).version.startsWith(REAL_VERSION)).toBe(true);
});

test('programs that are no Python 3 are passed over', async () => {
  const bin = newDirectory();
  writeFileSync(path.join(bin, 'python3.95'), '#!/bin/sh\necho \'["/python2", "2.7.18", "/"]\'\n');
  chmodSync(path.join(bin, 'python3.95'), 0o755);
  writeFileSync(path.join(bin, 'python3'), '#!/bin/sh\necho hello\n');
  chmodSync(path.join(bin, 'python3'), 0o755);
  useMachine({ PATH: bin });
  await expect(findPython(wanted(undefined, 'python3.95'))).rejects.toThrow(/it runs on python3\.95/);
});

test('an environment that is made later is found', async () => {
  const { project, source } = newProject();
  useMachine({ PATH: binWith('python3') });
  expect((await findPython(wanted(source))).prefix).not.toContain('.venv');
  const executable = newEnvironment(path.join(project, '.venv'));
  expect((await findPython(wanted(source))).executable).toBe(executable);
});
