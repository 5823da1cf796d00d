import fs from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileReport } from './report';

interface Resolved {
  readonly url: string;
}

type ResolveHook<Result> = (specifier: string, context: unknown, next: (specifier: string, context: unknown) => Result) => Result;

const INSTALLED = /[/\\]node_modules[/\\]/;

/** Starts to observe the files that this process loads, reads and lists. @returns gives what was seen until now */
export function observeFiles(reports: string): () => FileReport {
  const imported = observeImports(reports);
  const read = new Set<string>();
  const listed = new Map<string, readonly string[]>();
  const reads = (file: unknown): void => {
    const name = pathOf(file);
    if (name !== undefined) read.add(name);
  };
  const { readdirSync } = fs;
  const lists = (directory: unknown): void => {
    const name = pathOf(directory);
    if (name !== undefined && !listed.has(name)) listed.set(name, namesIn(name, readdirSync));
  };
  observe(fs, ['readFileSync', 'readFile'], reads);
  observe(fs.promises, ['readFile'], reads);
  observe(fs, ['readdirSync', 'readdir'], lists);
  observe(fs.promises, ['readdir'], lists);
  nodeModule.syncBuiltinESMExports();
  return () => ({
    loaded: [...imported, ...Object.keys(nodeModule.createRequire(__filename).cache)].filter(isOwn),
    read: [...read],
    listed: Object.fromEntries(listed),
  });
}

/** Calls an observer with the first argument of functions before them. */
function observe<Module extends object>(
  module: Module, names: readonly (keyof Module & string)[], observer: (argument: unknown) => void,
): void {
  for (const name of names) {
    const original = module[name] as (...values: unknown[]) => unknown; // functions of `node:fs`
    const observed = function (this: unknown, ...values: unknown[]): unknown {
      observer(values[0]);
      return original.apply(this, values);
    };
    Object.assign(module, { [name]: Object.assign(observed, original) });
  }
}

/** ES modules are not in `require.cache`. Before Node 22.15 they can be observed in the thread of the loader only. */
function observeImports(reports: string): ReadonlySet<string> {
  const imported = new Set<string>();
  const { registerHooks } = nodeModule as { registerHooks?: (hooks: { resolve: ResolveHook<Resolved> }) => void }; // not in all versions
  const resolveHere: ResolveHook<Resolved> = (specifier, context, next) => {
    const resolved = next(specifier, context);
    const file = fileOf(resolved.url);
    if (file !== undefined && isOwn(file)) imported.add(file);
    return resolved;
  };
  if (registerHooks !== undefined) registerHooks({ resolve: resolveHere });
  else nodeModule.register(pathToFileURL(__filename), { data: { reports } });
  return imported;
}

let reportsOfLoader = '';

/** Starts the observer in the thread of the loader. */
export function initialize({ reports }: { readonly reports: string }): void {
  reportsOfLoader = reports;
}

export const resolve: ResolveHook<Promise<Resolved>> = async (specifier, context, next) => {
  const resolved = await next(specifier, context);
  const file = fileOf(resolved.url);
  if (file !== undefined && isOwn(file)) fs.appendFileSync(reportsOfLoader, `${JSON.stringify({ loaded: [file] })}\n`);
  return resolved;
};

function fileOf(url: string): string | undefined {
  return url.startsWith('file:') ? fileURLToPath(url) : undefined;
}

/** The absolute path of an own file that a function of `node:fs` is called with. */
function pathOf(argument: unknown): string | undefined {
  const text = argument instanceof URL ? fileOf(argument.href) : Buffer.isBuffer(argument) ? argument.toString() : argument;
  return typeof text === 'string' && isOwn(text) ? path.resolve(text) : undefined;
}

function namesIn(directory: string, list: typeof fs.readdirSync): readonly string[] {
  try {
    return list(directory);
  } catch {
    return []; // whoever lists it gets the error
  }
}

function isOwn(file: string): boolean {
  return !INSTALLED.test(file) && file !== __filename;
}
