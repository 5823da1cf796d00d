import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, ProxyFunction, type ProxyFunctionProps } from 'synthgate';
import { serve, type LogEntry, type ServeOptions, type Serving } from 'synthgate/runtime';
import { newDirectory } from './temporary-directory';

/** A gateway that was declared, synthesized and is served by the build, as users do it. */
export interface DeclaredGateway {
  /** Base URL of the first API. */
  readonly url: string;
  readonly serving: Serving;
  /** The assembly. */
  readonly directory: string;
  /** Everything that was logged since the start. */
  readonly log: readonly LogEntry[];
  /** Declares again and synthesizes into the same assembly, without a reload. */
  readonly declareAgain: (declare: Declare) => void;
  readonly close: () => Promise<void>;
}

export type Declare = (app: App) => void;

/** Declares, synthesizes and serves; nothing is watched, so that nothing happens but what the test does. */
export async function declareGateway(declare: Declare, options: Partial<ServeOptions> = {}): Promise<DeclaredGateway> {
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-declared-'));
  const directory = path.join(folder, 'gateway.out');
  const log: LogEntry[] = [];
  synthesize(directory, declare);
  const serving = await serve({
    source: directory, port: 0, watch: false, shutdownTimeoutMs: 5_000, log: (entry) => log.push(entry), ...options,
  });
  return {
    url: serving.apis[0].url,
    serving,
    directory,
    log,
    declareAgain: (again) => synthesize(directory, again),
    close: async () => {
      await serving.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a definition into an assembly. */
export function synthesize(directory: string, declare: Declare): void {
  const app = new App({ outdir: directory });
  declare(app);
  app.synth();
}

/**
 * A function whose handler is written where it is used: the text of a JavaScript function of event and context.
 * @example functionOf(app, 'Hello', '() => ({ statusCode: 200, body: "hello" })')
 */
export function functionOf(app: App, id: string, handler: string, props: Partial<ProxyFunctionProps> = {}): ProxyFunction {
  return moduleOf(app, id, `exports.handler = async (event, context) => (${handler})(event, context);\n`, props);
}

/** A function whose whole module is written where it is used, as CommonJS. */
export function moduleOf(app: App, id: string, text: string, props: Partial<ProxyFunctionProps> = {}): ProxyFunction {
  return new ProxyFunction(app, id, { code: directoryOf(text), ...props });
}

/** The handler that answers its event as JSON. */
export const ECHO = '(event) => ({ statusCode: 200, body: JSON.stringify(event) })';

const codeRoot = newDirectory('synthgate-code-');

function directoryOf(text: string): string {
  const directory = path.join(codeRoot, createHash('sha256').update(text).digest('hex').slice(0, 16));
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, 'index.js'), text);
  return directory;
}
