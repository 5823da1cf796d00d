import { closeSync, existsSync, readFile } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openTo, otherUser } from '../functions/function-user';
import { OrphanReaper } from '../functions/orphan-reaper';
import type { LoadedApi, LoadedCode, LoadedStage } from '../plan/loaded';
import { openInside, walkInside } from '../state/inside';

const readDescriptor = promisify(readFile);

/** Copies of functions' code that nothing changes while it is served, one per digest. */
export interface CodeCopies {
  /** The API with every code directory replaced by its copy. Errors: PATH_OUTSIDE_DIRECTORY. */
  readonly adopt: (api: LoadedApi) => Promise<LoadedApi>;
  /** Code with every directory replaced by its copy. */
  readonly adoptCode: (code: LoadedStage['code']) => Promise<LoadedStage['code']>;
  /** Removes the copies. */
  readonly close: () => Promise<void>;
}

/**
 * An assembly is replaced by the next synthesis while its functions still run; they run from copies. A copy contains
 * no links: one that leads to a file of the same code becomes that file, any other is refused. They go when the gateway is killed, too.
 */
export async function createCodeCopies(): Promise<CodeCopies> {
  // a function may read its copy by the path without links only
  const root = await realpath(await mkdtemp(join(tmpdir(), 'synthgate-')));
  const user = otherUser();
  if (user !== undefined) openTo(root, user);
  const reaper = new OrphanReaper(root);
  const copies = new Map<string, Promise<string>>();
  const copyOf = (code: LoadedCode): Promise<string> => {
    const copied = copies.get(code.digest) ?? copyCode(code.directory, join(root, code.digest));
    copies.set(code.digest, copied);
    // code that could not be copied may be mended by the next load
    copied.catch(() => copies.delete(code.digest));
    return copied;
  };
  const adoptCode: CodeCopies['adoptCode'] = async (all) => {
    const entries = Object.entries(all).map(async ([name, code]) => [name, { ...code, directory: await copyOf(code) }] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  const adoptStage = async ({ canary, ...stage }: LoadedStage): Promise<LoadedStage> => ({
    ...stage,
    code: await adoptCode(stage.code),
    ...(canary === undefined ? {} : { canary: { ...canary, stage: await adoptStage(canary.stage) } }),
  });
  return {
    adoptCode,
    adopt: async (api) => ({ ...api, stages: await Promise.all(api.stages.map(adoptStage)) }),
    close: async () => {
      await reaper.close();
      await rm(root, { recursive: true, force: true });
    },
  };
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
