import { randomBytes, randomUUID } from 'node:crypto';
import { createFunctionEngine, type FunctionEngineOptions, type LocalFunctionEngine, type OutputLine } from '../../../lib/runtime/functions';
import type { FunctionVersion, Invocation, InvocationOutcome, LogEntry } from '../../../lib/runtime/ports';

/** Long enough for a busy machine; nothing waits for it if all is well. */
export const AMPLE_MS = 30_000;

export interface TestEngine {
  readonly engine: LocalFunctionEngine;
  readonly lines: OutputLine[];
  readonly entries: LogEntry[];
  /** Calls a function with an event and waits for the outcome. */
  readonly call: (version: FunctionVersion, event?: unknown, invocation?: Partial<Invocation>) => Promise<InvocationOutcome>;
}

/** An engine with real processes, in any program. Its creator closes it. */
export function newEngine(options: Partial<FunctionEngineOptions> & Pick<FunctionEngineOptions, 'hostFile'>): TestEngine {
  const lines: OutputLine[] = [];
  const entries: LogEntry[] = [];
  const engine = createFunctionEngine({
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
  const call: TestEngine['call'] = (version, event = {}, invocation = {}) => engine.invoke(version, {
    requestId: randomUUID(), invocationId: randomUUID(), payload: JSON.stringify(event), timeoutMs: AMPLE_MS, ...invocation,
  });
  return { engine, lines, entries, call };
}
