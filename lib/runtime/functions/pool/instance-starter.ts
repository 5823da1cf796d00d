import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FunctionVersion } from '../../ports';
import { startUnassigned, type UnassignedOrder, type UnassignedProcess } from './unassigned-process';
import { linkCode, listCode, type CodeList } from '../process/link-code';
import { needsOwnStart } from '../process/environment';
import { OrphanReaper } from '../process/orphan-reaper';
import { canReach, openTo, otherUser, type FunctionUser } from '../process/function-user';
import { hostSettings } from '../process/host-settings';
import { FunctionInstance, type InstanceListener } from '../process/instance';
import type { Inspection } from '../inspector/inspection';
import { measureNode, type NodeCapabilities } from '../process/node-capabilities';
import type { EngineSettings } from '../options';
import { notEnforced, permissionsOf, type FunctionPermission } from '../permissions';
import { unsettableLimits } from '../process/process-limits';
import { PrewarmedProcesses } from './prewarmed-processes';
import { REHEARSAL_FILES } from '../wire/rehearsal';

const HOST_NAME = 'instance.js';
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
  /** Resolves when nothing is left of any instance. */
  readonly close: () => Promise<void>;
}

/** Creates instances: from a prewarmed process if one fits, or else from a new one. Cleans up after each. */
export class InstanceStarter implements StartInstances {
  public readonly processes = new Set<number>();
  readonly #settings: EngineSettings;
  readonly #prewarmed = new PrewarmedProcesses((memoryMiB) => this.#startPrewarmed(memoryMiB));
  /** The list of each function's code, by the path of its directory. */
  readonly #codeLists = new Map<string, Promise<CodeList | undefined>>();
  readonly #cleaning = new Set<Promise<void>>();
  readonly #onCleaned: () => void;
  #reaper: OrphanReaper | undefined;
  #isMeasured = false;
  #hasWarned = false;
  #hasReportedUser = false;
  #isClosed = false;

  public constructor(settings: EngineSettings, onCleaned: () => void) {
    this.#settings = settings;
    this.#onCleaned = onCleaned;
    // needed by the first instance, which also reports a failure
    measureNode(settings.nodePath).then(() => { this.#isMeasured = true; }, () => undefined);
  }

  public async expect(sizesMiB: ReadonlySet<number>): Promise<void> {
    if (!this.#settings.prewarm || this.#isClosed) return;
    this.#prewarmed.want(sizesMiB);
    if (this.#isMeasured) await this.#prewarmed.started();
  }

  /**
   * Measures Node, warns once about limits that this machine cannot enforce, and prewarms processes for these versions.
   * Never rejects.
   */
  public async prepare(versions: readonly FunctionVersion[]): Promise<void> {
    const { nodePath } = this.#settings;
    const inUse = new Set(versions.map((version) => version.codeDirectory));
    for (const directory of this.#codeLists.keys()) {
      if (!inUse.has(directory)) this.#codeLists.delete(directory);
    }
    const node = await measureNode(nodePath).catch(() => undefined);
    // a call that needs it reports why
    if (node === undefined) return;
    const sizes = versions.filter((version) => this.#fitsPrewarmed(version)).map((version) => version.memoryMiB);
    await this.expect(new Set(sizes));
    await this.#warn(node);
  }

  public async start(version: FunctionVersion, listener: InstanceListener, inspection?: Inspection): Promise<FunctionInstance> {
    const settings = this.#settings;
    const permissions = this.#permissionsOf(version);
    const node = await this.#capabilities();
    const isInspected = inspection !== undefined;
    const prewarmed = isInspected ? undefined : await this.#fromPrewarmed(version);
    const purpose = { version, permissions, isInspected, autoAttach: inspection?.autoAttach };
    const unassigned = prewarmed ?? await this.#startUnassigned(node, version.memoryMiB, purpose);
    const { codeDirectory, scratchDirectory, id: instanceId } = unassigned;
    const startedAt = new Date(settings.ports.now());
    const host = hostSettings({
      version, settings, node, instanceId, startedAt, codeDirectory, scratchDirectory, permissions, inspection,
    });
    return new FunctionInstance({ version, settings, process: unassigned, host, inspection }, listener);
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

  async #capabilities(): Promise<NodeCapabilities> {
    const capabilities = await measureNode(this.#settings.nodePath);
    // no process waits for it
    void this.#warn(capabilities);
    return capabilities;
  }

  /** Once; where the limits cannot be looked for, the next process tries again. Never rejects. */
  async #warn(capabilities: NodeCapabilities): Promise<void> {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const unsettable = await unsettableLimits(capabilities.dataKiB).catch(() => undefined);
    this.#hasWarned = unsettable !== undefined;
    if (unsettable === undefined || this.#isClosed) return;
    const missing = notEnforced(capabilities, unsettable, process.platform);
    if (missing.length > 0) this.#report('warn', missing);
    else if (capabilities.user === undefined) this.#report('info', [SAME_USER]);
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
  #userOf({ user }: NodeCapabilities, purpose: UnassignedOrder['purpose']): FunctionUser | undefined {
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

  #fitsPrewarmed(version: FunctionVersion): boolean {
    return this.#permissionsOf(version).length === 0 && !needsOwnStart(version);
  }

  async #fromPrewarmed(version: FunctionVersion): Promise<UnassignedProcess | undefined> {
    if (!this.#fitsPrewarmed(version)) return undefined;
    const list = this.#settings.prewarm ? await this.#codeListOf(version.codeDirectory) : undefined;
    const prewarmed = list === undefined ? undefined : await this.#prewarmed.take(version.memoryMiB);
    if (list === undefined || prewarmed === undefined) return undefined;
    try {
      await linkCode(list, version.codeDirectory, prewarmed.codeDirectory);
      return prewarmed;
    } catch {
      // it has ended, or the disk is full: the code is read in place
      prewarmed.kill();
      return undefined;
    }
  }

  #codeListOf(directory: string): Promise<CodeList | undefined> {
    const list = this.#codeLists.get(directory) ?? listCode(directory).catch(() => undefined);
    this.#codeLists.set(directory, list);
    return list;
  }

  async #startPrewarmed(memoryMiB: number): Promise<UnassignedProcess> {
    return this.#startUnassigned(await this.#capabilities(), memoryMiB);
  }

  async #startUnassigned(capabilities: NodeCapabilities, memoryMiB: number, purpose?: UnassignedOrder['purpose']): Promise<UnassignedProcess> {
    const reaper = this.#openReaper();
    const root = reaper.directory;
    const settings = { ...this.#settings, hostFile: path.join(root, HOST_NAME) };
    const user = this.#userOf(capabilities, purpose);
    const rehearsalDirectory = path.join(root, REHEARSAL_NAME);
    const unassigned = await startUnassigned({ settings, capabilities, root, memoryMiB, rehearsalDirectory, user, purpose });
    const { pid } = unassigned.child;
    if (pid !== undefined) {
      reaper.watch(pid);
      this.processes.add(pid);
    }
    const cleaned: Promise<void> = this.#cleanUp(unassigned, reaper).finally(() => this.#cleaning.delete(cleaned));
    this.#cleaning.add(cleaned);
    return unassigned;
  }

  async #cleanUp({ child, directory }: UnassignedProcess, reaper: OrphanReaper): Promise<void> {
    await new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => {
        if (child.pid === undefined) resolve();
      });
    });
    if (child.pid !== undefined) {
      reaper.forget(child.pid);
      this.processes.delete(child.pid);
    }
    // files that a descendant outside the group still writes there are removed with the whole directory, at the end
    await rm(directory, { recursive: true, force: true }).catch(() => undefined);
    this.#onCleaned();
  }

  /**
   * A copy of the host program is next to the processes' directories, so that updating the package does not affect them,
   * and so that everything they may read is below one path: from paths that share only `/`, Node's permission model
   * concludes that `/` itself may be read.
   */
  #openReaper(): OrphanReaper {
    if (this.#reaper === undefined) {
      // the permission model compares paths literally, without following links
      const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-functions-')));
      copyFileSync(this.#settings.hostFile, path.join(root, HOST_NAME));
      chmodSync(path.join(root, HOST_NAME), 0o444);
      writeRehearsal(path.join(root, REHEARSAL_NAME));
      const user = otherUser();
      if (user !== undefined) openTo(root, user);
      this.#reaper = new OrphanReaper(root, this.#settings.livenessFd);
    }
    return this.#reaper;
  }
}

function writeRehearsal(directory: string): void {
  mkdirSync(directory);
  for (const [name, code] of Object.entries(REHEARSAL_FILES)) writeFileSync(path.join(directory, name), code);
  // whatever the umask: another user may run the function
  chmodSync(directory, 0o755);
  for (const name of Object.keys(REHEARSAL_FILES)) chmodSync(path.join(directory, name), 0o444);
}
