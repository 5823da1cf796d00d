import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FunctionVersion } from '../../../../lib/runtime/ports';
import { closeAll, fixture, isAlive, startEngine, valueOf, type TestEngine } from '../../../support/functions/engine';
import { newDirectory } from '../../../support/temporary-directory';

afterEach(closeAll);

type Environment = Readonly<Record<string, string>>;

const withPrewarmed = (): TestEngine => startEngine({ prewarm: true, permissions: {} });

/** Calls new versions of a function until one of them runs in a prewarmed process. */
async function fromPrewarmed({ call, engine }: TestEngine, settings: Partial<FunctionVersion> = {}): Promise<Environment> {
  for (let count = 0; ; count += 1) {
    const version = fixture('styles.tellsEnvironment', { key: `${count}`, ...settings });
    await engine.prepare([version]);
    const environment = valueOf(await call(version)) as Environment;
    if (environment.LAMBDA_TASK_ROOT !== version.codeDirectory) return environment;
    engine.retain(new Set());
  }
}

test('a prewarmed process becomes the function, identical except for the location of its code', async () => {
  const started = valueOf(await startEngine({ permissions: {} }).call(fixture('styles.tellsEnvironment', { environment: { TABLE: 'orders' } })));
  const prewarmed = await fromPrewarmed(withPrewarmed(), { environment: { TABLE: 'orders' } });
  expect(Object.keys(prewarmed).sort()).toEqual(Object.keys(started as object).sort());
  const own = ['HOME', 'TMPDIR', 'LAMBDA_TASK_ROOT', 'AWS_LAMBDA_LOG_STREAM_NAME'];
  const foreign = Object.keys(prewarmed).filter((name) => !own.includes(name));
  expect(foreign.map((name) => prewarmed[name])).toEqual(foreign.map((name) => (started as Environment)[name]));
  expect(path.dirname(prewarmed.LAMBDA_TASK_ROOT)).toBe(path.dirname(prewarmed.TMPDIR));
});

test('the first call takes a process that was started before its function was known', async () => {
  const { call, engine } = withPrewarmed();
  const version = fixture('styles.tellsEnvironment');
  engine.expect(new Set([version.memoryMiB]));
  expect((valueOf(await call(version)) as Environment).LAMBDA_TASK_ROOT).not.toBe(version.codeDirectory);
});

test.each([['that is needed at once', 0], ['that has rehearsed', 1_000]])('a prewarmed process %s has the same restrictions and permissions as any other', async (_which, waitMs) => {
  const engine = withPrewarmed();
  for (let isFromPrewarmed = false, count = 0; !isFromPrewarmed; count += 1) {
    const version = fixture('reaches.attempts', { key: `${count}` });
    await engine.engine.prepare([version]);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const { codeDirectory, ...came } = valueOf(await engine.call(version, { outside: path.join(version.codeDirectory, 'styles.cjs') })) as Environment;
    isFromPrewarmed = codeDirectory !== version.codeDirectory;
    if (!isFromPrewarmed) continue;
    // its code has a place of its own, so that where it came from is outside
    expect(came).toMatchObject({ readCode: 'done', readOutside: 'ERR_ACCESS_DENIED', writeCode: 'ERR_ACCESS_DENIED', signalGateway: 'ERR_ACCESS_DENIED' });
  }
});

test('a replacement uses a prewarmed process, and the leftovers of both are removed', async () => {
  const tested = withPrewarmed();
  const { call, engine } = tested;
  const version = fixture('faults.tellsPidOrExits');
  await engine.prepare([version]);
  const first = valueOf(await call(version)) as number;
  expect(await call(version, { exits: true })).toMatchObject({ type: 'failed', code: 'FUNCTION_CRASHED' });
  const second = valueOf(await call(version)) as number;
  expect(second).not.toBe(first);
  const { TMPDIR } = await fromPrewarmed(tested);
  const root = path.dirname(path.dirname(TMPDIR));
  await engine.close(0);
  expect(isAlive(second)).toBe(false);
  expect(() => readdirSync(root)).toThrow('ENOENT');
});

test('a function with certificates to trust, as those of WebSocket APIs have, gets a prewarmed process that was started with them', async () => {
  const tested = withPrewarmed();
  const version = fixture('styles.tellsEnvironment', { environment: { NODE_EXTRA_CA_CERTS: '/certificates.pem' } });
  await tested.engine.prepare([version]);
  const { LAMBDA_TASK_ROOT, NODE_EXTRA_CA_CERTS } = valueOf(await tested.call(version)) as Record<string, string>;
  expect(NODE_EXTRA_CA_CERTS).toBe('/certificates.pem');
  expect(LAMBDA_TASK_ROOT).not.toBe(version.codeDirectory);
});

test.each<[string, Partial<FunctionVersion>]>([
  ['that sets what Node reads when it starts', { environment: { NODE_PENDING_DEPRECATION: '1' } }],
  ['with more files than are linked fast', { codeDirectory: 'many' }],
  ['with links in its code', { codeDirectory: 'linked' }],
])('a function %s gets a process of its own', async (_what, settings) => {
  const { call, engine } = withPrewarmed();
  const codeDirectory = settings.codeDirectory === undefined ? fixture('').codeDirectory : directoryWith(settings.codeDirectory);
  const version = fixture(settings.codeDirectory === undefined ? 'styles.tellsEnvironment' : 'index.handler', { ...settings, codeDirectory });
  const second = fixture('styles.answersAsync');
  await engine.prepare([version, second]);
  // the prewarmed process is there by the time of the second call at the latest
  for (const key of ['first', 'second']) {
    expect(valueOf(await call({ ...version, key }))).toMatchObject({ LAMBDA_TASK_ROOT: codeDirectory });
    expect(valueOf(await call({ ...second, key: `other ${key}` }))).toMatchObject({ echo: {} });
  }
});

test('limits that the machine cannot enforce are reported once', async () => {
  const { engine, entries, call } = startEngine({ nodePath: nodeWithoutPermissions(), prewarm: true });
  await engine.prepare([]);
  await engine.prepare([]);
  await call(fixture('styles.answersAsync'));
  expect(entries).toMatchObject([{ level: 'warn', code: 'ISOLATION_PARTIAL', message: expect.stringContaining('no permission model') }]);
});

test('a Node that cannot be probed fails the call that needs it', async () => {
  const { engine, call } = startEngine({ nodePath: '/bin/echo', prewarm: true });
  await engine.prepare([]);
  expect(await call(fixture('styles.answersAsync'))).toMatchObject({ type: 'failed', reason: expect.stringContaining('/bin/echo is not a Node executable') });
});

function directoryWith(kind: string): string {
  const directory = newDirectory();
  writeFileSync(path.join(directory, 'index.js'), 'exports.handler = async () => process.env;');
  if (kind === 'linked') symlinkSync('index.js', path.join(directory, 'link.js'));
  mkdirSync(path.join(directory, 'node_modules'));
  const count = kind === 'many' ? 250 : 1;
  for (let index = 0; index < count; index += 1) writeFileSync(path.join(directory, 'node_modules', `${index}.js`), '');
  return directory;
}

function nodeWithoutPermissions(): string {
  const file = path.join(newDirectory(), 'node');
  const capabilities = JSON.stringify({ version: '18.0.0', status: '', flags: [] });
  writeFileSync(file, `#!/bin/sh\nif [ "$1" = -e ]; then echo '${capabilities}'; else exec "${process.execPath}" "$@"; fi\n`, { mode: 0o755 });
  return file;
}
