import type { IConstruct } from 'constructs';
import path from 'node:path';
import type { AccessLogEntry, LogEntry, ServedApi, ServeOptions } from '../runtime';
import { App } from '../synth';
import { serveTemporarily } from './served';

type GivenOptions =
  'accountId' | 'accountLimit' | 'apiKeys' | 'credentials' | 'functionPermissions' | 'isolation' | 'monotonicNow' | 'now' | 'region' | 'retryDelaysMs' | 'stateDirectory' | 'tokenValues';

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
 * Assembly and state are temporary, unless a state directory is given; nothing is watched. `createTestGateway` does the
 * same with a clock and stubs in the test's hand.
 * @example
 * const gateway = await serveForTest(app);
 * expect((await gateway.fetch('/prod/pets/7')).status).toBe(200);
 * await gateway.close();
 * @throws DEFINITION_INVALID, ASSEMBLY_*, SPEC_*, API_UNKNOWN, TOKEN_VALUE_MISSING
 */
export async function serveForTest(scopeOrAssembly: IConstruct | string, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { api, ...rest } = options;
  const assembly = (directory: string): string =>
    typeof scopeOrAssembly === 'string' ? scopeOrAssembly : App.synthesize(scopeOrAssembly, { outdir: path.join(directory, 'gateway.out') }).directory;
  const { serving, logs, accessLogs, url, close } = await serveTemporarily({ api, assembly }, rest);
  return { apis: serving.apis, logs, accessLogs, url, fetch: (target, init) => fetch(`${url()}${target}`, init), close };
}
