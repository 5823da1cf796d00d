import { existsSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { canonicalText } from '../../spec';
import type { Log } from '../ports';
import type { PlanUsage, UsageStore } from '../throttling/quota-ledger';
import { resolveInside, WRITE_FLAGS } from './inside';
import { reasonOf } from './system-error';
import { apiDirectoryName, readStateFile } from './state-files';

const USAGE_VERSION = 1;

const usageFileSchema = z.strictObject({
  version: z.literal(USAGE_VERSION),
  plan: z.string().min(1),
  /** By key name: the beginning of the period in ms since 1970, and the requests in it. */
  keys: z.record(z.string(), z.strictObject({ window: z.number(), used: z.int().nonnegative() })),
});

/** How long usage may be newer than its file. */
const FLUSH_MS = 1_000;

/** A store that must be closed. */
export interface OpenUsageStore extends UsageStore {
  /** Writes what is not written yet. */
  readonly close: () => Promise<void>;
}

/**
 * Usage of quotas as one file per plan, `usage/<plan>.json` of the state directory. Files have absolute numbers and are
 * replaced as a whole, at most once a second and when the gateway closes: killed at any moment, it has forgotten the
 * requests of the last second and no more. One gateway writes in one state directory.
 */
export function openUsageStore(stateDirectory: string, log: Log): OpenUsageStore {
  const directory = resolveInside(stateDirectory, 'usage');
  let changed = new Map<string, () => PlanUsage>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let isFailing = false;
  const write = async (): Promise<void> => {
    const due = changed;
    changed = new Map();
    for (const [plan, usage] of due) {
      try {
        await writeUsage(directory, plan, usage());
        isFailing = false;
      } catch (error) {
        if (!changed.has(plan)) changed.set(plan, usage);
        if (!isFailing) log({ level: 'error', code: 'STATE_NOT_WRITABLE', message: `usage of quotas is counted, but not kept: ${directory}: ${reasonOf(error)}` });
        isFailing = true;
      }
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  return {
    read: (plan) => readUsage(directory, plan),
    changed: (plan, usage) => {
      changed.set(plan, usage);
      timer ??= setTimeout(() => void flush(), FLUSH_MS);
    },
    close: flush,
  };
}

/** @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED */
function readUsage(directory: string, plan: string): PlanUsage {
  const name = fileOf(plan);
  const file = path.join(directory, name);
  if (!existsSync(file)) return new Map();
  const read = readStateFile(directory, name, { version: USAGE_VERSION, schema: usageFileSchema });
  if (read.plan !== plan) throw new GatewayError('STATE_DAMAGED', { reason: `it is about usage plan "${read.plan}"` }, { place: file });
  return new Map(Object.entries(read.keys));
}

/** The durable replacement of a file, without holding up requests. */
async function writeUsage(directory: string, plan: string, usage: PlanUsage): Promise<void> {
  const file = path.join(directory, fileOf(plan));
  const fresh = path.join(directory, `.${path.basename(file)}.tmp`);
  await mkdir(directory, { recursive: true });
  const content = canonicalText({ version: USAGE_VERSION, plan, keys: Object.fromEntries(usage) });
  await synced(fresh, WRITE_FLAGS, (handle) => handle.writeFile(content));
  await rename(fresh, file);
  await synced(directory, 'r', () => Promise.resolve());
}

type Handle = Awaited<ReturnType<typeof open>>;

async function synced(file: string, flags: string | number, action: (handle: Handle) => Promise<void>): Promise<void> {
  const handle = await open(file, flags, 0o600);
  try {
    await action(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function fileOf(plan: string): string {
  return `${apiDirectoryName(plan)}.json`;
}
