import { syncBuiltinESMExports } from 'node:module';
import type { Socket } from 'node:net';
import os from 'node:os';
import v8 from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import type { FunctionPermission } from '../permissions';
import { lockFatalReports, lockFlags, lockSocketFiles, refusal } from './lock-files';
import type { HostSettings } from '../wire/assignment';

/** Everything that a restriction depends on: the settings of the function, and nothing of the moment. */
export interface RestrictedInstance {
  readonly settings: Pick<HostSettings, 'permissions' | 'scratchDirectory'>;
  /** A Unix socket of the process; undefined in a thread. */
  readonly socket: Socket | undefined;
}

/** One ability that a function's code does not have, because Node's permission model does not know it. */
export interface Restriction {
  readonly name: string;
  /** The permission with which a function has it. @default - none */
  readonly liftedBy?: FunctionPermission;
  readonly apply: (instance: RestrictedInstance) => void;
}

/** Functions that could signal the gateway, open its inspector, reach Node's internals, or change the user of the process. */
const REFUSED_OF_PROCESS = [
  'kill', '_kill', '_debugProcess', '_debugEnd', 'binding', '_linkedBinding',
  'setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups',
] as const;

/** All restrictions, of abilities besides Node's file functions. `process.reallyExit` stays, which `process.exit` needs. */
export const RESTRICTIONS: readonly Restriction[] = [
  ...REFUSED_OF_PROCESS.map((name) => ({ name: `process.${name}`, apply: () => refuse(process, name, 'ERR_ACCESS_DENIED') })),
  { name: 'process.dlopen', liftedBy: 'addons', apply: () => refuse(process, 'dlopen', 'ERR_DLOPEN_DISABLED') },
  { name: 'os.setPriority', apply: () => refuse(os, 'setPriority', 'ERR_ACCESS_DENIED') },
  { name: 'v8.setFlagsFromString', liftedBy: 'files', apply: lockFlags },
  {
    name: 'v8.setHeapSnapshotNearHeapLimit', liftedBy: 'files',
    apply: () => refuse(v8, 'setHeapSnapshotNearHeapLimit', 'ERR_ACCESS_DENIED'),
  },
  { name: 'trace_events.createTracing', liftedBy: 'files', apply: refuseTracing },
  { name: 'process.report.reportOnFatalError', liftedBy: 'files', apply: lockFatalReports },
  {
    name: 'socket files outside of TMPDIR', liftedBy: 'files',
    apply: ({ socket, settings }) => lockSocketFiles(socket, settings.scratchDirectory),
  },
];

/** Applies to this process what the permissions of its function do not lift: for good, and before any code of it is loaded. */
export function restrict(instance: RestrictedInstance): void {
  const { permissions } = instance.settings;
  for (const { liftedBy, apply } of RESTRICTIONS) {
    if (liftedBy === undefined || !permissions.includes(liftedBy)) apply(instance);
  }
  syncBuiltinESMExports();
}

/** A thread has no trace events. */
function refuseTracing(): void {
  if (isMainThread) refuse(process.getBuiltinModule('node:trace_events'), 'createTracing', 'ERR_ACCESS_DENIED');
}

/** Replaces a function by one that throws, for good. */
function refuse(holder: object, name: string, code: string): void {
  const value = () => {
    throw refusal(name, code);
  };
  Object.defineProperty(holder, name, { value, writable: false, configurable: false });
}
