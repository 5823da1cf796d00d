/*
 * User code may replace functions of the language in its instance: a polyfill, an instrumentation, an accident. What builds
 * an event uses many of them, some only for the first request with new headers, so it runs with those that the process began
 * with, and user code gets its own back afterwards.
 */

/** What building an event uses. */
const OWNERS = [
  [Array.prototype, ['at', 'entries', 'every', 'filter', 'flatMap', 'forEach', 'includes', 'indexOf', 'join', 'map', 'pop', 'push', 'reverse', 'slice', 'some']],
  [String, ['fromCharCode', 'raw']],
  [String.prototype, [
    'at', 'charCodeAt', 'endsWith', 'includes', 'indexOf', 'lastIndexOf', 'padStart', 'replace', 'replaceAll', 'slice', 'split', 'startsWith',
    'toLowerCase', 'toString', 'toUpperCase', 'trim',
  ]],
  [Number.prototype, ['toString']],
  [Object, ['create', 'defineProperty', 'entries', 'freeze', 'fromEntries', 'hasOwn', 'keys', 'values']],
  [JSON, ['parse', 'stringify']],
  [Map.prototype, ['entries', 'get', 'has', 'set']],
  [Set.prototype, ['add', 'has']],
  [WeakMap.prototype, ['get', 'has', 'set']],
  [RegExp.prototype, ['exec', 'test']],
  [Math, ['floor', 'max', 'min']],
  [Buffer, ['byteLength', 'concat', 'from']],
  [Buffer.prototype, ['base64Slice', 'latin1Slice', 'latin1Write', 'subarray', 'toString', 'utf8Slice', 'utf8Write', 'write']],
  // not `Buffer`, an accessor, which would triple the time of the comparison
  [globalThis, ['Array', 'JSON', 'Map', 'Math', 'Number', 'Object', 'RegExp', 'Set', 'String', 'WeakMap', 'decodeURIComponent']],
] as const;

// Taken before user code runs, which may replace them.
const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
const MakeFunction = Function;

interface Intrinsic {
  readonly owner: object;
  readonly name: string;
  /** Undefined if there was none. */
  readonly descriptor: PropertyDescriptor | undefined;
}

const INTRINSICS = OWNERS.flatMap(([owner, names]) => names.map((name: string) => {
  const value: unknown = Reflect.get(owner, name);
  if (typeof value !== 'function' && typeof value !== 'object') throw new Error(`this Node has no ${name}`);
  return { owner, name, value, descriptor: { value, writable: true, enumerable: false, configurable: true } };
}));
const areIntact = comparison();

/** Runs host code with the intrinsics that the process began with. Hot path: takes 4 ns while user code has replaced none. */
export function withOwnIntrinsics<Result>(action: () => Result): Result {
  if (areIntact()) return action();
  const replaced = restore();
  try {
    return action();
  } finally {
    for (const intrinsic of replaced) giveBack(intrinsic);
  }
}

/** Puts the own ones back, except where user code has forbidden it. @returns what was in their place */
function restore(): readonly Intrinsic[] {
  const replaced: Intrinsic[] = [];
  for (const { owner, name, value, descriptor: own } of INTRINSICS) {
    const descriptor = getOwnPropertyDescriptor(owner, name);
    if (descriptor?.value === value || !defineProperty(owner, name, own)) continue;
    replaced[replaced.length] = { owner, name, descriptor }; // `push` may be one of them
  }
  return replaced;
}

function giveBack({ owner, name, descriptor }: Intrinsic): void {
  if (descriptor === undefined) deleteProperty(owner, name);
  else defineProperty(owner, name, descriptor);
}

/** One expression, which V8 folds as long as nothing changes: a loop takes a hundred times as long. */
function comparison(): () => boolean {
  const owners = OWNERS.map(([owner]) => owner);
  const names = OWNERS.flatMap(([, of], owner) => of.map((name) => `owners${owner}.${name}`));
  const parameters = [...owners.map((_, index) => `owners${index}`), ...names.map((_, index) => `own${index}`)];
  const code = `return () => ${names.map((name, index) => `${name} === own${index}`).join(' && ')}`;
  const make = new MakeFunction(...parameters, code) as (...given: readonly unknown[]) => () => boolean; // as the code says
  return make(...owners, ...INTRINSICS.map(({ value }) => value));
}
