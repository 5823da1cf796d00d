// A gateway of the rolling restarts: the built command in a process of its own, which is stopped and started again on the same ports.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { program } from '../repository';
import { until } from '../until';

const START_MS = 60_000;
const STOP_MS = 60_000;

export interface GatewayOptions {
  readonly assembly: string;
  /** Has the state of this gateway. */
  readonly directory: string;
  readonly drainSeconds: number;
  /** Further options of `serve`. */
  readonly more: readonly string[];
}

/** The line with which `serve --json-logs` begins. */
interface ServingLine {
  readonly message?: string;
  readonly health?: string;
  readonly apis?: readonly { readonly url: string }[];
}

/** A gateway that can be restarted. */
export class GatewayProcess {
  public port = 0;
  public healthPort = 0;
  readonly #options: GatewayOptions;
  #child: ChildProcess | undefined;
  #errors = '';

  public constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /** Starts it; resolves when it is ready, as an orchestrator waits for it. @throws with what it printed */
  public async start(): Promise<void> {
    const { assembly, directory, drainSeconds, more } = this.#options;
    const child = spawn(process.execPath, [
      program, 'serve', assembly, '--state', path.join(directory, 'gateway.state'), '--port', String(this.port), '--health-port', String(this.healthPort),
      '--drain', String(drainSeconds), '--json-logs', '--account-limit', 'off', '--no-watch', ...more,
    ], { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    child.stderr.on('data', (data: Buffer) => { this.#errors += data.toString(); });
    const lines = createInterface({ input: child.stdout });
    const served = new Promise<ServingLine>((resolve) => {
      lines.on('line', (line) => {
        const entry = JSON.parse(line) as ServingLine; // the log is lines of JSON
        if (entry.message === 'serving') resolve(entry);
      });
    });
    const { apis, health } = await Promise.race([served, this.#failed(child)]);
    this.port = portOf(apis?.[0]?.url);
    this.healthPort = portOf(health);
    if (await until(() => this.#isReady(), START_MS) === undefined) throw new Error(`a gateway is not ready: ${this.#errors}`);
  }

  /** Stops it with SIGTERM. @returns its exit code or signal */
  public async stop(): Promise<number | string> {
    const child = this.#child;
    if (child === undefined) return 'it was not started';
    const ended = new Promise<number | string>((resolve) => { child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown')); });
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const how = await ended;
    clearTimeout(timer);
    this.#child = undefined;
    return how;
  }

  async #failed(child: ChildProcess): Promise<never> {
    const code = await new Promise((resolve) => { child.once('close', resolve); });
    throw new Error(`a gateway ended with ${String(code)} before it served: ${this.#errors}`);
  }

  async #isReady(): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.healthPort}/readyz`).catch(() => undefined);
    await answer?.text();
    return answer?.ok === true;
  }
}

function portOf(url: string | undefined): number {
  if (url === undefined) throw new Error('a gateway does not say where it listens');
  return Number(new URL(url).port);
}
