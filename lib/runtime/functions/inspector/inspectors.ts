import { labelOf } from '../../function-label';
import { GatewayError } from '../../../errors';
import type { FunctionVersion, Log } from '../../ports';
import { runtimeKind, type RuntimeKind } from '../runtimes';
import type { AutoAttach } from './auto-attach';
import { KNOWS_PEERS } from './function-peer';
import { AdapterPort } from './adapter-port';
import type { DebuggerPort, DebuggerPortOptions } from './debugger-port';
import type { Inspection } from './inspection';
import { InspectorPort } from './inspector-port';

const PORTS: Readonly<Record<NonNullable<RuntimeKind['debuggerPort']>, (options: DebuggerPortOptions) => Promise<DebuggerPort>>> = {
  inspector: (options) => InspectorPort.open(options),
  adapter: (options) => AdapterPort.open(options),
};

/** The reason of functions without such a port. */
const NO_PORT = 'only functions of Node.js and Python have a debugger port';

/** Which functions a debugger can attach to. */
export interface InspectOptions {
  /** Port of the first function on 127.0.0.1; each further one gets the next free port. 0 selects free ports. */
  readonly port: number;
  /** Names of functions. @default - all */
  readonly functions?: readonly string[] | undefined;
  /** Whether code is loaded only once a debugger is attached. @default false */
  readonly waits?: boolean | undefined;
  /** Variables with which the editor of a terminal attaches by itself. @default - none does */
  readonly autoAttach?: AutoAttach | undefined;
}

export interface InspectorsOwner {
  readonly log: Log;
  readonly start: (version: FunctionVersion) => void;
  readonly functions: () => ReadonlySet<number>;
  /** Whether the system tells which process connects. @default - as it is */
  readonly knowsPeers?: boolean;
}

/** The ports at which functions can be debugged, one for each function by name. */
export class Inspectors {
  readonly #ports = new Map<string, Promise<DebuggerPort>>();
  #versions: ReadonlyMap<string, FunctionVersion> = new Map();
  #last: Promise<unknown> = Promise.resolve();
  /** Names of functions that were wanted and have no debugger, with the reason. */
  readonly #reported = new Set<string>();
  #next: number;

  public constructor(private readonly options: InspectOptions, private readonly owner: InspectorsOwner) {
    this.#next = options.port;
    if (!(owner.knowsPeers ?? KNOWS_PEERS)) owner.log({ level: 'warn', ...errorOf(new GatewayError('DEBUGGER_UNGUARDED', {})) });
  }

  public includes(version: FunctionVersion): boolean {
    return runtimeKind(version).debuggerPort !== undefined && this.#isWanted(version);
  }

  /** Debuggers reach these versions from now on; a function keeps its port. */
  public use(versions: readonly FunctionVersion[]): void {
    const inspected = versions.filter((version) => this.includes(version));
    this.#reportWithout(versions.filter((version) => this.#isWanted(version) && !this.includes(version)).map(labelOf), NO_PORT);
    this.#versions = new Map(inspected.map((version) => [version.name, version]));
    const sorted = [...this.#versions.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
    for (const version of sorted) void this.#portOf(version).catch(() => undefined); // logged
  }

  /** @throws the system's error if every port tried is taken */
  public async inspect(version: FunctionVersion): Promise<Inspection> {
    const { waits = false, autoAttach } = this.options;
    return (await this.#portOf(version)).inspect(waits, autoAttach);
  }

  public async close(): Promise<void> {
    await Promise.all([...this.#ports.values()].map(async (port) => (await port.catch(() => undefined))?.close()));
  }

  #isWanted({ name }: FunctionVersion): boolean {
    return this.options.functions?.includes(name) ?? true;
  }

  /** Functions that have no debugger: once, and again when there are others. */
  #reportWithout(labels: readonly string[], reason: string): void {
    if (labels.length === 0) return;
    const { code, message } = new GatewayError('DEBUGGER_NOT_HERE', { names: [...new Set(labels)].sort().join(', '), reason });
    if (!this.#reported.has(message)) this.owner.log({ level: 'warn', code, message });
    this.#reported.add(message);
  }

  #portOf(version: FunctionVersion): Promise<DebuggerPort> {
    const { name } = version;
    const { debuggerPort: protocol = 'inspector' } = runtimeKind(version);
    // a function that is written in another language has another port
    const key = `${protocol} ${name}`;
    const known = this.#ports.get(key);
    if (known !== undefined) return known;
    // one after the other, so that the order of the ports is that of the names
    const opening = this.#last.then(() => this.#open({ name, label: labelOf(version) }, PORTS[protocol]));
    this.#last = opening.catch(() => undefined);
    this.#ports.set(key, opening);
    opening.catch(() => this.#ports.delete(key)); // the next instance tries again
    return opening;
  }

  async #open({ name, label }: { readonly name: string; readonly label: string }, open: typeof PORTS['inspector']): Promise<DebuggerPort> {
    try {
      const opened = await open({
        functionName: label,
        port: this.#next,
        wanted: () => {
          const version = this.#versions.get(name);
          if (version !== undefined) this.owner.start(version);
        },
        cannotOpen: (reason) => this.#reportWithout([label], reason),
        functions: this.owner.functions,
        refused: (reason, count) => this.owner.log({
          level: 'warn', ...errorOf(new GatewayError('DEBUGGER_REFUSED', { name: label, reason, count })), functionName: label,
        }),
      });
      if (this.options.port !== 0) this.#next = opened.port + 1;
      const isAttached = opened.takesAutoAttach && this.options.autoAttach !== undefined;
      const attached = isAttached ? ', as your own user and without time limits, because the editor of this terminal attaches to it' : '';
      const message = `debugger for ${label}: 127.0.0.1:${opened.port} (${label} runs in one instance${opened.conditions}${attached})`;
      this.owner.log({ level: 'info', message, functionName: label });
      return opened;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.owner.log({ level: 'error', message: `no debugger can attach to ${label}: ${reason}`, functionName: label });
      throw error;
    }
  }
}

function errorOf({ code, message }: GatewayError): Pick<GatewayError, 'code' | 'message'> {
  return { code, message };
}
