import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export type Handler = (event: unknown, context: unknown, callback: unknown) => unknown;

/** An error that Lambda names itself when it loads a handler. */
class LoadError extends Error {
  public constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/**
 * Loads `<file without extension>.<export>`; the export may be a path of own properties.
 * @example
 * await loadHandler('/code', 'index.handler');
 * await loadHandler('/code', 'api/orders.handlers.create');
 */
export async function loadHandler(directory: string, notation: string): Promise<Handler> {
  const folder = path.dirname(notation);
  const [file = '', ...names] = path.basename(notation).split('.');
  if (file === '' || names.length === 0) {
    throw new LoadError('Runtime.MalformedHandlerName', `handler "${notation}" is not of the form file.export`);
  }
  const exported = await loadModule(findFile(path.resolve(directory, folder, file)), directory);
  const handler = findExport(exported, names) ?? findExport(ownProperty(exported, 'default'), names);
  if (handler === undefined) {
    throw new LoadError('Runtime.HandlerNotFound', `${notation} is undefined or not exported`);
  }
  if (typeof handler !== 'function') {
    throw new LoadError('Runtime.HandlerNotFound', `${notation} is not a function`);
  }
  // checked to be a function above; its parameters are up to the user
  return handler as Handler;
}

function findFile(base: string): string {
  const found = ['.js', '.mjs', '.cjs', ''].map((extension) => base + extension).find((file) => existsSync(file));
  if (found === undefined) {
    throw new LoadError('Runtime.ImportModuleError', `cannot find ${path.basename(base)}.js, .mjs or .cjs`);
  }
  return found;
}

async function loadModule(file: string, root: string): Promise<unknown> {
  const isModule = file.endsWith('.mjs') || (file.endsWith('.js') && isInModulePackage(path.dirname(file), root));
  if (isModule) {
    const loaded: unknown = await import(pathToFileURL(file).href);
    return loaded;
  }
  const loaded: unknown = createRequire(file)(file);
  return loaded;
}

/** Node's own rule for `.js`: the nearest package.json determines the module type. Directories above the code are not read. */
function isInModulePackage(directory: string, root: string): boolean {
  const file = path.join(directory, 'package.json');
  if (existsSync(file)) {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return ownProperty(parsed, 'type') === 'module';
  }
  const parent = path.dirname(directory);
  return directory !== root && parent !== directory && isInModulePackage(parent, root);
}

function findExport(exported: unknown, names: readonly string[]): unknown {
  return names.reduce(ownProperty, exported);
}

/** Own properties only: `index.toString` is not a handler. */
function ownProperty(holder: unknown, name: string): unknown {
  const isHolder = (typeof holder === 'object' || typeof holder === 'function') && holder !== null;
  if (!isHolder || !Object.hasOwn(holder, name)) return undefined;
  const value: unknown = Reflect.get(holder, name);
  return value;
}
