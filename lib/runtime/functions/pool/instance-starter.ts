import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../../../errors';
import type { FunctionVersion } from '../../ports';
import { startUnassigned, type ProcessPlaces, type Purpose, type UnassignedProcess } from './unassigned-process';
import { linkCode, listCode, type CodeList } from '../process/link-code';
import { assignmentOf } from '../process/assignment-of';
import { needsOwnStart } from '../process/environment';
import { OrphanReaper } from '../process/orphan-reaper';
import { canReach, openTo, otherUser, type FunctionUser } from '../process/function-user';
import { FunctionInstance, type InstanceListener } from '../process/instance';
import type { Inspection } from '../inspector/inspection';
import type { EngineSettings } from '../options';
import { permissionsOf, type FunctionPermission } from '../permissions';
import { whyNoSandbox } from '../process/sandbox';
import { unsettableLimits } from '../process/process-limits';
import { RuntimeMissing } from '../runtimes/runtime-missing';
import { runtimeKind, type Interpreter, type RuntimeKind, type Wanted } from '../runtimes';
import type { Assignment } from '../wire/assignment';
import { PrewarmedProcesses, type ProcessShape } from './prewarmed-processes';
import { REHEARSAL_FILES } from '../wire/rehearsal';

/** Finds the Node that runs the gateway. */
const NODE_FUNCTION: Wanted = { codeDirectory: '' };
const REHEARSAL_NAME = 'rehearsal';
/** Said in the words of `notEnforced`. */
const SAME_USER = 'a user of their own, so the state directory is protected by Node\'s permission model only (that needs a gateway that runs as root)';

/** Creates instances and cleans up after each. */
export interface StartInstances {
  /** Ids of all processes that run, or wait for, a function. */
  readonly processes: ReadonlySet<number>;
  /**
   * Prewarms processes of these sizes; `prepare` corrects them once the functions are known. Resolves when they are started, or
   * at once where Node must be measured first. Never rejects.
   */
  readonly expect: (sizesMiB: ReadonlySet<number>) => Promise<void>;
  /** Prepares for these versions; reports once what is not enforced. Never rejects. */
  readonly prepare: (versions: readonly FunctionVersion[]) => Promise<void>;
  /** @param inspection - for an instance that a debugger can attach to */
  readonly start: (version: FunctionVersion, listener: InstanceListener, inspection?: Inspection) => Promise<FunctionInstance>;
  /** Gives up what is installed for instances that start. */
  readonly giveUp: () => void;
  /** Resolves when nothing is left of any instance. */
  readonly close: () => Promise<void>;
}

/** Creates instances: from a prewarmed process if one fits, or else from a new one. Cleans up after each. */
export class InstanceStarter implements StartInstances {
  public readonly processes = new Set<number>();
  readonly #settings: EngineSettings;
  readonly #prewarmed = new PrewarmedProcesses((shape) => this.#startPrewarmed(shape));
  /** The list of each function's code, by the path of its directory. */
  readonly #codeLists = new Map<string, Promise<CodeList | undefined>>();
  readonly #cleaning = new Set<Promise<void>>();
  readonly #onCleaned: () => void;
  #reaper: OrphanReaper | undefined;
  #isMeasured = false;
  /** Whether the functions are known. */
  #isPrepared = false;
  #hasReportedUser = false;
  /** Kinds of which the limits were reported that are not enforced, and runtimes of which another version runs. */
  readonly #reported = new Set<RuntimeKind | string>();
  #isClosed = false;
  readonly #ending = new AbortController();

  public constructor(settings: EngineSettings, onCleaned: () => void) {
    this.#settings = settings;
    this.#onCleaned = onCleaned;
    // needed by the first instance, which also reports a failure
    this.#interpreter(NODE_FUNCTION).then(() => { this.#isMeasured = true; }, () => undefined);
  }

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

  /**
   * Looks for the programs that run these versions, warns once about limits that they do not enforce, and prewarms processes.
   * Never rejects.
   */
  public async prepare(versions: readonly FunctionVersion[]): Promise<void> {
    this.#isPrepared = true;
    const inUse = new Set(versions.map((version) => version.codeDirectory));
    for (const directory of this.#codeLists.keys()) {
      if (!inUse.has(directory)) this.#codeLists.delete(directory);
    }
    // a call of a function without a program reports why
    const found = await Promise.all(versions.map((version) => this.#shapeOf(version).then((shape) => [{ version, shape }], () => [])));
    const prepared = found.flat();
    await this.#prewarm(prepared.filter(({ version, shape }) => this.#fitsPrewarmed(version, shape.kind)).map(({ shape }) => shape));
    for (const { shape } of prepared) await this.#warn(shape);
  }

  public async start(version: FunctionVersion, listener: InstanceListener, inspection?: Inspection): Promise<FunctionInstance> {
    const settings = this.#settings;
    const permissions = this.#permissionsOf(version);
    const shape = await this.#shapeOf(version);
    const { interpreter } = shape;
    const autoAttach = inspection?.autoAttach;
    const user = this.#userOf(shape.interpreter, { version, permissions, autoAttach });
    const needsFiles = permissions.includes('files') || autoAttach !== undefined;
    const isSandboxed = await this.#sandboxes(version, shape, { user, needsFiles });
    const isConfined = !isSandboxed && !needsFiles && await this.#confines(interpreter);
    void this.#warn(shape); // no process waits for it
    const isInspected = inspection !== undefined;
    const prewarmed = isInspected ? undefined : await this.#fromPrewarmed(version, shape, isSandboxed);
    const startedAt = new Date(settings.ports.now());
    const facts = { version, settings, interpreter, startedAt, permissions, inspection, isConfined };
    const assign = (places: ProcessPlaces): Assignment => assignmentOf({ ...facts, places });
    const purpose = { version, assign, permissions, isInspected, autoAttach };
    const process = prewarmed ?? await this.#startUnassigned(shape, isSandboxed, purpose);
    return new FunctionInstance({ version, settings, process, host: assign(process), inspection }, listener);
  }

  public giveUp(): void {
    this.#ending.abort();
  }

  /** Ends the prewarmed processes; resolves when nothing is left of any process, including directories. */
  public async close(): Promise<void> {
    this.#isClosed = true;
    await this.#prewarmed.close();
    while (this.#cleaning.size > 0) await Promise.all(this.#cleaning);
    const reaper = this.#reaper;
    this.#reaper = undefined;
    await reaper?.close();
    if (reaper !== undefined) await rm(reaper.directory, { recursive: true, force: true });
  }

  #interpreter(wanted: Wanted): Promise<Interpreter> {
    const { nodePath, hostFile, dependenciesDirectory, ports: { log } } = this.#settings;
    return runtimeKind(wanted).find(wanted, { nodePath, hostFile, dependenciesDirectory, log, signal: this.#ending.signal });
  }

  async #shapeOf(version: FunctionVersion): Promise<ProcessShape> {
    const interpreter = await this.#interpreter(version);
    if (interpreter.isOtherVersion) this.#noteVersion(version, interpreter);
    return { kind: runtimeKind(version), interpreter, memoryMiB: version.memoryMiB };
  }

  async #prewarm(shapes: readonly ProcessShape[]): Promise<void> {
    if (!this.#settings.prewarm || this.#isClosed) return;
    this.#prewarmed.want(shapes);
    await this.#prewarmed.started();
  }

  /** Why processes of a user are in no sandbox; undefined if they are. */
  async #whyNoSandbox(user: FunctionUser | undefined): Promise<string | undefined> {
    return this.#settings.sandbox === 'off' ? 'it is off' : whyNoSandbox(user);
  }

  /**
   * Whether a process for a function is in a sandbox: not one that may touch all files of the gateway's user.
   * @throws RuntimeMissing, if it must be in one that cannot be made
   */
  async #sandboxes({ runtime }: FunctionVersion, { kind, interpreter }: ProcessShape, { user, needsFiles }: Sandboxing): Promise<boolean> {
    if (interpreter.container !== undefined) return false; // it is one
    const reason = await this.#whyNoSandbox(user);
    if (needsFiles || reason === undefined) return !needsFiles;
    if (this.#settings.sandbox !== 'required') return false;
    throw new RuntimeMissing({ runtime: runtime ?? kind.wire, lookedIn: `it has no sandbox, which --sandbox required asks for: ${reason}`, install: 'apt-get install bubblewrap' });
  }

  /** Whether processes confine themselves where a sandbox is wanted, and none can be made. */
  async #confines({ canConfineItself }: Interpreter): Promise<boolean> {
    return this.#settings.sandbox === 'auto' && await canConfineItself?.() === true;
  }

  /** Once for each kind; where the limits cannot be looked for, the next process tries again. Never rejects. */
  async #warn({ kind, interpreter }: ProcessShape): Promise<void> {
    const { dataKiB, user, notEnforced, container } = interpreter;
    if (container !== undefined || this.#reported.has(kind)) return;
    this.#reported.add(kind);
    const unsettable = await unsettableLimits(dataKiB).catch(() => undefined);
    if (unsettable === undefined) this.#reported.delete(kind);
    if (unsettable === undefined || this.#isClosed) return;
    const noSandbox = await this.#whyNoSandbox(user);
    const isSandboxed = noSandbox === undefined;
    const instead = !isSandboxed && await this.#confines(interpreter) ? '; Landlock keeps functions from files outside of /tmp that are not theirs' : '';
    const reason = isSandboxed || this.#settings.sandbox === 'off' ? [] : [`a sandbox (${noSandbox}${instead})`];
    const hasLimitsOnly = isSandboxed && !kind.readsOwnCodeOnly;
    const missing = [...(hasLimitsOnly ? unsettable : notEnforced(unsettable, process.platform)), ...reason];
    if (missing.length > 0) this.#report('warn', missing);
    else if (user === undefined && !isSandboxed) this.#report('info', [SAME_USER]);
  }

  /** Once for each runtime. @throws RuntimeMissing, if only the wanted version will do */
  #noteVersion({ runtime }: FunctionVersion, { title }: Interpreter): void {
    if (runtime === undefined) return;
    if (this.#settings.strictRuntimes) {
      throw new RuntimeMissing({ runtime, lookedIn: `only ${title} is here, which --strict-runtimes refuses`, install: runtimeKind({ runtime }).installCommand(runtime) });
    }
    if (!runtimeKind({ runtime }).namesOtherVersion || this.#reported.has(runtime)) return;
    this.#reported.add(runtime);
    const { code, message } = new GatewayError('FUNCTION_RUNTIME_DIFFERS', { runtime, title });
    this.#settings.ports.log({ level: 'warn', code, message });
  }

  #report(level: 'info' | 'warn', missing: readonly string[]): void {
    this.#settings.ports.log({
      level, code: 'ISOLATION_PARTIAL', message: `functions are isolated less than they could be; not enforced here: ${missing.join('; ')}`,
    });
  }

  /**
   * Returns the user that runs a process; undefined for the gateway's own: it runs functions that may touch all its files, whose code
   * only it can read, or to which its editor attaches.
   */
  #userOf({ user }: Interpreter, purpose: Pick<Purpose, 'version' | 'permissions' | 'autoAttach'> | undefined): FunctionUser | undefined {
    if (user === undefined || purpose === undefined) return user;
    if (purpose.permissions.includes('files') || purpose.autoAttach !== undefined) return undefined;
    if (canReach(purpose.version.codeDirectory, user)) return user;
    if (!this.#hasReportedUser) this.#report('info', [SAME_USER]);
    this.#hasReportedUser = true;
    return undefined;
  }

  #permissionsOf(version: FunctionVersion): readonly FunctionPermission[] {
    return permissionsOf(version, this.#settings.permissions);
  }

  #fitsPrewarmed(version: FunctionVersion, kind: RuntimeKind): boolean {
    const { wire, readAtStart, readsOwnCodeOnly } = kind;
    // a sandbox is made for the code that is seen in it
    const fits = wire === 'frames' && (readsOwnCodeOnly || this.#settings.sandbox === 'off');
    return fits && this.#permissionsOf(version).length === 0 && !needsOwnStart(version, readAtStart);
  }

  async #fromPrewarmed(version: FunctionVersion, shape: ProcessShape, isSandboxed: boolean): Promise<UnassignedProcess | undefined> {
    if (!this.#settings.prewarm || !this.#fitsPrewarmed(version, shape.kind)) return undefined;
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

  async #startPrewarmed(shape: ProcessShape): Promise<UnassignedProcess> {
    return this.#startUnassigned(shape, await this.#whyNoSandbox(shape.interpreter.user) === undefined);
  }

  async #startUnassigned(
    { kind, interpreter, memoryMiB }: ProcessShape, isSandboxed: boolean, purpose?: Purpose,
  ): Promise<UnassignedProcess> {
    const reaper = this.#openReaper();
    const root = reaper.directory;
    const unassigned = await startUnassigned({
      kind, interpreter, root, memoryMiB, purpose, isSandboxed,
      ports: this.#settings.ports,
      bootstrapFile: this.#bootstrapOf(kind, interpreter, root),
      rehearsalDirectory: path.join(root, REHEARSAL_NAME),
      user: this.#userOf(interpreter, purpose),
    });
    const { pid } = unassigned.child;
    if (pid !== undefined) {
      reaper.watch(pid);
      this.processes.add(pid);
    }
    const cleaned: Promise<void> = this.#cleanUp(unassigned, reaper, interpreter).finally(() => this.#cleaning.delete(cleaned));
    this.#cleaning.add(cleaned);
    return unassigned;
  }

  async #cleanUp({ child, directory, id }: UnassignedProcess, reaper: OrphanReaper, { container }: Interpreter): Promise<void> {
    await new Promise<void>((resolve) => {
      child.once('exit', () => {
        // its output closes when all have ended that write to it
        if (child.pid !== undefined) reaper.forget(child.pid, directory);
      });
      child.once('close', () => resolve());
      child.once('error', () => {
        if (child.pid === undefined) resolve();
      });
    });
    if (child.pid !== undefined) this.processes.delete(child.pid);
    await container?.remove(id);
    // files that a descendant outside the group still writes there are removed with the whole directory, at the end
    await rm(directory, { recursive: true, force: true }).catch(() => undefined);
    this.#onCleaned();
  }

  /**
   * Everything that a process may read is below one path: from paths that share only `/`, Node's permission model concludes that `/`
   * itself may be read.
   */
  #openReaper(): OrphanReaper {
    if (this.#reaper === undefined) {
      // the permission model compares paths literally, without following links
      const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-functions-')));
      writeRehearsal(path.join(root, REHEARSAL_NAME));
      const user = otherUser();
      if (user !== undefined) openTo(root, user);
      this.#reaper = new OrphanReaper(root, this.#settings.livenessFd);
    }
    return this.#reaper;
  }

  /** A copy of a bootstrap, or a library, is next to the processes' directories, so that updating the package does not affect them. */
  #bootstrapOf({ bootstrap }: RuntimeKind, { library }: Interpreter, root: string): string {
    const original = bootstrap?.(this.#settings);
    const name = original ?? library?.name;
    if (name === undefined) return '';
    const copy = path.join(root, path.basename(name));
    if (!existsSync(copy)) {
      if (original !== undefined) copyFileSync(original, copy);
      else writeFileSync(copy, library?.contents ?? '');
      chmodSync(copy, 0o444);
    }
    return copy;
  }
}

/** The facts that decide whether a process is in a sandbox. */
interface Sandboxing {
  readonly user: FunctionUser | undefined;
  /** Whether it may touch all files of the gateway's user. */
  readonly needsFiles: boolean;
}

function shapesOf(interpreter: Interpreter, sizesMiB: ReadonlySet<number>): readonly ProcessShape[] {
  return [...sizesMiB].map((memoryMiB) => ({ kind: runtimeKind(NODE_FUNCTION), interpreter, memoryMiB }));
}

function writeRehearsal(directory: string): void {
  mkdirSync(directory);
  for (const [name, code] of Object.entries(REHEARSAL_FILES)) writeFileSync(path.join(directory, name), code);
  // whatever the umask: another user may run the function
  chmodSync(directory, 0o755);
  for (const name of Object.keys(REHEARSAL_FILES)) chmodSync(path.join(directory, name), 0o444);
}
