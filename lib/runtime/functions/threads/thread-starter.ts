import { mkdtempSync, realpathSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../../../errors';
import type { FunctionVersion } from '../../ports';
import { makeStartEnvironment } from '../process/environment';
import { assignmentOf } from '../process/assignment-of';
import { FunctionInstance, type InstanceListener } from '../process/instance';
import type { StartInstances } from '../pool/instance-starter';
import type { EngineSettings } from '../options';
import { permissionsOf } from '../permissions';
import { runtimeKind } from '../runtimes';
import { launchThread } from './launch-thread';

/**
 * Creates instances that are threads of the gateway's own process, for tests. A thread starts in half the time of a process
 * and isolates far less, which is logged once with a code.
 */
export class ThreadStarter implements StartInstances {
  /** Threads are in the gateway's own. */
  public readonly processes: ReadonlySet<number> = new Set();
  readonly #settings: EngineSettings;
  readonly #onCleaned: () => void;
  readonly #cleaning = new Set<Promise<void>>();
  #root: string | undefined;
  #hasWarned = false;

  public constructor(settings: EngineSettings, onCleaned: () => void) {
    this.#settings = settings;
    this.#onCleaned = onCleaned;
  }

  /** A thread starts too fast to be prewarmed. */
  public expect(): Promise<void> {
    return Promise.resolve();
  }

  public prepare(): Promise<void> {
    this.#warn();
    return Promise.resolve();
  }

  public async start(version: FunctionVersion, listener: InstanceListener): Promise<FunctionInstance> {
    const settings = this.#settings;
    this.#warn();
    const id = settings.ports.randomHex(32);
    const scratchDirectory = path.join(this.#openRoot(), id);
    await mkdir(scratchDirectory);
    const { codeDirectory, memoryMiB } = version;
    const interpreter = await runtimeKind(version).find(version, settings);
    const environment = makeStartEnvironment(version, { executable: interpreter.executable, scratchDirectory });
    const launched = await launchThread({ settings, memoryMiB, directory: scratchDirectory, environment });
    const cleaned: Promise<void> = new Promise<void>((resolve) => launched.child.once('close', () => resolve()))
      .then(() => rm(scratchDirectory, { recursive: true, force: true }))
      .catch(() => undefined)
      .then(() => this.#onCleaned())
      .finally(() => this.#cleaning.delete(cleaned));
    this.#cleaning.add(cleaned);
    const host = assignmentOf({
      version, settings, interpreter, instanceId: id,
      startedAt: new Date(settings.ports.now()), codeDirectory, scratchDirectory,
      // a thread cannot be kept from addons
      permissions: [...permissionsOf(version, settings.permissions), 'addons'],
    });
    return new FunctionInstance({ version, settings, process: launched, host }, listener);
  }

  /** Resolves when nothing is left of any thread, including directories. */
  public async close(): Promise<void> {
    while (this.#cleaning.size > 0) await Promise.all(this.#cleaning);
    const root = this.#root;
    this.#root = undefined;
    if (root !== undefined) await rm(root, { recursive: true, force: true });
  }

  #openRoot(): string {
    this.#root ??= realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-threads-')));
    return this.#root;
  }

  #warn(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const { code, message } = new GatewayError('ISOLATION_THREAD', {});
    this.#settings.ports.log({ level: 'warn', code, message });
  }
}
