import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { closeAll, fixture, isAlive, startEngine, until, valueOf } from '../../support/functions/engine';
import { newDirectory } from '../../support/temporary-directory';

afterEach(closeAll);

const version = fixture('styles.tellsProcess', { key: 'new' });
const pidOf = (value: unknown) => (value as { pid: number }).pid;

const openResources = () => process.getActiveResourcesInfo().filter((name) => ['PipeWrap', 'ProcessWrap', 'Timeout'].includes(name)).sort();

/** Resources that are open and were not: a timer of what ran earlier may have ended meanwhile. */
function openedSince(before: readonly string[]): string[] {
  const earlier = [...before];
  return openResources().filter((name) => {
    const at = earlier.indexOf(name);
    if (at >= 0) earlier.splice(at, 1);
    return at < 0;
  });
}

describe('retain', () => {
  test('stops the instances of versions that are gone, and keeps the others', async () => {
    const { call, engine } = startEngine();
    const old = pidOf(valueOf(await call({ ...version, key: 'old' })));
    const kept = pidOf(valueOf(await call(version)));
    engine.retain(new Set(['new']));
    await until(() => !isAlive(old));
    expect(pidOf(valueOf(await call(version)))).toBe(kept);
  });

  test('lets calls of an old version finish first', async () => {
    const { call, engine } = startEngine();
    const place = newDirectory();
    const old = fixture('meeting.waitsToGo');
    const running = call(old, { place, name: 'running' });
    const waiting = call(old, { place, name: 'waiting' });
    await until(() => existsSync(path.join(place, 'running')));
    engine.retain(new Set());
    writeFileSync(path.join(place, 'go'), '');
    expect([await running, await waiting].map(valueOf)).toEqual(['running', 'waiting']);
  });

  test('serves a request that was accepted before the version went', async () => {
    const { call, engine } = startEngine();
    engine.retain(new Set(['other']));
    const pid = pidOf(valueOf(await call(version)));
    await until(() => !isAlive(pid));
  });
});

describe('close', () => {
  test('waits for running calls, and leaves nothing open', async () => {
    const before = openResources();
    const { call, engine } = startEngine();
    const place = newDirectory();
    const running = call(fixture('meeting.waitsToGo'), { place, name: 'running' });
    const pid = pidOf(valueOf(await call(version)));
    await until(() => existsSync(path.join(place, 'running')));
    const { TMPDIR } = valueOf(await call(fixture('styles.tellsEnvironment'))) as { TMPDIR: string };
    expect(existsSync(TMPDIR)).toBe(true);
    const closed = engine.close(3_600_000);
    writeFileSync(path.join(place, 'go'), '');
    expect(valueOf(await running)).toBe('running');
    await closed;
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(path.dirname(TMPDIR))).toBe(false);
    await new Promise(setImmediate);
    expect(openedSince(before)).toEqual([]);
  });

  test('kills what does not finish in time', async () => {
    const { call, engine } = startEngine();
    const place = newDirectory();
    const running = call(fixture('meeting.waitsToGo'), { place, name: 'running' });
    await until(() => existsSync(path.join(place, 'running')));
    await engine.close(20);
    expect(await running).toEqual({ type: 'failed', code: 'FUNCTION_CRASHED', reason: 'the gateway is stopping' });
  });

  test('takes no further calls', async () => {
    const { call, engine } = startEngine();
    await engine.close(0);
    expect(await call(version)).toMatchObject({ type: 'failed', reason: 'the gateway is stopping' });
  });

  test('ends instances that are still being started', async () => {
    const { call, engine } = startEngine();
    const called = call(version);
    await engine.close(0);
    expect((await called).type).toBe('failed');
  });

  test('waits for an instance that is being started, and no longer', async () => {
    const { engine } = startEngine();
    const outcome = await engine.invoke({ ...version, key: 'starting' }, { requestId: 'r', invocationId: 'c', payload: '{}', timeoutMs: 1 });
    expect(outcome.type).toBe('timeout');
    await engine.close(3_600_000);
  });
});

test('a process that cannot be started is reported with its reason', async () => {
  const { call } = startEngine({ nodePath: '/nowhere/node' });
  expect(await call(version)).toMatchObject({ type: 'failed', code: 'FUNCTION_INIT_FAILED', reason: expect.stringContaining('could not be started') });
  expect(await call({ ...version, key: 'no directory', codeDirectory: '/nowhere' })).toMatchObject({ type: 'failed', code: 'FUNCTION_INIT_FAILED' });
});
