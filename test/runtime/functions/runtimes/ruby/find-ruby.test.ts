import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RuntimeName } from '../../../../../lib/spec';
import { findRuby } from '../../../../../lib/runtime/functions/runtimes/ruby/find-ruby';
import { newDirectory } from '../../../../support/temporary-directory';

const REAL = execFileSync('ruby', ['-e', 'print RbConfig.ruby'], { encoding: 'utf8' });
const before = { ...process.env };

/** A machine on which only these directories have programs. */
function useMachine(variables: NodeJS.ProcessEnv): void {
  const managers = { RBENV_ROOT: newDirectory(), ASDF_DATA_DIR: newDirectory(), MISE_DATA_DIR: newDirectory(), rvm_path: newDirectory() };
  Object.assign(process.env, { HOME: newDirectory(), ...managers, ...variables });
}
afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
});

/** A directory with a program of this name that says that it is this version of Ruby. */
function binWith(name: string, version: string, directory = newDirectory()): string {
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, name), `#!/bin/sh\necho '["/real/${version}", "${version}", "/lib", ["/gems"]]'\n`);
  chmodSync(path.join(directory, name), 0o755);
  return directory;
}

const versionOf = async (runtime: RuntimeName): Promise<string> => (await findRuby({ runtime })).version;

test('a wrapper gives the interpreter behind it, with its gems', async () => {
  useMachine({ PATH: binWith('ruby', '3.71.1') });
  expect(await findRuby({ runtime: 'ruby3.71' })).toEqual({ executable: '/real/3.71.1', version: '3.71.1', library: '/lib', gemPath: ['/gems'] });
});

test('one of the wanted version comes before another that is first in PATH', async () => {
  useMachine({ PATH: [binWith('ruby', '3.99.0'), binWith('ruby3.72', '3.72.0')].join(path.delimiter) });
  expect(await versionOf('ruby3.72')).toBe('3.72.0');
});

test.each([
  ['RBENV_ROOT', 'versions/3.73.10', '3.73'], ['ASDF_DATA_DIR', 'installs/ruby/3.74.10', '3.74'],
  ['MISE_DATA_DIR', 'installs/ruby/3.75.10', '3.75'], ['rvm_path', 'rubies/ruby-3.76.10', '3.76'],
])('%s keeps the wanted version where PATH does not lead, and its latest is taken', async (variable, folder, version) => {
  const root = newDirectory();
  for (const patch of ['9', '10']) binWith('ruby', `${version}.${patch}`, path.join(root, folder.replace(/10$/, patch), 'bin'));
  useMachine({ PATH: binWith('ruby', '3.99.0'), [variable]: root });
  expect(await versionOf(`ruby${version}`)).toBe(`${version}.10`);
});

test('another version runs where the wanted one is missing', async () => {
  const bin = newDirectory();
  symlinkSync(REAL, path.join(bin, 'ruby'));
  useMachine({ PATH: bin });
  expect((await findRuby({ runtime: 'ruby3.77' })).executable).toBe(REAL);
});

test('a machine without Ruby says so, and the next search finds one that was installed', async () => {
  useMachine({ PATH: newDirectory() });
  await expect(findRuby({ runtime: 'ruby3.78' })).rejects.toThrow(/^it runs on ruby3\.78, and no ruby3\.78 and no ruby from 3\.1 on answered .*; install it with: .*3\.78$/);
  process.env['PATH'] = binWith('ruby', '3.78.0');
  expect(await versionOf('ruby3.78')).toBe('3.78.0');
});

test('programs that are too old or no Ruby are passed over', async () => {
  const bin = binWith('ruby3.79', '2.6.10');
  writeFileSync(path.join(bin, 'ruby'), '#!/bin/sh\necho hello\n');
  chmodSync(path.join(bin, 'ruby'), 0o755);
  useMachine({ PATH: bin });
  await expect(findRuby({ runtime: 'ruby3.79' })).rejects.toThrow(/it runs on ruby3\.79/);
});
