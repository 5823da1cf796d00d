import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stageSegment } from '../spec';
import { serve, type AccessLogEntry, type LogEntry, type ServedApi, type ServeOptions, type TestOptionNames } from '../runtime';

/** Options common to all test gateways. */
export type ServedOptions = Pick<ServeOptions, TestOptionNames | 'invokeMiddleware' | 'monotonicNow' | 'now'>;

/** The gateway to serve. */
export interface ServedSource {
  /** Name of the API for `url` and `fetch`. @default - the first */
  readonly api?: string | undefined;
  /** The assembly; the argument is a temporary directory that may be written to. */
  readonly assembly: (directory: string) => TestAssembly | Promise<TestAssembly>;
}

/** An assembly with the contents of the templates beside it. */
export interface TestAssembly {
  readonly path: string;
  /** Values of its tokens by the templates; given ones win. */
  readonly impliedValues?: Readonly<Record<string, string>>;
}

/** A running gateway with its logs. */
export type Served = Awaited<ReturnType<typeof serveTemporarily>>;

/** Serves an assembly on a free port; assembly and state are temporary unless a state directory is given. */
export async function serveTemporarily({ api: name, assembly }: ServedSource, options: ServedOptions) {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-served-'));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  const logs: LogEntry[] = [];
  const accessLogs: AccessLogEntry[] = [];
  try {
    const { path: source, impliedValues } = await assembly(directory);
    const serving = await serve({
      ...options,
      source,
      tokenValues: { ...impliedValues, ...options.tokenValues },
      stateDirectory: options.stateDirectory ?? path.join(directory, 'gateway.state'),
      ...(name === undefined ? {} : { apis: [name] }),
      port: 0,
      watch: false,
      shutdownTimeoutMs: 1_000,
      log: (entry) => void logs.push(entry),
      accessLog: (entry) => void accessLogs.push(entry),
    });
    const api = (): ServedApi => firstOf(serving.apis);
    const url = (stage?: string): string => (stage === undefined ? api().url : urlOf(api(), stage));
    return { serving, logs, accessLogs, api, url, close: (): Promise<void> => serving.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Returns the URL of a stage, which need not exist. */
function urlOf({ url, stages }: ServedApi, stage: string): string {
  return stages.find(({ name }) => name === stage)?.url ?? `${url}${stageSegment(stage)}`;
}

/** An assembly without an API is refused when it is loaded. */
function firstOf([api]: readonly ServedApi[]): ServedApi {
  if (api === undefined) throw new Error('no API is served');
  return api;
}
