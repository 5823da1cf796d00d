import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { createFunctionEngine, type FunctionEngineOptions, type LocalFunctionEngine, type OutputLine } from '../../../lib/runtime/functions';
import type { FunctionVersion, Invocation, InvocationOutcome, LogEntry } from '../../../lib/runtime/ports';

const HANDLERS = path.join(__dirname, 'handlers');
const ROOT = path.join(__dirname, '..', '..', '..');
/** Long enough for a busy machine; nothing waits for it if all is well. */
export const AMPLE_MS = 30_000;

export interface TestEngine {
  readonly engine: LocalFunctionEngine;
  readonly lines: OutputLine[];
  readonly entries: LogEntry[];
  /** Calls a function with an event and waits for the outcome. */
  readonly call: (version: FunctionVersion, event?: unknown, invocation?: Partial<Invocation>) => Promise<InvocationOutcome>;
}

const directories: string[] = [];
const engines: LocalFunctionEngine[] = [];
let hostFile: string | undefined;

/** An engine with real processes. `closeAll` must follow in `afterEach`. */
export function startEngine(options: Partial<FunctionEngineOptions> = {}): TestEngine {
  const lines: OutputLine[] = [];
  const entries: LogEntry[] = [];
  const engine = createFunctionEngine({
    hostFile: buildHost(),
    accountId: '123456789012',
    region: 'eu-central-1',
    output: (line) => lines.push(line),
    http: () => Promise.reject(new Error('nothing is posted by this test')),
    ports: {
      now: Date.now,
      monotonicNow: () => performance.now(),
      newId: randomUUID,
      randomHex: (length) => randomBytes(length / 2).toString('hex'),
      randomBase64: (length) => randomBytes(length).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
      log: (entry) => entries.push(entry),
    },
    // another release of Node than the one that runs the tests
    nodePath: process.env.FUNCTION_NODE_PATH,
    // the handlers meet each other in directories of the test
    permissions: { '*': ['files', 'child-process'] },
    ...options,
  });
  engines.push(engine);
  const call: TestEngine['call'] = (version, event = {}, invocation = {}) => engine.invoke(version, {
    requestId: randomUUID(), payload: JSON.stringify(event), timeoutMs: AMPLE_MS, ...invocation,
  });
  return { engine, lines, entries, call };
}

/** Ends all engines of the test and removes its directories. */
export async function closeAll(): Promise<void> {
  await Promise.all(engines.splice(0).map((engine) => engine.close(0)));
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
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

/** A directory of the test. */
export function newDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-test-'));
  directories.push(directory);
  return directory;
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
function buildHost(): string {
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
