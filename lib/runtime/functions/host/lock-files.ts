import type { Socket } from 'node:net';
import { resolve, sep } from 'node:path';
import v8 from 'node:v8';

/*
 * Node's permission model checks its own file functions. What writes files below them, in libuv, in V8 or in Node's reports,
 * is refused here to a function that may not write everywhere. Whether Node would permit a file is not asked: of a whole
 * scope, it answers for the working directory of that moment.
 */

/** The flags of V8 that a function may set while it runs; others make V8 write files, such as `--trace-turbo`. */
const HARMLESS_FLAGS: readonly unknown[] = ['--expose-gc', '--expose_gc'];

// Taken before user code runs, which may replace them.
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { apply } = Reflect;
const { includes } = Array.prototype;
const { indexOf, startsWith } = String.prototype;
const toText = String;
const resolvePath = resolve;
const { platform } = process;

/** The error that a function gets when it attempts more than it may do. */
export function refusal(what: string, code: string): Error {
  return Object.assign(new Error(`${what} is not available to functions`), { code });
}

export function lockFlags(): void {
  const { setFlagsFromString } = v8;
  const value = (flag: unknown): void => {
    if (typeof flag !== 'string' || !apply(includes, HARMLESS_FLAGS, [flag])) throw refusal('setFlagsFromString with this flag', 'ERR_ACCESS_DENIED');
    setFlagsFromString(flag);
  };
  defineProperty(v8, 'setFlagsFromString', { value, writable: false, configurable: false });
}

/** Refuses reports on fatal errors: Node writes them to any directory, as it does not check permissions at that moment. */
export function lockFatalReports(): void {
  const { report } = process;
  const accessor = getOwnPropertyDescriptor(report, 'reportOnFatalError');
  if (accessor?.set === undefined) throw new Error('this Node has no switch for reports on fatal errors');
  const set = (isOn: unknown): void => {
    if (isOn !== false) throw refusal('reportOnFatalError', 'ERR_ACCESS_DENIED');
  };
  defineProperty(report, 'reportOnFatalError', { ...accessor, set, configurable: false });
}

/**
 * Refuses socket files outside of a function's own directory: listening on a path creates a file there, and closing removes
 * it. All servers share the handle of Unix sockets, which any socket of that kind leads to.
 */
export function lockSocketFiles(socket: Socket | undefined, directory: string): void {
  if (platform === 'win32' || socket === undefined) return;
  const own = directory + sep;
  const handle: unknown = Reflect.get(socket, '_handle');
  const prototype: unknown = typeof handle === 'object' && handle !== null ? getPrototypeOf(handle) : undefined;
  const bind: unknown = typeof prototype === 'object' && prototype !== null ? Reflect.get(prototype, 'bind') : undefined;
  if (typeof bind !== 'function') throw new Error('this Node has no handle for Unix sockets');
  const value = function (this: unknown, name: unknown, ...rest: unknown[]): unknown {
    return apply(bind, this, [nameInside(own, toText(name)), ...rest]);
  };
  defineProperty(prototype, 'bind', { value, writable: false, configurable: false });
}

/**
 * The name in full, which does not depend on anything that may change before it is used. One that begins with a zero byte
 * is in no directory; a zero byte inside a name would hide what follows it.
 */
function nameInside(directory: string, name: string): string {
  const zero = apply(indexOf, name, ['\0']);
  if (zero === 0) return name;
  const full = resolvePath(name);
  if (zero !== -1 || !apply(startsWith, full, [directory])) throw refusal(`listening on ${full}`, 'ERR_ACCESS_DENIED');
  return full;
}
