import type { FunctionVersion } from '../ports';
import type { NodeCapabilities } from './runtimes/nodejs/node-capabilities';

/** Permissions that Node's permission model denies to a function unless they are granted. */
export const FUNCTION_PERMISSIONS = ['files', 'child-process', 'worker-threads', 'addons', 'wasi'] as const;

export type FunctionPermission = (typeof FUNCTION_PERMISSIONS)[number];

/** Permissions by the name of the function; `*` stands for all functions. */
export type FunctionPermissions = Readonly<Record<string, readonly FunctionPermission[]>>;

/** Node's flags for each; `files` lifts the restriction to the function's own directories. */
const FLAGS: Readonly<Record<FunctionPermission, readonly string[]>> = {
  'files': ['--allow-fs-read=*', '--allow-fs-write=*'],
  'child-process': ['--allow-child-process'],
  'worker-threads': ['--allow-worker'],
  'addons': ['--allow-addons'],
  'wasi': ['--allow-wasi'],
};

/** The files that a process may read and write, and its permissions. */
export interface Reach {
  /** Absolute paths without links: files, and directories with everything in them. */
  readonly readable: readonly string[];
  /** Absolute directories without links, which may be read, too. */
  readonly writable: readonly string[];
  readonly permissions: readonly FunctionPermission[];
}

/** The permissions of a function, by its own name and by `*`. */
export function permissionsOf(version: FunctionVersion, given: FunctionPermissions): readonly FunctionPermission[] {
  const own = Object.hasOwn(given, version.name) ? given[version.name] ?? [] : [];
  const all = Object.hasOwn(given, '*') ? given['*'] ?? [] : [];
  return [...new Set([...own, ...all])];
}

/**
 * The flags that turn Node's permission model on; none for a Node without it. Sockets stay open to functions: a Node that
 * can close them is told not to. SQLite opens files that the model does not know of, so it comes with the permission `files`.
 * @see https://nodejs.org/api/permissions.html
 */
export function permissionFlags({ flags }: NodeCapabilities, { readable, writable, permissions }: Reach): readonly string[] {
  const isKnown = (flag: string) => flags.has(flag);
  const model = ['--permission', '--experimental-permission'].find(isKnown);
  if (model === undefined) return [];
  const knownFlags = permissions.flatMap((permission) => FLAGS[permission]).filter((flag) => isKnown(flag.replace(/=.*/, '')));
  return [
    model,
    ...mutedWarnings(model, { hasNet: isKnown('--allow-net'), given: knownFlags }).filter(() => isKnown('--disable-warning')),
    ...[...readable, ...writable].map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
    ...['--allow-net'].filter(isKnown),
    ...(permissions.includes('files') ? [] : ['--no-experimental-sqlite']).filter(isKnown),
    ...knownFlags,
  ];
}

/** Node would warn about these flags in the output of every instance, although the operator chose them. */
function mutedWarnings(
  model: string, { hasNet, given }: { readonly hasNet: boolean; readonly given: readonly string[] },
): readonly string[] {
  return [
    // Node 26 calls --allow-net experimental, too
    ...(model === '--experimental-permission' || hasNet ? ['--disable-warning=ExperimentalWarning'] : []),
    ...(given.length > 0 ? ['--disable-warning=SecurityWarning'] : []),
  ];
}

/** The restrictions that this machine cannot enforce, as text for the log. @param unsettable - limits that the system refuses to set */
export function notEnforced(
  { flags, dataKiB }: NodeCapabilities, unsettable: readonly string[], platform: NodeJS.Platform,
): readonly string[] {
  const hasModel = flags.has('--permission') || flags.has('--experimental-permission');
  return [
    ...(hasModel ? [] : ['what a function may read, write and start (this Node has no permission model)']),
    ...(dataKiB === undefined ? ['memory outside the JavaScript heap (only Linux tells how much a process has)'] : []),
    ...unsettable.map((limit) => `${limit} (the system refuses to set this limit; a lower one may be in force)`),
    ...(platform === 'win32' ? ['open files, sizes of files, and the end of processes that a function started (Windows)'] : []),
  ];
}
