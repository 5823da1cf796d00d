import { existsSync, readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HandlerRules } from '../wire/handler-rules';
import { HOST_FILE } from './lambda-paths';

export type Handler = (event: unknown, context: unknown, callback?: unknown) => unknown;

type LoadErrorName = 'CallbackHandlerDeprecated' | 'HandlerNotFound' | 'ImportModuleError' | 'MalformedHandlerName' | 'UserCodeSyntaxError';

/** An error that Lambda names itself when it loads a handler. */
class LoadError extends Error {
  public constructor(name: LoadErrorName, message: string, frames = '') {
    super(message);
    this.name = `Runtime.${name}`;
    this.stack = `${this.name}: ${message}${frames}`;
  }
}

/** Lambda's own words. */
const CALLBACKS_REMOVED = 'ERROR: AWS Lambda has removed support for callback-based function handlers starting with Node.js 24. You need to modify this '
  + 'function to use a supported handler signature to use Node.js 24 or later. For more information see '
  + 'https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html.';

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
    throw new LoadError('MalformedHandlerName', `handler "${notation}" is not of the form file.export`);
  }
  const exported = await loadUserModule(findFile(path.resolve(directory, folder, file)), directory);
  const handler = findExport(exported, names) ?? findExport(ownProperty(exported, 'default'), names);
  if (handler === undefined) throw new LoadError('HandlerNotFound', `${notation} is undefined or not exported`);
  if (typeof handler !== 'function') throw new LoadError('HandlerNotFound', `${notation} is not a function`);
  // checked to be a function above; its parameters are up to the user
  return handler as Handler;
}

/** Gives ES modules what the built-in modules export. The first time takes three times as long as those that follow. */
export function exportBuiltins(): void {
  syncBuiltinESMExports();
}

export function forgetModule(file: string): void {
  Reflect.deleteProperty(createRequire(HOST_FILE).cache, file);
}

function findFile(base: string): string {
  const existing = ['.js', '.mjs', '.cjs', ''].map((extension) => base + extension).find((file) => existsSync(file));
  if (existing === undefined) {
    throw new LoadError('ImportModuleError', `Error: Cannot find module '${path.basename(base)}'\nRequire stack:\n- ${HOST_FILE}`);
  }
  return existing;
}

/** @see https://github.com/aws/aws-lambda-nodejs-runtime-interface-client, loading of user functions */
async function loadUserModule(file: string, root: string): Promise<unknown> {
  try {
    return await loadModule(file, root);
  } catch (error) {
    if (error instanceof SyntaxError) throw new LoadError('UserCodeSyntaxError', String(error), `\n${error.stack ?? ''}`);
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') throw new LoadError('ImportModuleError', String(error), framesOf(error));
    throw error;
  }
}

/** The frames of a stack, without the message above them. */
function framesOf({ stack = '' }: Error): string {
  return stack.split('\n').filter((line) => /^ +at /.test(line)).map((line) => `\n${line}`).join('');
}

async function loadModule(file: string, root: string): Promise<unknown> {
  const isModule = file.endsWith('.mjs') || (file.endsWith('.js') && isInModulePackage(path.dirname(file), root));
  return isModule ? await import(pathToFileURL(file).href) : createRequire(HOST_FILE)(file);
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

/** Refuses a handler that takes a callback where the runtime has none. @see https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/issues/137 */
export function refuseCallbackHandler(handler: Handler, { hasCallbacks }: HandlerRules): void {
  if (!hasCallbacks && handler.length >= 3) throw new LoadError('CallbackHandlerDeprecated', CALLBACKS_REMOVED);
}

/** By what Lambda goes by; a handler may hold anything. */
export function isAsyncFunction(handler: Handler): boolean {
  const type: unknown = Reflect.get(handler, 'constructor');
  return typeof type === 'function' && type.name === 'AsyncFunction';
}

/** Own properties only: `index.toString` is not a handler. */
function ownProperty(holder: unknown, name: string): unknown {
  const isHolder = (typeof holder === 'object' || typeof holder === 'function') && holder !== null;
  return isHolder && Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined;
}
