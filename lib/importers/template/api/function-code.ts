import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { providedModules } from '../../../spec';
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
  if (inline !== undefined) return { part: { type: 'text', name: 'index.js', text: inline, handler } };
  if (memberOf(code, 'ImageUri') !== undefined) return { reason: 'it is a container image' };
  const file = assets?.fileAt(code);
  if (file === undefined || assets === undefined) return { reason: `its code is not here: ${shown(code)}` };
  return assets.isPlaceholder(file) ? { part: { type: 'directory', directory: file, handler } } : withProvided(codeAt(file, handler), textOf(properties.Runtime));
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

/** `index.handler`; Lambda takes `./index.handler` as well. */
export function handlerOf(properties: Members): string {
  return (textOf(properties.Handler) ?? 'index.handler').replace(/^(\.\/)+/, '');
}

/** Code in a local file or directory. */
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
