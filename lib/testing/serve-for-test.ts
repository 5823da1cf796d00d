import type { IConstruct } from 'constructs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve, type AccessLogEntry, type LogEntry, type ServedApi, type ServeOptions } from '../runtime';
import { App } from '../synth';

type GivenOptions =
  'accountId' | 'accountThrottle' | 'apiKeys' | 'credentials' | 'functionPermissions' | 'monotonicNow' | 'now' | 'region' | 'retryDelaysMs' | 'stateDirectory' | 'values';

/** What a test may decide about a gateway. */
export interface TestGatewayOptions extends Pick<ServeOptions, GivenOptions> {
  /** Name of the API that `url` and `fetch` go to. @default - the first */
  readonly api?: string;
}

/** A gateway that serves for one test. */
export interface TestGateway {
  /** All APIs that are served. */
  readonly apis: readonly ServedApi[];
  /** Everything that was logged since the start: requests, output of functions, refusals. */
  readonly logs: readonly LogEntry[];
  /** The lines of the stages' access logs since the start, whatever their destination. */
  readonly accessLogs: readonly AccessLogEntry[];
  /** Base URL of the API, or of one of its stages: `http://127.0.0.1:4711/prod`. */
  readonly url: (stage?: string) => string;
  /** Asks the API; the path begins with the stage: `/prod/pets/7`. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Stops functions and sockets and removes what was written. */
  readonly close: () => Promise<void>;
}

/**
 * Synthesizes a construct tree, or takes an assembly, and serves it on a free port: the same code as `synthgate serve`.
 * Assembly and state are temporary, unless a state directory is given; nothing is watched.
 * @example
 * const gateway = await serveForTest(app);
 * expect((await gateway.fetch('/prod/pets/7')).status).toBe(200);
 * await gateway.close();
 * @throws DEFINITION_INVALID, ASSEMBLY_*, SPEC_*, API_UNKNOWN, TOKEN_VALUE_MISSING
 */
export async function serveForTest(scopeOrAssembly: IConstruct | string, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { api: name, stateDirectory, ...rest } = options;
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-served-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  const logs: LogEntry[] = [];
  const accessLogs: AccessLogEntry[] = [];
  try {
    const serving = await serve({
      ...rest,
      source: typeof scopeOrAssembly === 'string' ? scopeOrAssembly : synthesize(scopeOrAssembly, directory),
      stateDirectory: stateDirectory ?? path.join(directory, 'gateway.state'),
      ...(name === undefined ? {} : { apis: [name] }),
      port: 0,
      watch: false,
      drainMs: 1_000,
      log: (entry) => void logs.push(entry),
      accessLog: (entry) => void accessLogs.push(entry),
    });
    const url = (stage?: string): string => [serving.apis[0]?.url ?? '', ...(stage === undefined ? [] : [stage])].join('/');
    return {
      apis: serving.apis,
      logs,
      accessLogs,
      url,
      fetch: (target, init) => fetch(`${url()}${target}`, init),
      close: () => serving.close().finally(remove),
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function synthesize(scope: IConstruct, directory: string): string {
  return App.synthesize(scope, { outdir: path.join(directory, 'gateway.out') }).directory;
}
