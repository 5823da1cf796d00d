import { mkdtempSync, realpathSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../../../errors';
import type { FunctionVersion } from '../../ports';
import { makeStartEnvironment } from '../process/environment';
import { assignmentOf } from '../process/assignment-of';
import { FunctionInstance, type InstanceListener } from '../process/instance';
import { InstanceStarter, type StartInstances } from '../pool/instance-starter';
import type { EngineSettings } from '../options';
import { permissionsOf } from '../permissions';
import { runtimeKind } from '../runtimes';
import { launchThread } from './launch-thread';

/** Creates instances that are threads of the gateway, for tests: they start in half the time and isolate far less, as the log says. */
export class ThreadStarter implements StartInstances {
  /** For runtimes that need a process. */
  #starter: InstanceStarter | undefined;
  readonly #cleaning = new Set<Promise<void>>();
  #root: string | undefined;
  #hasWarned = false;

  public constructor(private readonly settings: EngineSettings, private readonly onCleaned: () => void) {}

  /** Processes of other runtimes: threads are in the gateway's own. */
  public get processes(): ReadonlySet<number> {
    return this.#starter?.processes ?? new Set();
  }

  /** A thread starts too fast to be prewarmed. */
  public expect(): Promise<void> {
    return Promise.resolve();
  }

  public async prepare(versions: readonly FunctionVersion[]): Promise<void> {
    this.#warn();
    const inProcesses = versions.filter((version) => !runtimeKind(version).runsInThreads);
    if (inProcesses.length > 0) await this.#others().prepare(inProcesses);
  }

  public async start(version: FunctionVersion, listener: InstanceListener): Promise<FunctionInstance> {
    const settings = this.settings;
    this.#warn();
    if (!runtimeKind(version).runsInThreads) return this.#others().start(version, listener);
    const id = settings.ports.randomHex(32);
    this.#root ??= realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-threads-')));
    const scratchDirectory = path.join(this.#root, id);
    await mkdir(scratchDirectory);
    const { codeDirectory, memoryMiB } = version;
    const interpreter = await runtimeKind(version).find(version, settings);
    const environment = makeStartEnvironment(version, { executable: interpreter.executable, scratchDirectory });
    const launched = await launchThread(settings, { directory: scratchDirectory, environment }, memoryMiB);
    const cleaned: Promise<void> = new Promise<void>((resolve) => launched.child.once('close', () => resolve()))
      .then(() => rm(scratchDirectory, { recursive: true, force: true }))
      .catch(() => undefined)
      .then(() => this.onCleaned())
      .finally(() => this.#cleaning.delete(cleaned));
    this.#cleaning.add(cleaned);
    const host = assignmentOf({
      version, settings, interpreter, places: { id, codeDirectory, scratchDirectory },
      startedAt: new Date(settings.ports.now()),
      // a thread cannot be kept from addons
      permissions: [...permissionsOf(version, settings.permissions), 'addons'],
    });
    return new FunctionInstance({ version, settings, process: launched, host }, listener);
  }

  public giveUp(): void {
    this.#starter?.giveUp();
  }

  /** Resolves when nothing is left of any thread, including directories. */
  public async close(): Promise<void> {
    while (this.#cleaning.size > 0) await Promise.all(this.#cleaning);
    await this.#starter?.close();
    const root = this.#root;
    this.#root = undefined;
    if (root !== undefined) await rm(root, { recursive: true, force: true });
  }

  #others(): InstanceStarter {
    return this.#starter ??= new InstanceStarter(this.settings, this.onCleaned);
  }

  #warn(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const { code, message } = new GatewayError('ISOLATION_THREAD', {});
    this.settings.ports.log({ level: 'warn', code, message });
  }
}
