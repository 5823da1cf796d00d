import { labelOf } from '../../function-label';
import { GatewayError } from '../../../errors';
import type { FunctionVersion, Log } from '../../ports';
import { runtimeKind } from '../runtimes';
import type { AutoAttach } from './auto-attach';
import { KNOWS_PEERS } from './function-peer';
import type { Inspection } from './inspection';
import { InspectorPort } from './inspector-port';

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
  /** Starts an instance if there is none. */
  readonly start: (version: FunctionVersion) => void;
  /** Ids of the processes of functions. */
  readonly functions: () => ReadonlySet<number>;
  /** Whether the system tells which process connects. @default - as it is */
  readonly knowsPeers?: boolean;
}

/** The ports at which functions can be debugged, one for each function by name. */
export class Inspectors {
  readonly #options: InspectOptions;
  readonly #owner: InspectorsOwner;
  readonly #ports = new Map<string, Promise<InspectorPort>>();
  #versions: ReadonlyMap<string, FunctionVersion> = new Map();
  #last: Promise<unknown> = Promise.resolve();
  /** Names of functions that were wanted and have no debugger. */
  #others = '';
  #next: number;

  public constructor(options: InspectOptions, owner: InspectorsOwner) {
    this.#options = options;
    this.#owner = owner;
    this.#next = options.port;
    if (!(owner.knowsPeers ?? KNOWS_PEERS)) owner.log({ level: 'warn', ...errorOf(new GatewayError('DEBUGGER_UNGUARDED', {})) });
  }

  public includes(version: FunctionVersion): boolean {
    return runtimeKind(version).hasInspector && this.#isWanted(version);
  }

  /** Debuggers reach these versions from now on; a function keeps its port. */
  public use(versions: readonly FunctionVersion[]): void {
    const inspected = versions.filter((version) => this.includes(version));
    this.#reportOthers(versions.filter((version) => this.#isWanted(version) && !this.includes(version)));
    this.#versions = new Map(inspected.map((version) => [version.name, version]));
    for (const name of [...this.#versions.keys()].sort()) void this.#portOf(name).catch(() => undefined); // logged
  }

  /** @throws the system's error if every port tried is taken */
  public async inspect({ name }: FunctionVersion): Promise<Inspection> {
    const { waits = false, autoAttach } = this.#options;
    return (await this.#portOf(name)).inspect(waits, autoAttach);
  }

  public async close(): Promise<void> {
    await Promise.all([...this.#ports.values()].map(async (port) => (await port.catch(() => undefined))?.close()));
  }

  #isWanted({ name }: FunctionVersion): boolean {
    return this.#options.functions?.includes(name) ?? true;
  }

  /** Functions that have no debugger here: once, and again when there are others. */
  #reportOthers(versions: readonly FunctionVersion[]): void {
    const names = [...new Set(versions.map(labelOf))].sort().join(', ');
    if (names !== '' && names !== this.#others) {
      this.#owner.log({ level: 'warn', ...errorOf(new GatewayError('DEBUGGER_NOT_HERE', { names })) });
    }
    this.#others = names;
  }

  #portOf(name: string): Promise<InspectorPort> {
    const known = this.#ports.get(name);
    if (known !== undefined) return known;
    // one after the other, so that the order of the ports is that of the names
    const opening = this.#last.then(() => this.#open(name));
    this.#last = opening.catch(() => undefined);
    this.#ports.set(name, opening);
    return opening;
  }

  async #open(name: string): Promise<InspectorPort> {
    const version = this.#versions.get(name);
    const label = version === undefined ? name : labelOf(version);
    try {
      const opened = await InspectorPort.open({
        functionName: label,
        port: this.#next,
        wanted: () => this.#wanted(name),
        functions: this.#owner.functions,
        refused: (reason, count) => this.#owner.log({
          level: 'warn', ...errorOf(new GatewayError('DEBUGGER_REFUSED', { name: label, reason, count })), functionName: label,
        }),
      });
      if (this.#options.port !== 0) this.#next = opened.port + 1;
      const isAttached = this.#options.autoAttach !== undefined;
      const attached = isAttached ? ', as your own user and without time limits, because the editor of this terminal attaches to it' : '';
      const message = `debugger for ${label}: 127.0.0.1:${opened.port} (${label} runs in one instance, without Node's permission model${attached})`;
      this.#owner.log({ level: 'info', message, functionName: label });
      return opened;
    } catch (error) {
      this.#ports.delete(name); // the next instance tries again
      const reason = error instanceof Error ? error.message : String(error);
      this.#owner.log({ level: 'error', message: `no debugger can attach to ${label}: ${reason}`, functionName: label });
      throw error;
    }
  }

  #wanted(name: string): void {
    const version = this.#versions.get(name);
    if (version !== undefined) this.#owner.start(version);
  }
}

function errorOf({ code, message }: GatewayError): Pick<GatewayError, 'code' | 'message'> {
  return { code, message };
}
