import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { lockFileWriters } from './lock-files';
import { refuse } from './refuse';

/** Functions that could signal the gateway, open its inspector, load native code, or change the user of the process. */
const REFUSED = [
  'kill', '_kill', '_debugProcess', '_debugEnd', 'binding', '_linkedBinding',
  'setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups',
] as const;

let isRestricted = false;

/**
 * Takes from user code what reaches beyond its own process and is not forbidden by Node's permission model: signals, other
 * users, priorities, files written without its file functions. `process.reallyExit` stays, which `process.exit` needs.
 * Once, for good: a process that waits for its function does it meanwhile, as no function that may load addons gets one.
 */
export function restrictGlobals({ mayLoadAddons }: { readonly mayLoadAddons: boolean }): void {
  if (isRestricted) return;
  isRestricted = true;
  for (const name of REFUSED) refuse(process, name, 'ERR_ACCESS_DENIED');
  if (!mayLoadAddons) refuse(process, 'dlopen', 'ERR_DLOPEN_DISABLED');
  refuse(os, 'setPriority', 'ERR_ACCESS_DENIED');
  lockFileWriters();
  syncBuiltinESMExports();
}
