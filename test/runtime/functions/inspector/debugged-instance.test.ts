import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FunctionVersion, LogEntry } from '../../../../lib/runtime/ports';
import type { RuntimeName } from '../../../../lib/spec';
import { DebugAdapterClient } from '../../../support/functions/debug-adapter-client';
import { closeAll, fixture, isAlive, startEngine, until, valueOf } from '../../../support/functions/engine';
import { newDirectory } from '../../../support/temporary-directory';

afterEach(closeAll);

const OWN: RuntimeName = `python${execFileSync('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { encoding: 'utf8' }).trim()}`;
/** The folder of the package that stands in for debugpy. */
const DEBUGGER = path.resolve(__dirname, '../../../support/functions/python/debugger');
const CODE = ['import os', 'LOADED = os.getpid()', 'def h(event, context):', '    answer = {"pid": LOADED}', '    return answer', ''].join('\n');

/** A copy of a function's sources, whose interpreter has the debugger unless its path is empty. */
function debugged(PYTHONPATH: string = DEBUGGER): { readonly version: FunctionVersion; readonly source: string } {
  const project = newDirectory();
  const codeDirectory = newDirectory();
  mkdirSync(path.join(project, 'src'));
  for (const directory of [codeDirectory, path.join(project, 'src')]) writeFileSync(path.join(directory, 'app.py'), CODE);
  const sourceDirectory = path.join(project, 'src');
  const version = fixture('app.h', { codeDirectory, sourceDirectory, runtime: OWN, key: codeDirectory, environment: { PYTHONPATH }, timeoutMs: 1000, maxInstances: 4 });
  return { version, source: path.join(sourceDirectory, 'app.py') };
}

/** The port in the log. */
async function portOf(entries: readonly LogEntry[]): Promise<number> {
  const lineOf = (): string | undefined => entries.find(({ message }) => message.startsWith('debugger for orders:'))?.message;
  await until(() => lineOf() !== undefined);
  return Number(/127\.0\.0\.1:(\d+)/.exec(lineOf() ?? '')?.[1]);
}

test('a call waits at a breakpoint of the sources, beyond its time, and the port outlives the code', async () => {
  const { call, engine, entries } = startEngine({ inspect: { port: 0 } });
  const { version, source } = debugged();
  await engine.prepare([version]);
  const port = await portOf(entries);
  const client = await DebugAdapterClient.attach(port, source, [4]);
  let isAnswered = false;
  const calls = [call(version, {}, { timeoutMs: 1000 }), call(version, {}, { timeoutMs: 1000 })];
  const answered = Promise.all(calls).finally(() => { isAnswered = true; });
  expect(await client.until('stopped')).toMatchObject({ body: { reason: 'breakpoint', location: [source, 4] } });
  // the time limit of the function and of the caller
  await new Promise((resolve) => { setTimeout(resolve, 1500); });
  expect(isAnswered).toBe(false);
  await client.send('continue', {});
  await client.until('stopped');
  await client.send('continue', {});
  const [first, second] = (await answered).map((outcome) => valueOf(outcome) as { readonly pid: number });
  expect(first).toEqual(second); // in one instance
  const saved = debugged();
  await engine.prepare([saved.version]);
  engine.retain(new Set([saved.version.key]));
  await client.close();
  const next = await DebugAdapterClient.attach(port, saved.source, [5]);
  const after = call(saved.version);
  expect(await next.until('stopped')).toMatchObject({ body: { location: [saved.source, 5] } });
  await next.close();
  expect(valueOf(await after)).not.toEqual(first);
  expect(isAlive(first?.pid ?? 0)).toBe(false);
  expect(entries.filter(({ message }) => message.startsWith('debugger for'))).toEqual([
    expect.objectContaining({ message: expect.stringContaining('(orders runs in one instance; attach a debugger of the Debug Adapter Protocol)') as string }),
  ]);
});

test('code is loaded only once a debugger is attached, on request', async () => {
  const { call, engine, entries } = startEngine({ inspect: { port: 0, waits: true }, initTimeoutMs: 500 });
  const { version, source } = debugged();
  await engine.prepare([version]);
  const answer = call(version);
  const client = await DebugAdapterClient.attach(await portOf(entries), source, [2]);
  expect(await client.until('stopped')).toMatchObject({ body: { location: [source, 2] } });
  await client.send('continue', {});
  expect(valueOf(await answer)).toEqual({ pid: expect.any(Number) as number });
  await client.close();
});

test('without debugpy, the function runs, a warning says how it is installed, and debuggers are not kept waiting', async () => {
  const { call, engine, entries } = startEngine({ inspect: { port: 0, waits: true } });
  const { version, source } = debugged('');
  await engine.prepare([version]);
  const port = await portOf(entries);
  const attaching = DebugAdapterClient.attach(port, source, []);
  expect(valueOf(await call(version))).toEqual({ pid: expect.any(Number) as number });
  await expect(attaching).rejects.toThrow('was closed');
  await expect(DebugAdapterClient.attach(port, source, [])).rejects.toThrow('was closed');
  expect(entries.filter(({ code }) => code === 'DEBUGGER_NOT_HERE')).toEqual([expect.objectContaining({
    level: 'warn', message: expect.stringMatching(/no debugger can attach to orders: (.*) has no debugpy; install it with: \1 -m pip install debugpy$/) as string,
  })]);
});
