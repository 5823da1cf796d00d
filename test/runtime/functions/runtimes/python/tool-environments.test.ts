import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, realpathSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findPython } from '../../../../../lib/runtime/functions/runtimes/python/find-python';
import { newDirectory } from '../../../../support/temporary-directory';

const REAL = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
const before = { ...process.env };
let notices: string[] = [];

afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
  notices = [];
});

/** A project with these files, and a machine whose PATH has a program of this name, besides `python3`. */
function project(files: readonly string[], tool: string, script: string): { readonly root: string; readonly source: string } {
  const root = realpathSync(newDirectory());
  const source = path.join(root, 'functions', 'pets');
  mkdirSync(source, { recursive: true });
  for (const name of ['.git', ...files]) writeFileSync(path.join(root, name), '');
  const bin = newDirectory();
  for (const [name, text] of [[tool, script], ['python3', `exec ${REAL} "$@"`]] as const) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  delete process.env['VIRTUAL_ENV'];
  Object.assign(process.env, { HOME: newDirectory(), PYENV_ROOT: newDirectory(), PATH: bin });
  return { root, source };
}

/** A virtual environment outside of the project. */
function environmentElsewhere(): string {
  const directory = path.join(realpathSync(newDirectory()), 'shop-x1-py3');
  execFileSync(REAL, ['-m', 'venv', '--without-pip', directory]);
  return directory;
}

const find = (sourceDirectory: string) => findPython(
  { runtime: 'python3.12', codeDirectory: '', sourceDirectory }, ({ code, message }) => { notices.push(`${code}: ${message}`); },
);

test.each([
  ['poetry', 'poetry.lock', 'env info --executable'],
  ['pipenv', 'Pipfile.lock', '--py'],
  ['uv', 'uv.lock', 'python find'],
])('%s is asked for the environment of a project with its %s, in the project', async (tool, lockFile, parameters) => {
  const environment = environmentElsewhere();
  const { source } = project([lockFile], tool, `[ "$*" = "${parameters}" ] && [ -f ${lockFile} ] && echo Loading && echo ${environment}/bin/python`);
  expect(await find(source)).toMatchObject({ executable: path.join(environment, 'bin/python'), prefix: environment });
  expect(notices).toEqual([]);
});

test('an environment in the project comes first, and no tool is asked', async () => {
  const { root, source } = project(['poetry.lock'], 'poetry', 'exit 1');
  execFileSync(REAL, ['-m', 'venv', '--without-pip', path.join(root, '.venv')]);
  expect((await find(source)).prefix).toBe(path.join(root, '.venv'));
  expect(notices).toEqual([]);
});

test('a tool is asked again when its lock file changes', async () => {
  const environment = environmentElsewhere();
  const log = path.join(newDirectory(), 'log');
  const { root, source } = project(['uv.lock'], 'uv', `echo asked >> ${log}; echo ${environment}/bin/python`);
  await Promise.all([find(source), find(root)]);
  await find(source);
  expect(readFileSync(log, 'utf8')).toBe('asked\n');
  utimesSync(path.join(root, 'uv.lock'), 1, 1);
  await find(source);
  expect(readFileSync(log, 'utf8')).toBe('asked\nasked\n');
});

test.each([
  ['poetry', 'echo "No environment" >&2; exit 1', 'poetry env info --executable failed: No environment'],
  ['poetry', 'echo /nowhere/python', 'poetry env info --executable failed: /nowhere/python'],
  ['other', '', 'poetry env info --executable failed: poetry is not installed'],
])('a query that fails is a notice, once, and another Python is taken (%s: %s)', async (tool, script, notice) => {
  const { root, source } = project(['poetry.lock'], tool, script);
  expect((await find(source)).executable).toBe(REAL);
  await find(source);
  expect(notices).toEqual([expect.stringMatching(/^PYTHON_ENVIRONMENT_UNKNOWN: /)]);
  expect(notices[0]).toContain(notice);
  expect(notices[0]).toContain(`the virtual environment of ${root} is not known`);
});
