import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { makeDirectory } from './durable';
import { isMissing, systemCode } from './system-error';
import { asWriteFailure } from './state-files';

/** The holder of a lock: a process id alone identifies nobody once the number is used again. */
const holderSchema = z.object({
  pid: z.int().positive(),
  host: z.string(),
  /** Start of the process in ticks since boot, and which boot; known on Linux only. */
  started: z.string().optional(),
  boot: z.string().optional(),
  since: z.string(),
});
export type Holder = z.output<typeof holderSchema>;

/**
 * Runs an action while no other process runs one under the same lock. A lock whose process is gone is taken over.
 *
 * Written here because proper-lockfile tells a process that is gone by the age of its file, 10 s by default: the command after
 * one that was killed would be refused, and an action that blocks for longer would lose its lock to another process.
 * @throws DEPLOY_IN_PROGRESS, or what `refusal` makes, when another process holds it
 */
export function underLock<T>(file: string, action: () => T, refusal: LockRules['refusal'] = inProgress): T {
  acquire(file, { isHeld: isAlive, refusal });
  try {
    return action();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Changes a state directory, or makes it, while no other process does. @throws DEPLOY_IN_PROGRESS, STATE_NOT_WRITABLE */
export function underStateLock<T>(stateDirectory: string, action: () => T): T {
  return asWriteFailure(stateDirectory, () => {
    makeDirectory(path.resolve(stateDirectory));
    return underLock(path.join(stateDirectory, 'lock'), action);
  });
}

/** Describes the process that is changing a state directory; undefined if there is none, or if it has ended. */
export function stateLockHolder(stateDirectory: string): string | undefined {
  const text = readLock(path.join(stateDirectory, 'lock'));
  const holder = text === undefined ? undefined : holderOf(text);
  if (text === undefined || (holder !== undefined && !isAlive(holder))) return undefined;
  return holderText(holder);
}

export interface LockRules {
  readonly isHeld: (holder: Holder) => boolean;
  readonly refusal: (file: string, holder: Holder | undefined) => GatewayError;
}

/** Takes a lock until its file is removed. @throws what `refusal` makes, and the errors of the system */
export function acquire(file: string, { isHeld, refusal }: LockRules): void {
  for (let attempt = 0; attempt < 10; attempt++) {
    if (tryAcquire(file)) return;
    const text = readLock(file);
    if (text === undefined) continue;
    const holder = holderOf(text);
    if (holder === undefined || isHeld(holder)) throw refusal(file, holder);
    removeStale(file, text, refusal);
  }
  throw refusal(file, undefined);
}

/** A hard link appears whole or not at all, and never over an existing name; a file that is created can be seen empty. */
function tryAcquire(file: string): boolean {
  const own = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`);
  rmSync(own, { force: true });
  try {
    writeFileSync(own, JSON.stringify(ownHolder()), { flag: 'wx' });
    linkSync(own, file);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Only the holder of the lock's own lock may remove it: of two that found it stale at the same time, the slower one would
 * otherwise remove the faster one's new lock. That lock may be stale in turn, after a kill at exactly this place.
 */
function removeStale(file: string, staleText: string, refusal: LockRules['refusal']): void {
  underLock(`${file}.stale`, () => {
    if (readLock(file) === staleText) unlinkSync(file);
  }, refusal);
}

export function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Undefined for a text that is not a lock of ours. */
export function holderOf(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function ownHolder(): Holder {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid), boot: bootId(), since: new Date().toISOString() };
}

/** Whether the process may still be at work; a process on another host cannot be seen from here, so it may. */
export function isAlive(holder: Holder): boolean {
  if (holder.host !== hostname()) return true;
  if (holder.boot !== undefined && holder.boot !== bootId()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it is there and belongs to somebody else
    if (systemCode(error) === 'ESRCH') return false;
  }
  return holder.started === undefined || startOf(holder.pid) === holder.started;
}

/** Start of a process in clock ticks since boot; undefined for one that has ended, and where there is no /proc. */
function startOf(pid: number): string | undefined {
  const text = readLock(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const isEnded = fields[0] === 'Z' || fields[0] === 'X';
  return isEnded ? undefined : fields[19];
}

function bootId(): string | undefined {
  return readLock('/proc/sys/kernel/random/boot_id')?.trim();
}

function inProgress(file: string, holder: Holder | undefined): GatewayError {
  return new GatewayError('DEPLOY_IN_PROGRESS', { holder: holderText(holder), file });
}

export function holderText(holder: Holder | undefined): string {
  return holder === undefined ? 'unknown process' : `process ${holder.pid} on ${holder.host} since ${holder.since}`;
}
