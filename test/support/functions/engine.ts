import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { FunctionEngineOptions, LocalFunctionEngine } from '../../../lib/runtime/functions';
import type { FunctionVersion, InvocationOutcome } from '../../../lib/runtime/ports';
import { AMPLE_MS, newEngine, type TestEngine } from './new-engine';
import { newDirectory } from '../temporary-directory';

export { AMPLE_MS, type TestEngine } from './new-engine';

const HANDLERS = path.join(__dirname, 'handlers');
const ROOT = path.join(__dirname, '..', '..', '..');

const engines: LocalFunctionEngine[] = [];
let hostFile: string | undefined;

/** An engine with real processes. `closeAll` must follow in `afterEach`. */
export function startEngine(options: Partial<FunctionEngineOptions> = {}): TestEngine {
  const started = newEngine({ hostFile: buildHost(), ...options });
  engines.push(started.engine);
  return started;
}

/** Ends all engines of the test. */
export async function closeAll(): Promise<void> {
  await Promise.all(engines.splice(0).map((engine) => engine.close(0)));
}

/** A function of the fixtures. */
export function fixture(handler: string, settings: Partial<FunctionVersion> = {}): FunctionVersion {
  return {
    name: 'orders',
    key: `${handler} ${JSON.stringify(settings)}`,
    codeDirectory: HANDLERS,
    handler,
    memoryMiB: 128,
    timeoutMs: AMPLE_MS,
    environment: {},
    concurrency: 1,
    maxInstances: 1,
    retryAttempts: 2,
    ...settings,
  };
}

/** Bundles a handler as the library does it, and returns the directory with `index.js`. */
export function bundleHandler(file: string, hasSourceMap = false): string {
  const directory = newDirectory();
  buildSync({
    entryPoints: [path.resolve(HANDLERS, file)],
    outfile: path.join(directory, 'index.js'),
    bundle: true, platform: 'node', format: 'cjs', target: 'node20', sourcemap: hasSourceMap, logLevel: 'error',
  });
  return directory;
}

/** The value that a call returned; fails the test when it did not return one. */
export function valueOf(outcome: InvocationOutcome): unknown {
  if (outcome.type !== 'result') throw new Error(`no result but ${JSON.stringify(outcome)}`);
  const value: unknown = JSON.parse(outcome.payload);
  return value;
}

/** Waits until a condition holds, at most until the test's own time limit. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Whether a process exists. A process that ended and was not yet collected does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Built once per test file; the file is named after its content, so that tests at the same time share it. */
export function buildHost(): string {
  if (hostFile !== undefined) return hostFile;
  const { outputFiles } = buildSync({
    entryPoints: [path.join(ROOT, 'lib', 'runtime', 'functions', 'host', 'main.ts')],
    bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'error', write: false,
  });
  const [{ contents }] = outputFiles;
  const digest = createHash('sha256').update(contents).digest('hex').slice(0, 16);
  const directory = path.join(ROOT, 'node_modules', '.cache', 'synthgate');
  hostFile = path.join(directory, `instance-${digest}.js`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${hostFile}.${process.pid}`, contents);
  renameSync(`${hostFile}.${process.pid}`, hostFile);
  return hostFile;
}
