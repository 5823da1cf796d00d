import { existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../../errors';
import type { Log } from '../ports';
import { makeDirectory } from './durable';
import { acquire, holderOf, holderText, isAlive, readLock, type Holder } from './lock';
import { asWriteFailure } from './state-files';
import { reasonOf, systemCode } from './system-error';

const TOUCH_MS = 10_000;
/** After this time without a touch, a gateway on another host has ended. */
const GONE_MS = 60_000;
/** A disk that takes nothing. */
const NOTHING_IS_WRITTEN: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS'];

export interface LockParts {
  readonly log: Log;
  /** Throws if the APIs cannot be served: then no directory is made. */
  readonly beforeMaking: () => void;
}

/**
 * Locks a state directory, which is made where it is missing, for the gateway that serves from it: of several, each would count
 * its own quotas and try the same events. Commands that change the directory have a lock of their own. The lock of a gateway
 * that has ended is taken over; a gateway on another host, which cannot be seen from here, touches its lock while it serves. On
 * a disk that takes nothing, a gateway starts without a lock, and says so.
 * @throws STATE_IN_USE, STATE_NOT_WRITABLE
 */
export function lockForGateway(stateDirectory: string, { log, beforeMaking }: LockParts): { readonly release: () => void } {
  const file = path.join(path.resolve(stateDirectory), 'gateway.lock');
  if (!existsSync(path.dirname(file))) beforeMaking();
  try {
    makeDirectory(path.dirname(file));
    acquire(file, { isHeld: (holder) => isServing(holder, file), refusal: inUse });
  } catch (error) {
    if (!NOTHING_IS_WRITTEN.includes(systemCode(error))) return asWriteFailure(stateDirectory, () => { throw error; });
    refuseHeld(file);
    log({ level: 'warn', code: 'STATE_NOT_WRITABLE', message: `the state directory ${stateDirectory} is not locked against other gateways: ${reasonOf(error)}` });
    return { release: () => undefined };
  }
  const own = readLock(file);
  // a gateway that was suspended for a while may have lost it to one on another host
  const ifOwn = (action: () => void): void => { if (own !== undefined && readLock(file) === own) action(); };
  const timer = setInterval(() => unlessSystemFails(() => ifOwn(() => touch(file))), TOUCH_MS).unref();
  return {
    release: () => {
      clearInterval(timer);
      unlessSystemFails(() => ifOwn(() => rmSync(file, { force: true })));
    },
  };
}

function refuseHeld(file: string): void {
  const text = readLock(file);
  const holder = text === undefined ? undefined : holderOf(text);
  if (holder !== undefined && isServing(holder, file)) throw inUse(file, holder);
}

function isServing(holder: Holder, file: string): boolean {
  if (holder.host === hostname()) return isAlive(holder);
  const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return touched !== undefined && Math.abs(Date.now() - touched) < GONE_MS;
}

function touch(file: string): void {
  const now = new Date();
  utimesSync(file, now, now);
}

/** On a disk that fails, or without a free descriptor, the gateway goes on; a lock that stays is taken over once its process has ended. */
function unlessSystemFails(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (systemCode(error) === '') throw error;
  }
}

function inUse(file: string, holder: Holder | undefined): GatewayError {
  return new GatewayError('STATE_IN_USE', { holder: holderText(holder), file, directory: path.dirname(file) });
}
