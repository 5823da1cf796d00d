import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/** What would signal the gateway, open its inspector, load native code, or make the process someone else. */
const REFUSED = [
  'kill', '_kill', '_debugProcess', '_debugEnd', 'binding', '_linkedBinding',
  'setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups',
] as const;

const { defineProperty } = Object;

/**
 * Takes from user code what reaches beyond its own process and is not forbidden by Node's permission model: signals, other
 * users, priorities. `process.reallyExit` stays, which `process.exit` needs.
 */
export function restrictGlobals({ mayLoadAddons }: { readonly mayLoadAddons: boolean }): void {
  for (const name of REFUSED) refuse(process, name, 'ERR_ACCESS_DENIED');
  if (!mayLoadAddons) refuse(process, 'dlopen', 'ERR_DLOPEN_DISABLED');
  refuse(os, 'setPriority', 'ERR_ACCESS_DENIED');
  syncBuiltinESMExports();
}

function refuse(holder: object, name: string, code: string): void {
  const value = () => {
    throw Object.assign(new Error(`${name} is not available to functions`), { code });
  };
  defineProperty(holder, name, { value, writable: false, configurable: false });
}
