import { chmodSync, chownSync, statSync } from 'node:fs';
import path from 'node:path';

/** The user that functions run as, where that is not the gateway's own. */
export interface FunctionUser {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody` and `nogroup`, by the numbers that they have on every Linux. */
const NOBODY: FunctionUser = { uid: 65_534, gid: 65_534 };

/** A user that owns no files, where this process may become one: it must be root. */
export function otherUser(): FunctionUser | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** Lets a user of functions into a directory of root's, and no one else. It reads what it knows by name. */
export function openTo(directory: string, { gid }: FunctionUser): void {
  chownSync(directory, 0, gid);
  chmodSync(directory, 0o710);
}

/** Whether a user may pass through a directory and all those above it. */
export function canReach(directory: string, { uid, gid }: FunctionUser): boolean {
  const { mode, ...owner } = statSync(directory);
  const bit = owner.uid === uid ? 0o100 : owner.gid === gid ? 0o010 : 0o001;
  const parent = path.dirname(directory);
  return (mode & bit) !== 0 && (parent === directory || canReach(parent, { uid, gid }));
}
