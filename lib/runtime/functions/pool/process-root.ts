import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EngineSettings } from '../options';
import { openTo, otherUser } from '../process/function-user';
import { OrphanReaper } from '../process/orphan-reaper';
import type { Interpreter, RuntimeKind } from '../runtimes';
import { REHEARSAL_FILES } from '../wire/rehearsal';
import type { UnassignedProcess } from './unassigned-process';

const REHEARSAL_NAME = 'rehearsal';

/** The directory of all processes of functions, and their ends: nothing of a process is left after it. */
export class ProcessRoot {
  public readonly processes = new Set<number>();
  readonly #cleaning = new Set<Promise<void>>();
  #reaper: OrphanReaper | undefined;

  /** @param onCleaned - called when nothing is left of a process */
  public constructor(private readonly settings: EngineSettings, private readonly onCleaned: () => void) {}

  public get directory(): string {
    return this.#openReaper().directory;
  }

  /** The directory with the files of wire/rehearsal.ts. */
  public get rehearsalDirectory(): string {
    return path.join(this.directory, REHEARSAL_NAME);
  }

  /** A copy of a bootstrap, or a library, is next to the processes' directories, so that updating the package does not affect them. */
  public bootstrapOf({ bootstrap }: RuntimeKind, { library }: Interpreter): string {
    const original = bootstrap?.(this.settings);
    const name = original ?? library?.name;
    if (name === undefined) return '';
    const copy = path.join(this.directory, path.basename(name));
    if (!existsSync(copy)) {
      if (original !== undefined) copyFileSync(original, copy);
      else writeFileSync(copy, library?.contents ?? '');
      chmodSync(copy, 0o444);
    }
    return copy;
  }

  public watch(unassigned: UnassignedProcess, interpreter: Interpreter): void {
    const reaper = this.#openReaper();
    const { pid } = unassigned.child;
    if (pid !== undefined) {
      reaper.watch(pid);
      this.processes.add(pid);
    }
    const cleaned: Promise<void> = this.#cleanUp(unassigned, reaper, interpreter).finally(() => this.#cleaning.delete(cleaned));
    this.#cleaning.add(cleaned);
  }

  /** Resolves when nothing is left of any process, including directories. */
  public async close(): Promise<void> {
    while (this.#cleaning.size > 0) await Promise.all(this.#cleaning);
    const reaper = this.#reaper;
    this.#reaper = undefined;
    await reaper?.close();
    if (reaper !== undefined) await rm(reaper.directory, { recursive: true, force: true });
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
    this.onCleaned();
  }

  /** Everything is below one path: from paths that share only `/`, Node's permission model concludes that `/` itself may be read. */
  #openReaper(): OrphanReaper {
    if (this.#reaper === undefined) {
      // the permission model compares paths literally, without following links
      const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-functions-')));
      writeRehearsal(path.join(root, REHEARSAL_NAME));
      const user = otherUser();
      if (user !== undefined) openTo(root, user);
      this.#reaper = new OrphanReaper(root, this.settings.livenessFd);
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
