import { closeSync, existsSync, readFile, renameSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LIMITS } from '../../spec';
import { openTo, otherUser } from '../functions/process/function-user';
import { OrphanReaper } from '../functions/process/orphan-reaper';
import type { LoadedApi, LoadedCode, LoadedStage } from '../plan/loaded';
import { openInside, walkInside } from '../state/inside';

const readDescriptor = promisify(readFile);
const LONGEST_CALL_MS = LIMITS.functionTimeoutMs.max;

/** How long before its call a request may have begun: it waits for its authorizer and for an instance, an event for 60 s. */
const BEFORE_CALL_MS = 120_000;

/** Copies of functions' code that nothing changes while it is served, one per digest. */
export interface CodeCopies {
  /** The API to be served with every code directory replaced by its copy. Errors: PATH_OUTSIDE_DIRECTORY. */
  readonly adopt: (api: LoadedApi) => Promise<LoadedApi>;
  readonly adoptCode: (code: LoadedStage['code']) => Promise<LoadedStage['code']>;
  /**
   * Notes that these APIs are served now instead of the ones before, and removes the copies that nothing can run any more:
   * a request that began before a reload may still call the code that was served then.
   */
  readonly retire: (served: readonly LoadedApi[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * The next synthesis replaces an assembly whose functions are still running, so they run from copies. A copy contains no links: a link to a
 * file of the same code becomes that file, any other is refused. The copies are removed even if the gateway is killed.
 */
export async function createCodeCopies(monotonicNow: () => number): Promise<CodeCopies> {
  // a function may read its copy by the path without links only
  const root = await realpath(await mkdtemp(join(tmpdir(), 'synthgate-')));
  const user = otherUser();
  if (user !== undefined) openTo(root, user);
  const reaper = new OrphanReaper(root);
  const store = new CopyStore(root, monotonicNow);
  const adoptAll = async (all: LoadedStage['code'], timeoutOf: (name: string) => number): Promise<LoadedStage['code']> => {
    const adopted = Object.entries(all).map(async ([name, code]) => {
      const directory = await store.copyOf(code, timeoutOf(name));
      return [name, { ...code, directory }] as const;
    });
    return Object.fromEntries(await Promise.all(adopted));
  };
  const adoptStage = async ({ canary, ...stage }: LoadedStage): Promise<LoadedStage> => ({
    ...stage,
    code: await adoptAll(stage.code, (name) => stage.deployed.functions[name]?.timeoutMs ?? LONGEST_CALL_MS),
    ...(canary === undefined ? {} : { canary: { ...canary, stage: await adoptStage(canary.stage) } }),
  });
  return {
    adoptCode: (code) => adoptAll(code, () => LONGEST_CALL_MS),
    adopt: async (api) => ({ ...api, stages: await Promise.all(api.stages.map(adoptStage)) }),
    retire: (apis) => store.retire(new Set(apis.flatMap(({ stages }) => stages.flatMap(digestsOf)))),
    close: async () => {
      await reaper.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

function digestsOf({ code, canary }: LoadedStage): string[] {
  return [...Object.values(code).map(({ digest }) => digest), ...(canary === undefined ? [] : digestsOf(canary.stage))];
}

interface Copy {
  readonly copied: Promise<string>;
  /** How long a call may last that runs it. */
  timeoutMs: number;
  usedAt: number;
}

class CopyStore {
  readonly #copies = new Map<string, Copy>();
  #served: ReadonlySet<string> | undefined;

  public constructor(private readonly root: string, private readonly now: () => number) {}

  public copyOf({ digest, directory }: LoadedCode, timeoutMs: number): Promise<string> {
    const known = this.#copies.get(digest);
    if (known !== undefined) {
      known.timeoutMs = Math.max(known.timeoutMs, timeoutMs);
      known.usedAt = this.now();
      return known.copied;
    }
    const copied = copyCode(directory, join(this.root, digest));
    this.#copies.set(digest, { copied, timeoutMs, usedAt: this.now() });
    // code that could not be copied may be mended by the next load
    copied.catch(() => this.#copies.delete(digest));
    return copied;
  }

  /** Before the first reload everything may have been served until now. */
  public async retire(served: ReadonlySet<string>): Promise<void> {
    const now = this.now();
    const unused: string[] = [];
    for (const [digest, copy] of this.#copies) {
      if (this.#served?.has(digest) !== false) copy.usedAt = now;
      if (!served.has(digest) && now - copy.usedAt > copy.timeoutMs + BEFORE_CALL_MS) unused.push(digest);
    }
    this.#served = served;
    for (const digest of unused) this.#copies.delete(digest);
    await Promise.all(unused.map((digest) => remove(join(this.root, digest))));
  }
}

/** Its name is free at once: the same code may be loaded again meanwhile. */
async function remove(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  const removed = `${directory}.removed`;
  renameSync(directory, removed);
  await rm(removed, { recursive: true, force: true });
}

async function copyCode(from: string, to: string): Promise<string> {
  if (existsSync(to)) return to;
  const part = `${to}.part`;
  await rm(part, { recursive: true, force: true });
  await makeReadable(part);
  for (const { name, isDirectory } of walkInside(from)) {
    if (isDirectory) await makeReadable(join(part, name));
    else await copyFile(from, name, join(part, name));
  }
  await rename(part, to);
  return to;
}

/** Whatever the umask: another user may run the function. What is above lets only that one in. */
async function makeReadable(directory: string): Promise<void> {
  await mkdir(directory);
  await chmod(directory, 0o755);
}

async function copyFile(directory: string, name: string, to: string): Promise<void> {
  const { descriptor, mode } = openInside(directory, name);
  try {
    await writeFile(to, await readDescriptor(descriptor));
    await chmod(to, mode);
  } finally {
    closeSync(descriptor);
  }
}
