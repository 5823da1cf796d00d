import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { providedModules, runtimeFamily, RUNTIMES, type RuntimeFamily } from '../../../spec';
import type { CodeSource } from '../../imported-source';
import { memberOf, textOf, type Members } from '../../value';
import type { Assets } from '../assets';
import type { Made } from './draft';

const SCRIPTS = ['.js', '.mjs', '.cjs'];
const SOURCES = ['.ts', '.mts', '.tsx', '.jsx'];

/** The code of a `AWS::Lambda::Function`, or why it is not here. */
export function codeOfFunction(properties: Members, assets: Assets | undefined): Made<CodeSource> {
  const handler = handlerOf(properties);
  const { Code: code } = properties;
  const inline = textOf(memberOf(code, 'ZipFile'));
  const runtime = textOf(properties.Runtime);
  const family = runtimeFamily(runtime) ?? 'nodejs';
  if (inline !== undefined) return inlineCode(inline, handler, family);
  const file = assets?.fileAt(code);
  if (file === undefined || assets === undefined) return { reason: `its code is not here: ${shown(code)}` };
  const isPlaceholder = assets.isPlaceholder(file);
  if (family !== 'nodejs') return copiedCode(isPlaceholder ? { part: { type: 'directory', directory: file, handler } } : copiedAt(file, handler, family), family);
  return isPlaceholder ? { part: { type: 'directory', directory: file, handler } } : withProvided(codeAt(file, handler), runtime);
}

/** The file that Lambda makes of inline code. */
const INLINE_FILES: Partial<Record<RuntimeFamily, string>> = { nodejs: 'index.js', python: 'index.py' };

function inlineCode(text: string, handler: string, family: RuntimeFamily): Made<CodeSource> {
  const name = INLINE_FILES[family];
  if (name === undefined) return { reason: 'its code is inline, which Lambda takes for Node.js and Python only' };
  const code = { type: 'text', name, text, handler } as const;
  return family === 'nodejs' ? { part: code } : copiedCode({ part: code }, family);
}

/** Code in another language than JavaScript, unless its handler is none. */
function copiedCode(code: Made<CodeSource>, family: RuntimeFamily): Made<CodeSource> {
  if ('reason' in code) return code;
  const { handler, handlerForm } = RUNTIMES[family];
  if (!handler.test(code.part.handler)) return { reason: `its handler "${code.part.handler}" is not ${handlerForm}` };
  return { part: { ...code.part, family } };
}

function copiedAt(file: string, handler: string, family: RuntimeFamily): Made<CodeSource> {
  const status = statSync(file);
  if (status.isDirectory()) return { part: { type: 'directory', directory: file, handler } };
  return status.isFile() && (family === 'java' ? /\.(?:zip|jar)$/i : /\.zip$/i).test(file)
    ? { part: { type: 'archive', file, handler } } : { reason: `${path.basename(file)} is neither a directory nor a zip archive` };
}

/** Files of projects that a bootstrap has to be built from by hand, and how that is done. */
const BUILDS: Readonly<Record<string, string>> = { 'Package.swift': 'swift package archive' };
/** Files that a bootstrap is built from here. */
const BUILT_HERE = /^(?:.*\.go|Cargo\.toml)$/;

/** Why a custom runtime cannot start: neither its directory nor a layer has the program, which has to be built first. */
export function whyNoBootstrap({ layers = [], ...code }: CodeSource): string | undefined {
  if (code.family !== 'provided' || code.type !== 'directory') return undefined;
  const { directory } = code;
  if ([directory, ...layers.map((layer) => layer.directory)].some((one) => existsSync(path.join(one, 'bootstrap')))) return undefined;
  if (readdirSync(directory).some((name) => BUILT_HERE.test(name)) || (code.build?.method === 'makefile' && existsSync(path.join(directory, 'Makefile')))) return undefined;
  const build = Object.entries(BUILDS).find(([name]) => existsSync(path.join(directory, name)))?.[1];
  const how = build === undefined ? 'build it there' : `build it there (${build})`;
  return `there is no bootstrap in ${path.basename(directory)}: ${how}, or serve what sam build has made, .aws-sam/build/template.yaml`;
}

function withProvided(code: Made<CodeSource>, runtime: string | undefined): Made<CodeSource> {
  if ('reason' in code || code.part.type !== 'entry') return code;
  return { part: { ...code.part, providedModules: providedModules(runtime) } };
}

/** The local directory of a layer's content, which is not unpacked if it is an archive. */
export function directoryAt(content: unknown, assets: Assets | undefined): string | undefined {
  const file = assets?.fileAt(content);
  return file !== undefined && statSync(file).isDirectory() ? file : undefined;
}

/** Whether a directory has one of that name in it. */
export function hasDirectory(directory: string, name: string): boolean {
  return existsSync(path.join(directory, name));
}

/** `index.handler`; Lambda takes `./index.handler` as well. */
export function handlerOf(properties: Members): string {
  return (textOf(properties.Handler) ?? 'index.handler').replace(/^(\.\/)+/, '');
}

function codeAt(file: string, handler: string): Made<CodeSource> {
  const status = statSync(file);
  if (!status.isDirectory()) {
    // a pipe or a device may never end
    if (!status.isFile()) return { reason: `${path.basename(file)} is neither a file nor a directory` };
    if (/\.(zip|jar)$/i.test(file)) return { part: { type: 'archive', file, handler } };
    // one module: what it imports is elsewhere
    return [...SCRIPTS, ...SOURCES].includes(path.extname(file)) ? { part: { type: 'entry', file, handler } } : { reason: `${path.basename(file)} is not code for Node.js` };
  }
  const module = path.join(file, handler.slice(0, handler.indexOf('.', handler.lastIndexOf('/') + 1)));
  if (SCRIPTS.some((extension) => existsSync(module + extension))) return { part: { type: 'directory', directory: file, handler } };
  const source = SOURCES.map((extension) => module + extension).find(existsSync);
  return source === undefined ? { reason: `there is no ${path.basename(module)}.js, .mjs or .cjs in ${path.basename(file)}` } : { part: { type: 'entry', file: source, handler } };
}

function shown(code: unknown): string {
  const bucket = textOf(memberOf(code, 'S3Bucket'));
  return bucket === undefined ? textOf(code) ?? 'no Code' : `s3://${bucket}/${textOf(memberOf(code, 'S3Key')) ?? ''}`;
}
