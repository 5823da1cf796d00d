import type { FunctionVersion } from '../../ports';
import { startUnassigned, type ProcessPlaces, type ProcessShape, type Purpose, type UnassignedProcess } from './unassigned-process';
import { linkCode, listCode, type CodeList } from '../process/link-code';
import { assignmentOf } from '../process/assignment-of';
import { needsOwnStart, startVariables } from '../process/environment';
import { canReach } from '../process/function-user';
import { FunctionInstance, type InstanceListener } from '../process/instance';
import type { Inspection } from '../inspector/inspection';
import type { EngineSettings } from '../options';
import { permissionsOf } from '../permissions';
import { runtimeKind, type Interpreter, type RuntimeKind, type Wanted } from '../runtimes';
import type { Assignment } from '../wire/assignment';
import { Isolation } from './isolation';
import { PrewarmedProcesses } from './prewarmed-processes';
import { ProcessRoot } from './process-root';

/** Finds the Node that runs the gateway. */
const NODE_FUNCTION: Wanted = { codeDirectory: '' };

/** Creates instances and cleans up after each. */
export type StartInstances = Pick<InstanceStarter, 'processes' | 'expect' | 'prepare' | 'start' | 'giveUp' | 'close'>;

/** Creates instances: from a prewarmed process if one fits, or else from a new one. Cleans up after each. */
export class InstanceStarter {
  readonly #prewarmed = new PrewarmedProcesses(async (shape) =>
    this.#startUnassigned(shape, await this.#isolation.whyNoSandbox(shape.interpreter.user) === undefined));
  /** The list of each function's code, by the path of its directory. */
  readonly #codeLists = new Map<string, Promise<CodeList | undefined>>();
  readonly #isolation: Isolation;
  readonly #root: ProcessRoot;
  #isMeasured = false;
  #isPrepared = false;
  #isClosed = false;
  readonly #ending = new AbortController();

  public constructor(private readonly settings: EngineSettings, onCleaned: () => void) {
    this.#isolation = new Isolation(settings);
    this.#root = new ProcessRoot(settings, onCleaned);
    // needed by the first instance, which also reports a failure
    this.#interpreter(NODE_FUNCTION).then(() => { this.#isMeasured = true; }, () => undefined);
  }

  /** Ids of all processes that run, or wait for, a function. */
  public get processes(): ReadonlySet<number> {
    return this.#root.processes;
  }

  /** Prewarms processes of these sizes, at once or, where Node must be measured first, with `prepare`. Never rejects. */
  public async expect(sizesMiB: ReadonlySet<number>): Promise<void> {
    if (!this.#isMeasured) {
      // not awaited: the functions may be known before Node is measured, and then decide
      void this.#interpreter(NODE_FUNCTION).then(
        (interpreter) => (this.#isPrepared ? undefined : this.#prewarm(shapesOf(interpreter, sizesMiB))), () => undefined,
      );
      return;
    }
    const interpreter = await this.#interpreter(NODE_FUNCTION);
    await this.#prewarm(shapesOf(interpreter, sizesMiB));
  }

  /** Looks for the programs of these versions, warns once about limits that they do not enforce, and prewarms processes. Never rejects. */
  public async prepare(versions: readonly FunctionVersion[]): Promise<void> {
    this.#isPrepared = true;
    const inUse = new Set(versions.map((version) => version.codeDirectory));
    for (const directory of this.#codeLists.keys()) if (!inUse.has(directory)) this.#codeLists.delete(directory);
    // a call of a function without a program reports why
    const shapes = await Promise.all(versions.map((version) => this.#shapeOf(version).then((shape) => [{ version, shape }], () => [])));
    const prepared = shapes.flat();
    await this.#prewarm(prepared.filter(({ version, shape }) => this.#fitsPrewarmed(version, shape.kind)).map(({ shape }) => shape));
    for (const { shape } of prepared) await this.#isolation.warn(shape);
  }

  /** @param inspection - for an instance that a debugger can attach to */
  public async start(version: FunctionVersion, listener: InstanceListener, inspection?: Inspection): Promise<FunctionInstance> {
    const settings = this.settings;
    const permissions = permissionsOf(version, settings.permissions);
    const shape = await this.#shapeOf(version);
    const { interpreter } = shape;
    const autoAttach = inspection?.autoAttach;
    const user = this.#isolation.userOf(shape.interpreter, { version, permissions, autoAttach });
    const needsFiles = permissions.includes('files') || autoAttach !== undefined;
    const isSandboxed = await this.#isolation.sandboxes(version, shape, { user, needsFiles });
    const isConfined = !isSandboxed && !needsFiles && await this.#isolation.confines(interpreter);
    void this.#isolation.warn(shape); // no process waits for it
    const isInspected = inspection !== undefined;
    const prewarmed = isInspected ? undefined : await this.#fromPrewarmed(version, shape, isSandboxed);
    const startedAt = new Date(settings.ports.now());
    const facts = { version, settings, interpreter, startedAt, permissions, inspection, isConfined };
    const assign = (places: ProcessPlaces): Assignment => assignmentOf({ ...facts, places });
    const purpose = { version, assign, permissions, isInspected, autoAttach };
    const process = prewarmed ?? await this.#startUnassigned(shape, isSandboxed, purpose);
    return new FunctionInstance({ version, settings, process, host: assign(process), inspection }, listener);
  }

  /** Gives up what is installed for instances that start. */
  public giveUp(): void {
    this.#ending.abort();
  }

  /** Ends the prewarmed processes; resolves when nothing is left of any process, including directories. */
  public async close(): Promise<void> {
    this.#isClosed = true;
    this.#isolation.close();
    await this.#prewarmed.close();
    await this.#root.close();
  }

  #interpreter(wanted: Wanted): Promise<Interpreter> {
    const { nodePath, hostFile, dependenciesDirectory, ports: { log } } = this.settings;
    return runtimeKind(wanted).find(wanted, { nodePath, hostFile, dependenciesDirectory, log, signal: this.#ending.signal });
  }

  async #shapeOf(version: FunctionVersion): Promise<ProcessShape> {
    const interpreter = await this.#interpreter(version);
    if (interpreter.isOtherVersion) this.#isolation.noteVersion(version, interpreter);
    const kind = runtimeKind(version);
    const { memoryMiB, trustFiles = [] } = version;
    return { kind, interpreter, memoryMiB, variables: startVariables(version, kind.readAtStart), trustFiles };
  }

  async #prewarm(shapes: readonly ProcessShape[]): Promise<void> {
    if (!this.settings.prewarm || this.#isClosed) return;
    this.#prewarmed.want(shapes);
    await this.#prewarmed.started();
  }

  #fitsPrewarmed(version: FunctionVersion, kind: RuntimeKind): boolean {
    const { wire, readAtStart, readsOwnCodeOnly } = kind;
    // a sandbox is made for the code that is seen in it
    const fits = wire === 'frames' && (readsOwnCodeOnly || this.settings.sandbox === 'off');
    return fits && permissionsOf(version, this.settings.permissions).length === 0 && !needsOwnStart(version, readAtStart);
  }

  async #fromPrewarmed(version: FunctionVersion, shape: ProcessShape, isSandboxed: boolean): Promise<UnassignedProcess | undefined> {
    if (!this.settings.prewarm || !this.#fitsPrewarmed(version, shape.kind)) return undefined;
    if (!shape.kind.readsOwnCodeOnly) return this.#withCodeOf(version, shape);
    const list = await this.#codeListOf(version.codeDirectory);
    const prewarmed = list === undefined ? undefined : await this.#prewarmed.take(shape);
    if (list === undefined || prewarmed === undefined) return undefined;
    try {
      if (prewarmed.isSandboxed !== isSandboxed) throw new Error('the machine was too busy to make a sandbox for it');
      await linkCode(list, version.codeDirectory, prewarmed.codeDirectory);
      return prewarmed;
    } catch {
      // it has ended, or the disk is full: the code is read in place
      prewarmed.kill();
      return undefined;
    }
  }

  /** The code is read where it is, if the user of the processes can. */
  async #withCodeOf({ codeDirectory }: FunctionVersion, shape: ProcessShape): Promise<UnassignedProcess | undefined> {
    const { user } = shape.interpreter;
    if (user !== undefined && !canReach(codeDirectory, user)) return undefined;
    const prewarmed = await this.#prewarmed.take(shape);
    return prewarmed && { ...prewarmed, codeDirectory };
  }

  #codeListOf(directory: string): Promise<CodeList | undefined> {
    const list = this.#codeLists.get(directory) ?? listCode(directory).catch(() => undefined);
    this.#codeLists.set(directory, list);
    return list;
  }

  async #startUnassigned(shape: ProcessShape, isSandboxed: boolean, purpose?: Purpose): Promise<UnassignedProcess> {
    const { kind, interpreter } = shape;
    const root = this.#root;
    const unassigned = await startUnassigned({
      ...shape, purpose, isSandboxed,
      root: root.directory,
      ports: this.settings.ports,
      bootstrapFile: root.bootstrapOf(kind, interpreter),
      rehearsalDirectory: root.rehearsalDirectory,
      user: this.#isolation.userOf(interpreter, purpose),
    });
    root.watch(unassigned, interpreter);
    return unassigned;
  }
}

function shapesOf(interpreter: Interpreter, sizesMiB: ReadonlySet<number>): readonly ProcessShape[] {
  return [...sizesMiB].map((memoryMiB) => ({ kind: runtimeKind(NODE_FUNCTION), interpreter, memoryMiB, variables: {}, trustFiles: [] }));
}
