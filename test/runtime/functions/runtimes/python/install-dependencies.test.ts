import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { FunctionVersion } from '../../../../../lib/runtime/ports';
import type { RuntimeName } from '../../../../../lib/spec';
import { closeAll, fixture, isAlive, startEngine, until, valueOf } from '../../../../support/functions/engine';
import { newDirectory } from '../../../../support/temporary-directory';

const OWN: RuntimeName = `python${execFileSync('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { encoding: 'utf8' }).trim()}`;
const HANDLER = 'import pets\ndef h(event, context):\n    return [pets.NAME, pets.__file__]\n';
/** Makes a package that needs no build. @see https://packaging.python.org/en/latest/specifications/binary-distribution-format/ */
const WHEEL = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    wheel.writestr("pets.py", 'NAME = "cat"\\n')
    wheel.writestr("pets-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: pets\\nVersion: 1.0\\n")
    wheel.writestr("pets-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("pets-1.0.dist-info/RECORD", "")
`;
const LOCAL = ['--no-index', './pets-1.0-py3-none-any.whl'];
const { PATH } = process.env;

afterEach(async () => {
  process.env['PATH'] = PATH;
  await closeAll();
});

function write(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), text);
  }
}

type Sourced = FunctionVersion & { readonly sourceDirectory: string };

/** A function with a package beside its source, whose code is a copy without it. */
function functionWith(requirements: readonly string[], files: Readonly<Record<string, string>> = {}): Sourced {
  const sourceDirectory = realpathSync(newDirectory());
  const codeDirectory = newDirectory();
  write(codeDirectory, { 'app.py': HANDLER });
  write(sourceDirectory, {
    '.git': '',
    'app.py': HANDLER,
    'requirements.txt': requirements.map((line) => `${line}\n`).join(''),
    ...files,
  });
  execFileSync('python3', ['-c', WHEEL, path.join(sourceDirectory, 'pets-1.0-py3-none-any.whl')]);
  return { ...fixture('app.h', { codeDirectory, runtime: OWN, key: codeDirectory }), sourceDirectory };
}

/** The names of finished installations. */
function installedIn(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory).filter((name) => /^[0-9a-f]{64}$/.test(name)) : [];
}

/** Makes programs of these names the first of PATH. */
function useTools(scripts: Readonly<Record<string, string>>): void {
  const bin = newDirectory();
  write(bin, Object.fromEntries(Object.entries(scripts).map(([name, text]) => [name, `#!/bin/sh\n${text}\n`])));
  for (const name of Object.keys(scripts)) chmodSync(path.join(bin, name), 0o755);
  process.env['PATH'] = `${bin}:${PATH}`;
}

test('the packages of requirements.txt are installed once into the directory, and the function finds them', async () => {
  const dependenciesDirectory = path.join(newDirectory(), 'deps');
  const version = functionWith(LOCAL);
  const before = readdirSync(version.sourceDirectory);
  const { call, entries } = startEngine({ dependenciesDirectory });
  const secondEngine = startEngine({ dependenciesDirectory });
  const answers = (await Promise.all([call(version), secondEngine.call(version)])).map(valueOf);
  const [installed = ''] = installedIn(dependenciesDirectory);
  expect(answers).toEqual(Array(2).fill(['cat', path.join(dependenciesDirectory, installed, 'pets.py')]));
  expect(readdirSync(dependenciesDirectory)).toEqual([installed]);
  expect(readdirSync(version.sourceDirectory)).toEqual(before);
  const log = [...entries, ...secondEngine.entries].filter(({ message }) => message.startsWith('installing'));
  expect(log).toEqual([{ level: 'info', message: `installing the dependencies of ${version.sourceDirectory}/requirements.txt` }]);
  await startEngine({ dependenciesDirectory }).call(version);
  writeFileSync(path.join(version.sourceDirectory, 'requirements.txt'), '');
  const after = startEngine({ dependenciesDirectory });
  expect(await after.call(version)).toMatchObject({ type: 'failed', code: 'FUNCTION_INIT_FAILED' });
  expect(installedIn(dependenciesDirectory)).toHaveLength(2);
});

test('a package that is named by a path is installed again when its files change', async () => {
  const dependenciesDirectory = path.join(newDirectory(), 'deps');
  const version = functionWith(LOCAL);
  const answerOf = async (): Promise<unknown> => {
    const [name] = valueOf(await startEngine({ dependenciesDirectory }).call(version)) as readonly string[];
    return name;
  };
  expect(await answerOf()).toBe('cat');
  execFileSync('python3', ['-c', WHEEL.replace('"cat"', '"dog"'), path.join(version.sourceDirectory, 'pets-1.0-py3-none-any.whl')]);
  expect(await answerOf()).toBe('dog');
  expect(installedIn(dependenciesDirectory)).toHaveLength(2);
});

test('so is a directory, unless only what its build makes changes', async () => {
  const dependenciesDirectory = path.join(newDirectory(), 'deps');
  const version = functionWith(['./shared[all] ; python_version > "3"'], { 'shared/lib/a.py': '', 'shared/build/a': '' });
  useTools({ uv: 'mkdir -p "$6"; echo "NAME = 1" > "$6/pets.py"' });
  const counts: number[] = [];
  for (const file of ['shared/build/a', 'shared/lib/a.py', 'shared/build/b']) {
    valueOf(await startEngine({ dependenciesDirectory }).call(version));
    counts.push(installedIn(dependenciesDirectory).length);
    write(version.sourceDirectory, { [file]: 'changed' });
  }
  expect(valueOf(await startEngine({ dependenciesDirectory }).call(version))).toHaveLength(2);
  expect([...counts, installedIn(dependenciesDirectory).length]).toEqual([1, 1, 2, 2]);
});

test.each([['-e .'], ['--editable=file:.'], ['-e .[dev]']])('%s is followed to its source, and installed again only when its metadata change', async (requirement) => {
  const dependenciesDirectory = path.join(newDirectory(), 'deps');
  const version = functionWith([requirement], { 'pyproject.toml': '', 'src/pets.py': 'NAME = "source"' });
  // as pip and uv leave it
  useTools({ uv: 'mkdir -p "$6"; echo "$PWD/src" > "$6/__editable__.pets-1.pth"' });
  const answer = async () => valueOf(await startEngine({ dependenciesDirectory }).call(version));
  expect(await answer()).toEqual(['source', path.join(version.sourceDirectory, 'src', 'pets.py')]);
  // of another length: Python compares it and the second
  write(version.sourceDirectory, { 'src/pets.py': 'NAME = "edited since"' });
  expect(await answer()).toEqual(['edited since', path.join(version.sourceDirectory, 'src', 'pets.py')]);
  expect(installedIn(dependenciesDirectory)).toHaveLength(1);
  write(version.sourceDirectory, { 'pyproject.toml': '[project]' });
  await answer();
  expect(installedIn(dependenciesDirectory)).toHaveLength(2);
});

test('a directory that is named by a dot is installed again when its files change', async () => {
  const dependenciesDirectory = path.join(newDirectory(), 'deps');
  const version = functionWith(['.'], { 'lib/a.py': '' });
  useTools({ uv: 'mkdir -p "$6"; echo "NAME = 1" > "$6/pets.py"' });
  for (const text of ['', 'changed']) {
    write(version.sourceDirectory, { 'lib/a.py': text });
    valueOf(await startEngine({ dependenciesDirectory }).call(version));
  }
  expect(installedIn(dependenciesDirectory)).toHaveLength(2);
});

test('what cannot be installed costs only its function, which is tried again', async () => {
  const dependenciesDirectory = path.join(newDirectory(), 'deps');
  const faulty = functionWith(['--no-index', 'no-such-package-here']);
  const neighbor = functionWith([]);
  writeFileSync(path.join(neighbor.codeDirectory, 'app.py'), 'def h(event, context):\n    return 1\n');
  const { call } = startEngine({ dependenciesDirectory });
  expect(await call(faulty)).toMatchObject({
    type: 'failed', code: 'FUNCTION_DEPENDENCIES_MISSING',
    reason: expect.stringMatching(/pip install failed for .*requirements\.txt: [^]*No matching distribution found for no-such-package-here/) as string,
  });
  expect(valueOf(await call(neighbor))).toBe(1);
  expect(installedIn(dependenciesDirectory)).toHaveLength(1);
  expect(readdirSync(dependenciesDirectory)).toHaveLength(1);
});

test.each([['a tool', false], ['the installation of another process', true]])('an engine that is closed does not wait for %s', async (_, isLocked) => {
  const dependenciesDirectory = path.join(newDirectory(), 'deps');
  const version = functionWith(LOCAL);
  const started = path.join(newDirectory(), 'pid');
  useTools({ uv: `echo $$ > ${started}.new; mv ${started}.new ${started}; exec sleep 600` });
  if (isLocked) write(dependenciesDirectory, { lock: JSON.stringify({ pid: process.ppid, host: hostname(), since: '2026-01-01T00:00:00Z' }) });
  const { call, engine } = startEngine({ dependenciesDirectory });
  const outcome = call(version);
  await until(() => isLocked || existsSync(started));
  await engine.close(0);
  expect(await outcome).toMatchObject({ type: 'failed' });
  expect(readdirSync(dependenciesDirectory)).toEqual(isLocked ? ['lock'] : []);
  if (!isLocked) await until(() => !isAlive(Number(readFileSync(started, 'utf8'))));
});

test('without the directory nothing is installed', async () => {
  const { call } = startEngine();
  expect(await call(functionWith(LOCAL))).toMatchObject({ type: 'failed', code: 'FUNCTION_INIT_FAILED' });
});

test.each([
  ['uv.lock', 'uv', 'export --frozen --no-dev --no-emit-project --format requirements-txt'],
  ['poetry.lock', 'poetry', 'export --format requirements.txt --without-hashes'],
])('a %s above the source is written as requirements by %s', async (lockFile, tool, parameters) => {
  const dependenciesDirectory = path.join(newDirectory(), 'deps');
  const version = functionWith([], { [lockFile]: 'locked', 'functions/app.py': HANDLER });
  const log = path.join(newDirectory(), 'log');
  // in place of uv pip install, too: it copies the requirements into the package
  const uv = `echo "$*" >> ${log}; [ "$1" = export ] && { echo found; exit; }; [ "$1" = pip ] || exit 1; mkdir -p "$6"; sed 's/^/NAME = "/; s/$/"/' "$8" > "$6/pets.py"`;
  useTools({ uv, ...(tool === 'poetry' ? { poetry: `echo "$*" >> ${log}; [ "$1" = export ] && echo found` } : {}) });
  const { call } = startEngine({ dependenciesDirectory });
  const value = valueOf(await call({ ...version, sourceDirectory: path.join(version.sourceDirectory, 'functions') })) as readonly string[];
  expect(value[0]).toBe('found');
  expect(readFileSync(log, 'utf8')).toContain(`${parameters}\n`);
  expect(readFileSync(log, 'utf8')).toMatch(/pip install --python \S+ --target \S+\.unfinished -r \S+\.txt\n$/);
  expect(readdirSync(dependenciesDirectory)).toHaveLength(1);
});
