import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findNode } from '../../../../../lib/runtime/functions/runtimes/nodejs/find-node';
import type { FunctionVersion } from '../../../../../lib/runtime/ports';
import type { RuntimeName } from '../../../../../lib/spec';
import { closeAll, fixture, startEngine, valueOf } from '../../../../support/functions/engine';
import { newDirectory } from '../../../../support/temporary-directory';

const OWN = Number.parseInt(process.versions.node, 10);
/** Known runtimes of other versions than the Node that runs the tests. */
const [OTHER, ANOTHER] = [20, 22, 24].filter((major) => major !== OWN);
const before = { ...process.env };

afterEach(async () => {
  await closeAll();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
});

const MANAGERS = ['NVM_DIR', 'FNM_DIR', 'VOLTA_HOME', 'ASDF_DATA_DIR', 'MISE_DATA_DIR', 'NODENV_ROOT', 'N_PREFIX'];

/** A machine on which only these directories have programs. */
function useMachine(variables: NodeJS.ProcessEnv = {}): void {
  const managers = Object.fromEntries(MANAGERS.map((name) => [name, newDirectory()]));
  Object.assign(process.env, { ...managers, PATH: '', ...variables });
}

/** A Node that says that it is this version; so do the titles of its processes. */
function nodeOf(version: string, directory = newDirectory()): string {
  const file = path.join(directory, 'bin', 'node');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh
if [ "$1" = -e ]; then "${process.execPath}" "$@" | sed 's/"version":"[^"]*"/"version":"${version}"/'
else exec "${process.execPath}" --title="Node ${version}" "$@"
fi
`);
  chmodSync(file, 0o755);
  return file;
}

const runtimeOf = (major: number | undefined): RuntimeName => `nodejs${major}.x`;
const executableFor = async (major: number | undefined): Promise<string> =>
  (await findNode({ runtime: runtimeOf(major) }, process.execPath)).executable;

test('the gateway\'s own Node runs functions of its version, and those that name none', async () => {
  useMachine({ PATH: path.dirname(nodeOf(`${OWN}.99.0`)) });
  expect(await executableFor(OWN)).toBe(process.execPath);
  expect((await findNode({}, process.execPath)).executable).toBe(process.execPath);
});

test('one of the version of the function is taken from PATH, behind one of another', async () => {
  const wanted = nodeOf(`${OTHER}.1.0`);
  useMachine({ PATH: [nodeOf(`${ANOTHER}.1.0`), wanted].map((file) => path.dirname(file)).join(path.delimiter) });
  expect(await executableFor(OTHER)).toBe(wanted);
});

test.each([
  ['NVM_DIR', 'versions/node/v', ''], ['FNM_DIR', 'node-versions/v', 'installation'], ['VOLTA_HOME', 'tools/image/node/', ''],
  ['ASDF_DATA_DIR', 'installs/nodejs/', ''], ['MISE_DATA_DIR', 'installs/node/', ''], ['NODENV_ROOT', 'versions/', ''], ['N_PREFIX', 'n/versions/node/', ''],
])('%s keeps the version, and its latest is taken', async (variable, folder, below) => {
  const root = newDirectory();
  const [, latest] = ['9', '10'].map((minor) => nodeOf(`${OTHER}.${minor}.0`, path.join(root, `${folder}${OTHER}.${minor}.0`, below)));
  useMachine({ [variable]: root });
  expect(await executableFor(OTHER)).toBe(latest);
});

test('without one the gateway\'s own Node is taken, and so is one that is installed later', async () => {
  const root = newDirectory();
  useMachine({ NVM_DIR: root });
  expect(await executableFor(OTHER)).toBe(process.execPath);
  const installed = nodeOf(`${OTHER}.1.0`, path.join(root, 'versions', 'node', `v${OTHER}.1.0`));
  expect(await executableFor(OTHER)).toBe(installed);
});

/** A function that tells by which Node it runs. */
function telling(major: number | undefined): FunctionVersion {
  const codeDirectory = newDirectory();
  writeFileSync(path.join(codeDirectory, 'app.js'), 'exports.handler = async () => [process.title, process.env.AWS_EXECUTION_ENV];\n');
  return fixture('app.handler', { codeDirectory, key: codeDirectory, runtime: runtimeOf(major) });
}

test.each([false, true])('functions run on the Node of their version, each in its own (prewarmed: %s)', async (prewarm) => {
  useMachine({ PATH: path.dirname(nodeOf(`${OTHER}.1.0`)) });
  const { engine, call, entries } = startEngine({ prewarm, permissions: {} });
  const [own, other] = [telling(OWN), telling(OTHER)];
  await engine.prepare([own, other]);
  expect(valueOf(await call(other))).toEqual([`Node ${OTHER}.1.0`, `AWS_Lambda_nodejs${OTHER}.x`]);
  expect(valueOf(await call(own))).toEqual([process.execPath, `AWS_Lambda_nodejs${OWN}.x`]);
  expect(entries.filter(({ code }) => code === 'FUNCTION_RUNTIME_DIFFERS')).toEqual([]);
});

test('a function without its Node runs on that of the gateway, by its rules; strictly it is refused', async () => {
  useMachine();
  const { call } = startEngine();
  const secondNode = telling(OTHER);
  for (let count = 0; count < 2; count += 1) expect(valueOf(await call(secondNode))).toEqual([process.execPath, `AWS_Lambda_nodejs${OTHER}.x`]);
  const strict = startEngine({ strictRuntimes: true });
  expect(await strict.call(secondNode)).toMatchObject({ type: 'failed', code: 'FUNCTION_RUNTIME_MISSING', reason: expect.stringContaining(`install it with: nvm install ${OTHER}`) as string });
});
