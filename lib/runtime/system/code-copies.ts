import { cp, mkdir, mkdtemp, realpath, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrphanReaper } from '../functions/orphan-reaper';
import type { LoadedApi, LoadedCode, LoadedStage } from '../loaded';

/** Copies of functions' code that nothing changes while it is served, one per digest. */
export interface CodeCopies {
  /** The API with every code directory replaced by its copy. */
  readonly adopt: (api: LoadedApi) => Promise<LoadedApi>;
  /** Code with every directory replaced by its copy. */
  readonly adoptCode: (code: LoadedStage['code']) => Promise<LoadedStage['code']>;
  /** Removes the copies. */
  readonly close: () => Promise<void>;
}

/**
 * An assembly is replaced by the next synthesis while its functions still run; they run from copies. Links are followed
 * when copying, so a copy contains none. They go when the gateway is killed, too.
 */
export async function createCodeCopies(): Promise<CodeCopies> {
  // a function may read its copy by the path without links only
  const root = await realpath(await mkdtemp(join(tmpdir(), 'synthgate-')));
  const reaper = new OrphanReaper(root);
  const copies = new Map<string, Promise<string>>();
  const copyOf = (code: LoadedCode): Promise<string> => {
    const copied = copies.get(code.digest) ?? copyCode(code.directory, join(root, code.digest));
    copies.set(code.digest, copied);
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
  await mkdir(`${to}.part`, { recursive: true });
  await cp(from, `${to}.part`, { recursive: true, dereference: true });
  await rename(`${to}.part`, to);
  return to;
}
