import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { canonicalText } from '../../spec';
import type { Log } from '../ports';
import type { PlanUsage, UsageStore } from '../throttling/quota-ledger';
import { makeDirectory, removeTemporaryFiles, replaceFile } from './durable';
import { replaceFileAsync } from './durable-async';
import { resolveInside } from './inside';
import { reasonOf } from './system-error';
import { apiDirectoryName, asWriteFailure, readStateFile } from './state-files';

const USAGE_VERSION = 1;
const FILE_MODE = 0o600;

const windowUsage = { window: z.number(), used: z.int().nonnegative() };
const usageFileSchema = z.strictObject({
  version: z.literal(USAGE_VERSION),
  plan: z.string().min(1),
  /** By key name: the beginning of the period in ms since 1970, and the requests in it; the same of earlier periods. */
  keys: z.record(z.string(), z.strictObject({ ...windowUsage, earlier: z.array(z.strictObject(windowUsage)).optional() })),
});

/** How long usage may be newer than its file; the first writes after a start follow each other sooner. */
const FLUSH_MS = 1_000;
const FIRST_FLUSH_MS = 25;

/**
 * Usage of quotas as one file per plan, `usage/<plan>.json` of the state directory, or in another folder of it. Files have absolute
 * numbers and are replaced as a whole. The first use of a plan after a start is on disk before its request goes on, so a gateway that is
 * killed again and again still counts; then files are written after 25 ms, 50 ms and so on up to a second, and when the
 * gateway closes: killed at any moment, it has forgotten the requests of the last second at most. One gateway writes in one
 * state directory.
 */
export function openUsageStore(stateDirectory: string, log: Log, name = 'usage'): UsageStore & { readonly close: () => Promise<void> } {
  const directory = cleanDirectory(stateDirectory, name);
  let changed = new Map<string, () => PlanUsage>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let isFailing = false;
  let delayMs = FIRST_FLUSH_MS;
  const begun = new Set<string>();
  let isClosed = false;
  const schedule = (): void => {
    if (timer !== undefined || changed.size === 0 || isClosed) return;
    timer = setTimeout(() => void flush(), delayMs);
    delayMs = Math.min(delayMs * 2, FLUSH_MS);
  };
  const fail = (plan: string, usage: () => PlanUsage, error: unknown): void => {
    if (!changed.has(plan)) changed.set(plan, usage);
    if (!isFailing) log({ level: 'error', code: 'STATE_NOT_WRITABLE', message: `usage of quotas is counted, but not kept: ${directory}: ${reasonOf(error)}` });
    isFailing = true;
    schedule();
  };
  const write = async (): Promise<void> => {
    const due = changed;
    changed = new Map();
    for (const [plan, usage] of due) {
      try {
        await writeUsage(directory, plan, usage());
        isFailing = false;
      } catch (error) {
        fail(plan, usage, error);
      }
    }
  };
  const begin = (plan: string, usage: () => PlanUsage): void => {
    begun.add(plan);
    try {
      makeDirectory(directory);
      replaceFile(path.join(directory, fileOf(plan)), usageText(plan, usage()), FILE_MODE);
    } catch (error) {
      fail(plan, usage, error);
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
      if (!begun.has(plan)) begin(plan, usage);
      else changed.set(plan, usage);
      schedule();
    },
    close: () => {
      isClosed = true;
      return flush();
    },
  };
}

/** @throws STATE_NOT_WRITABLE */
function cleanDirectory(stateDirectory: string, name: string): string {
  return asWriteFailure(stateDirectory, () => {
    const directory = resolveInside(stateDirectory, name);
    removeTemporaryFiles(directory);
    return directory;
  });
}

/** @throws STATE_DAMAGED, STATE_VERSION_UNSUPPORTED */
function readUsage(directory: string, plan: string): PlanUsage {
  const name = fileOf(plan);
  const file = path.join(directory, name);
  if (!existsSync(file)) return new Map();
  const read = readStateFile(directory, name, { version: USAGE_VERSION, schema: usageFileSchema });
  if (read.plan !== plan) throw new GatewayError('STATE_DAMAGED', { reason: `it is about usage plan "${read.plan}"` }, { location: file });
  return new Map(Object.entries(read.keys));
}

/** The durable replacement of a file, without holding up requests. */
async function writeUsage(directory: string, plan: string, usage: PlanUsage): Promise<void> {
  const file = path.join(directory, fileOf(plan));
  makeDirectory(directory);
  await replaceFileAsync(file, usageText(plan, usage));
}

function usageText(plan: string, usage: PlanUsage): string {
  return canonicalText({ version: USAGE_VERSION, plan, keys: Object.fromEntries(usage) });
}

function fileOf(plan: string): string {
  return `${apiDirectoryName(plan)}.json`;
}
