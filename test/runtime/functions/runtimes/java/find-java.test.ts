import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findJava } from '../../../../../lib/runtime/functions/runtimes/java/find-java';
import { majorOfRuntime } from '../../../../../lib/runtime/functions/runtimes/search';
import type { RuntimeName } from '../../../../../lib/spec';
import { newDirectory } from '../../../../support/temporary-directory';

const before = { ...process.env };

/** A machine on which only these directories have programs, apart from those of the system. */
function useMachine(variables: NodeJS.ProcessEnv): void {
  delete process.env.JAVA_HOME;
  const managers = { SDKMAN_DIR: newDirectory(), ASDF_DATA_DIR: newDirectory(), MISE_DATA_DIR: newDirectory(), JENV_ROOT: newDirectory() };
  Object.assign(process.env, { ...managers, ...variables });
}
afterEach(() => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
});

/** A directory of a Java that says that it is this version. */
function javaHome(version: string, home = newDirectory()): string {
  mkdirSync(path.join(home, 'bin'), { recursive: true });
  const file = path.join(home, 'bin', 'java');
  writeFileSync(file, `#!/bin/sh\nprintf '    java.home = ${home}\\n    java.version = ${version}\\n' >&2\n`);
  chmodSync(file, 0o755);
  return home;
}

const versionOf = async (runtime: RuntimeName): Promise<string> => (await findJava({ runtime })).version;

test('one of the wanted version comes before JAVA_HOME, which comes before PATH', async () => {
  const wanted = javaHome('71.0.2');
  useMachine({ JAVA_HOME: javaHome('72.0.1'), PATH: path.join(wanted, 'bin') });
  expect(await findJava({ runtime: 'java71' })).toEqual({ executable: path.join(wanted, 'bin', 'java'), version: '71.0.2', major: 71, home: wanted });
  process.env.JAVA_HOME = javaHome('71.0.9');
  expect(await versionOf('java71')).toBe('71.0.9');
});

test.each([
  ['SDKMAN_DIR', 'candidates/java/73.0.1-tem', '73.0.1'], ['ASDF_DATA_DIR', 'installs/java/temurin-74.0.1', '74.0.1'],
  ['MISE_DATA_DIR', 'installs/java/75.0.1', '75.0.1'], ['JENV_ROOT', 'versions/76.0.1', '76.0.1'],
])('%s keeps the wanted version where PATH does not lead', async (variable, folder, version) => {
  const root = newDirectory();
  javaHome(version, path.join(root, folder));
  useMachine({ PATH: path.join(javaHome('99.0.1'), 'bin'), [variable]: root });
  expect(await versionOf(`java${Number.parseInt(version, 10)}`)).toBe(version);
});

test('without the wanted one, the next newer one is taken, or else the newest', async () => {
  useMachine({ JAVA_HOME: javaHome('95.0.1'), PATH: [javaHome('93.0.1'), javaHome('91.0.1')].map((home) => path.join(home, 'bin')).join(path.delimiter) });
  expect([await versionOf('java92'), await versionOf('java99')]).toEqual(['93.0.1', '95.0.1']);
});

test('Java 8 has a version of another form', async () => {
  useMachine({ JAVA_HOME: javaHome('1.8.0_412'), PATH: '' });
  expect(await findJava({ runtime: 'java8.al2' })).toMatchObject({ version: '1.8.0_412', major: 8 });
});

test('a runtime names its version', () => {
  expect(['java8.al2', 'java21', 'java25.al2023', 'java'].map(majorOfRuntime)).toEqual([8, 21, 25, undefined]);
});
