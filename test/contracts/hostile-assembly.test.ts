import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDeadLetters } from '../../lib/runtime/state/dead-letters';
import { serve } from '../../lib/runtime/hosting/start';
import { petsSpec, writeAssembly } from '../support/assembly';
import { synthgate } from '../support/command-line';
import { newDirectory } from '../support/temporary-directory';

/*
 * Assemblies and state directories that come from elsewhere and hold links. Each is given to every command that reads what
 * is linked: it must refuse by code, print nothing of the file outside, and change nothing there.
 */

const SECRET = 'text-of-the-file-outside';

let root: string;
let assembly: string;
let state: string;
beforeEach(() => {
  root = newDirectory();
  assembly = writeAssembly(path.join(root, 'gateway.out'), [petsSpec()]);
  state = path.join(root, 'gateway.state');
  mkdirSync(path.join(root, 'outside'));
  writeFileSync(path.join(root, 'outside', 'index.js'), `exports.handler = async () => ({ statusCode: 200, body: '${SECRET}' });`);
});

const READ_DEFINITION = [['ls'], ['openapi'], ['template', 'render', 'gateway.out', '--method', 'GET /pets'], ['invoke', 'GET /pets'], ['deploy', '--stage', 'prod'], ['serve', '--port', '0']];
const READ_CODE = READ_DEFINITION.filter(([name = '']) => ['invoke', 'deploy', 'serve'].includes(name));
const withNames = (commands: readonly (readonly string[])[]) => commands.map((parameters) => [parameters.join(' '), parameters] as const);

const asset = () => path.join(assembly, 'assets', readdirSync(path.join(assembly, 'assets'))[0] ?? '');

/** Moves something out of the directory and leaves a link in its place. */
function moveOut(file: string): void {
  const moved = path.join(mkdtempSync(path.join(root, 'outside', 'moved-')), path.basename(file));
  renameSync(file, moved);
  symlinkSync(moved, file);
}

async function expectRefused(parameters: readonly string[], code = 'PATH_OUTSIDE_DIRECTORY'): Promise<void> {
  const result = await synthgate(root, parameters);
  expect([result.code, result.err + result.out]).toEqual([1, expect.stringContaining(`[${code}]`)]);
  expect(result.err + result.out).not.toContain(SECRET);
}

describe.each(withNames(READ_DEFINITION))('%s refuses', (_, parameters) => {
  test.each([
    ['a linked manifest', () => moveOut(path.join(assembly, 'manifest.json'))],
    ['a linked spec', () => moveOut(path.join(assembly, 'Pets.gateway.json'))],
    ['a linked list of code', () => moveOut(path.join(assembly, 'code.json'))],
    ['a linked directory on the way', () => moveOut(path.join(assembly, 'assets'))],
    ['a linked asset', () => moveOut(asset())],
  ])('%s', async (_, make) => {
    make();
    await expectRefused(parameters);
  });

  test.each([['..', '../outside'], ['an absolute path', '/etc']])('an asset with %s', async (_, directory) => {
    const file = path.join(assembly, 'code.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/assets\/asset\.[0-9a-f]{64}/, directory));
    await expectRefused(parameters, 'ASSEMBLY_DAMAGED');
  });
});

describe.each(withNames(READ_CODE))('%s refuses code with', (_, parameters) => {
  test.each([
    ['a linked file', () => moveOut(path.join(asset(), 'index.js'))],
    ['a linked file beside it', () => symlinkSync('../../../outside/index.js', path.join(asset(), 'other.js'))],
    ['a linked directory', () => symlinkSync('../../../outside', path.join(asset(), 'other'))],
    ['a link to nothing', () => symlinkSync('../nothing', path.join(asset(), 'other.js'))],
  ])('%s', async (_, make) => {
    make();
    await expectRefused(parameters);
  });
});

test('a reload that would follow a link is refused, and the last good definition serves on', async () => {
  const serving = await serve({ source: assembly, stateDirectory: state, port: 0, watch: false });
  try {
    moveOut(path.join(assembly, 'Pets.gateway.json'));
    await expect(serving.reload()).rejects.toMatchObject({ code: 'PATH_OUTSIDE_DIRECTORY' });
    expect(await (await fetch(`${serving.apis[0]?.url ?? ''}/prod/pets`)).text()).toBe('one');
  } finally {
    await serving.close();
  }
});

describe('a state directory', () => {
  const storedIn = (): string => path.join(state, 'deployments', readdirSync(path.join(state, 'deployments'))[0] ?? '');
  const recordIn = (): string => path.join(state, 'stages', 'Pets', 'prod.json');
  beforeEach(async () => {
    expect((await synthgate(root, ['deploy', '--stage', 'prod'])).code).toBe(0);
    writeFileSync(path.join(assembly, 'Pets.gateway.json'), JSON.stringify(petsSpec({}, { OTHER: 'definition' })));
    expect((await synthgate(root, ['deploy', '--stage', 'prod'])).code).toBe(0);
  });

  test.each<[string, () => void, readonly (readonly string[])[]]>([
    ['a linked stage', () => moveOut(recordIn()), [['serve', '--port', '0'], ['deploy', '--stage', 'prod'], ['deployments'], ['rollback', '--stage', 'prod']]],
    ['a linked directory of stages', () => moveOut(path.join(state, 'stages')), [['serve', '--port', '0'], ['deploy', '--stage', 'prod'], ['deployments'], ['rollback', '--stage', 'prod']]],
    ['linked deployments', () => moveOut(path.join(state, 'deployments')), [['serve', '--port', '0'], ['deploy', '--stage', 'prod'], ['deployments'], ['rollback', '--stage', 'prod']]],
    ['linked code of a deployment', () => readdirSync(path.join(state, 'deployments')).forEach((id) => moveOut(path.join(state, 'deployments', id, 'assets'))), [['serve', '--port', '0'], ['rollback', '--stage', 'prod']]],
    ['a linked list of deployments\' files', () => moveOut(path.join(storedIn(), 'deployment.json')), [['deployments']]],
  ])('with %s is refused', async (_, make, commands) => {
    make();
    for (const parameters of commands) await expectRefused(parameters);
  });
});

test.each([['events', ['serve', '--port', '0']], ['usage', ['serve', '--port', '0']], ['dead-letters', ['dlq', 'ls']], ['events', ['dlq', 'redrive', '--all']]])(
  'linked %s are refused by %s', async (name, parameters) => {
    await openDeadLetters(path.join(state, 'dead-letters')).add({
      id: '1-a', functionName: 'Pets', requestId: 'r', invocationId: 'c', event: '{}', attempts: 1, acceptedAt: 0, failedAt: 0, error: { type: 'Error', message: '' },
    });
    rmSync(path.join(state, name), { recursive: true, force: true });
    symlinkSync(path.join(root, 'outside'), path.join(state, name));
    await expectRefused(parameters);
    expect(readdirSync(path.join(root, 'outside'))).toEqual(['index.js']);
  },
);
