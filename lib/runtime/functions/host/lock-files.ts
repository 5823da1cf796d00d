import { resolve } from 'node:path';
import type { Socket } from 'node:net';
import v8 from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { refuse, refusal } from './refuse';

/*
 * Node's permission model checks its own file functions. What writes files below them, in libuv, in V8 or in the tracing
 * agent, is checked here: by the same permissions, and before any code of a function is loaded.
 */

/** The flags of V8 that a function may set while it runs; others make V8 write files, such as `--trace-turbo`. */
const HARMLESS_FLAGS: readonly unknown[] = ['--expose-gc', '--expose_gc'];

// Taken before user code runs, which may replace them.
const { defineProperty, getPrototypeOf } = Object;
const { apply } = Reflect;
const { includes } = Array.prototype;
const { indexOf } = String.prototype;
const toText = String;
const resolvePath = resolve;
const { platform } = process;
// the types know only a process that was started with the permission model
const permission = process.permission as typeof process.permission | undefined;
const isPermitted = permission?.has;

/** Refuses V8's flags and heap snapshots, and trace events, to a function that may not write everywhere. */
export function lockFileWriters(): void {
  if (hasPermission('fs.write')) return;
  refuse(v8, 'setHeapSnapshotNearHeapLimit', 'ERR_ACCESS_DENIED');
  const { setFlagsFromString } = v8;
  const value = (flag: unknown): void => {
    if (typeof flag !== 'string' || !apply(includes, HARMLESS_FLAGS, [flag])) throw refusal('setFlagsFromString with this flag', 'ERR_ACCESS_DENIED');
    setFlagsFromString(flag);
  };
  defineProperty(v8, 'setFlagsFromString', { value, writable: false, configurable: false });
  // a thread has no trace events
  if (isMainThread) refuse(process.getBuiltinModule('node:trace_events'), 'createTracing', 'ERR_ACCESS_DENIED');
}

/**
 * Refuses socket files where the function may not write: listening on a path creates a file there, and closing removes it.
 * All servers share the handle of Unix sockets, which any socket of that kind leads to.
 */
export function lockSocketFiles(socket: Socket): void {
  if (platform === 'win32') return;
  const handle: unknown = Reflect.get(socket, '_handle');
  const prototype: unknown = typeof handle === 'object' && handle !== null ? getPrototypeOf(handle) : undefined;
  const bind: unknown = typeof prototype === 'object' && prototype !== null ? Reflect.get(prototype, 'bind') : undefined;
  if (typeof bind !== 'function') throw new Error('this Node has no handle for Unix sockets');
  const value = function (this: unknown, name: unknown, ...rest: unknown[]): unknown {
    return apply(bind, this, [permittedName(toText(name)), ...rest]);
  };
  defineProperty(prototype, 'bind', { value, writable: false, configurable: false });
}

/**
 * The name in full, which does not depend on anything that may change before it is used. One that begins with a zero byte
 * is in no directory; a zero byte inside a name would hide what follows it.
 */
function permittedName(name: string): string {
  const zero = apply(indexOf, name, ['\0']);
  if (zero === 0) return name;
  const full = resolvePath(name);
  if (zero !== -1 || !hasPermission('fs.write', full)) throw refusal(`listening on ${full}`, 'ERR_ACCESS_DENIED');
  return full;
}

/** Without a permission model nothing can be checked, so the answer is no. */
function hasPermission(scope: string, reference?: string): boolean {
  return isPermitted !== undefined && apply(isPermitted, permission, [scope, reference]);
}
