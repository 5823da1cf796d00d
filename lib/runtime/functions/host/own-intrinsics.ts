/*
 * User code may replace built-in functions in its instance: a polyfill, a tracer, an accident. Host code that reads calls and
 * builds events uses many of them, some only for the first request with new headers. It runs with the originals, and user
 * code gets its own back afterwards. No user code may run meanwhile.
 */

/** Intrinsics that the host needs; a test tries all others. `Buffer` is left out: it is an accessor, which would triple the time. */
const OWNERS = [
  ['Array.prototype.', Array.prototype, ['at', 'entries', 'every', 'filter', 'flatMap', 'indexOf', 'join', 'map', 'push', 'slice', 'some']],
  ['String.', String, ['raw']],
  ['String.prototype.', String.prototype, [
    'charAt', 'charCodeAt', 'endsWith', 'indexOf', 'padStart', 'replace', 'replaceAll', 'slice', 'split', 'startsWith', 'toLowerCase',
    'toUpperCase', 'trim',
  ]],
  ['Number.prototype.', Number.prototype, ['toString']],
  ['Object.', Object, ['defineProperty', 'entries', 'fromEntries', 'keys']],
  ['JSON.', JSON, ['parse', 'stringify']],
  ['Map.prototype.', Map.prototype, ['delete', 'get', 'has', 'set', 'values']],
  ['Set.prototype.', Set.prototype, ['add', 'delete', 'has']],
  ['WeakMap.prototype.', WeakMap.prototype, ['get', 'set']],
  ['RegExp.prototype.', RegExp.prototype, ['exec', 'test']],
  ['Math.', Math, ['floor']],
  ['Buffer.', Buffer, ['allocUnsafe', 'from']],
  ['Buffer.prototype.', Buffer.prototype, ['base64Slice', 'latin1Write', 'slice', 'subarray', 'toString', 'utf8Slice']],
  ['', globalThis, ['Array', 'Date', 'JSON', 'Map', 'Math', 'Number', 'Object', 'RegExp', 'Set', 'String', 'WeakMap', 'decodeURIComponent']],
] as const;

// Taken before user code runs, which may replace them.
const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
const { hasOwn } = Object;
const MakeFunction = Function;

const INTRINSICS = OWNERS.flatMap(([path, owner, names]) => names.map((name: string) => {
  const value: unknown = Reflect.get(owner, name);
  if (typeof value !== 'function' && typeof value !== 'object') throw new Error(`this Node has no ${path}${name}`);
  return { path, owner, name, value };
}));
const compare = comparison();

/** An intrinsic that user code had replaced or deleted. */
interface Replacement {
  readonly owner: object;
  readonly name: string;
  /** The property that user code had defined; undefined if it had deleted the intrinsic. */
  readonly found: PropertyDescriptor | undefined;
}

/** Runs host code with its own intrinsics. Hot path: takes 4 ns while user code has replaced none, and 10 µs per call when it has. */
export function withOwnIntrinsics<Result>(action: () => Result): Result {
  if (areIntact()) return action();
  const replaced: Replacement[] = [];
  try {
    restore(replaced);
    return action();
  } finally {
    for (const replacement of replaced) giveBack(replacement);
  }
}

/** The intrinsics that user code has replaced; inside `withOwnIntrinsics`, those that could not be restored. */
export function replacedIntrinsics(): readonly string[] {
  const names: string[] = [];
  for (const { path, owner, name, value } of INTRINSICS) {
    if (getOwnPropertyDescriptor(owner, name)?.value !== value) names[names.length] = `${path}${name}`;
  }
  return names;
}

function areIntact(): boolean {
  try {
    return compare();
  } catch {
    return false; // user code has put a getter there
  }
}

/** Puts the originals back, except where user code has forbidden it. @param replaced - receives what was in their place */
function restore(replaced: Replacement[]): void {
  for (const { owner, name, value } of INTRINSICS) {
    const descriptor = getOwnPropertyDescriptor(owner, name);
    if (descriptor !== undefined && descriptor.value === value) continue;
    // a sealed object still takes another value
    const isValue = descriptor !== undefined && hasOwn(descriptor, 'value');
    const original = isValue ? { value } : { value, writable: true, enumerable: false, configurable: true };
    // not with `push`, which may be one of them
    if (defineProperty(owner, name, original)) replaced[replaced.length] = { owner, name, found: descriptor };
  }
}

function giveBack({ owner, name, found }: Replacement): void {
  if (found === undefined) deleteProperty(owner, name);
  else defineProperty(owner, name, found);
}

/** One expression, which V8 folds as long as nothing changes: a loop takes a hundred times as long. */
function comparison(): () => boolean {
  const owners = OWNERS.map(([, owner]) => owner);
  const names = OWNERS.flatMap(([, , of], owner) => of.map((name) => `owners${owner}.${name}`));
  const parameters = [...owners.map((_, index) => `owners${index}`), ...names.map((_, index) => `own${index}`)];
  const code = `return () => ${names.map((name, index) => `${name} === own${index}`).join(' && ')}`;
  const make = new MakeFunction(...parameters, code) as (...given: readonly unknown[]) => () => boolean; // as the code says
  return make(...owners, ...INTRINSICS.map(({ value }) => value));
}
