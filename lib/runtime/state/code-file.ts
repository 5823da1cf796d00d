import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { canonicalText } from '../../spec';
import type { LoadedCode } from '../plan/loaded';
import { resolveInside } from './inside';
import { checkForm, parseJson, readText } from './json-file';

/** A path that stays inside the directory it is relative to. */
export const insidePath = z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))(?!.*[\\\0]).+$/, 'a path inside the directory');

const codeSchema = z.object({
  functions: z.record(z.string(), z.object({
    asset: insidePath,
    digest: z.string().regex(/^[0-9a-f]{64}$/, 'a digest of 64 hexadecimal digits'),
    handler: z.string().min(1),
    source: z.string().min(1).optional(),
  })),
});

/**
 * Reads `code.json` of an assembly or a deployment: function name → where its code is, what it is, its handler, and where it was copied
 * from, relative to the directory that the assembly is in.
 * @throws UnreadableFile, PATH_OUTSIDE_DIRECTORY
 */
export function readCodeFile(directory: string, name: string): Record<string, LoadedCode> {
  const file = path.join(directory, name);
  const { functions } = checkForm(parseJson(readText(directory, name), file), codeSchema, file);
  return Object.fromEntries(Object.entries(functions).map(([own, { asset, digest, handler, source }]) => [
    own, { directory: resolveInside(directory, path.join(path.dirname(name), asset)), digest, handler, ...sourceAt(directory, source) },
  ]));
}

/** Sources are missing where an assembly was copied to another machine. They are never a part of it: it may come from elsewhere. */
function sourceAt(directory: string, source: string | undefined): Pick<LoadedCode, 'sourceDirectory'> {
  if (source === undefined) return {};
  const sourceDirectory = path.resolve(realpathSync(path.dirname(directory)), source);
  const inside = path.relative(realpathSync(directory), sourceDirectory);
  const isOutside = path.isAbsolute(inside) || inside.split(path.sep)[0] === '..';
  const isThere = statSync(sourceDirectory, { throwIfNoEntry: false })?.isDirectory() === true;
  return isOutside && isThere ? { sourceDirectory } : {};
}

/** Text of a `code.json` for functions whose code is in `assets/asset.<digest>` next to it. */
export function codeFileText(code: Readonly<Record<string, LoadedCode>>): string {
  const functions = Object.entries(code).map(([name, { digest, handler }]) => [name, { asset: assetPath(digest), digest, handler }]);
  return canonicalText({ functions: Object.fromEntries(functions) });
}

export function assetPath(digest: string): string {
  return `assets/asset.${digest}`;
}

/** Identity of the code of a whole deployment: SHA-256 over each function's name, digest and handler. */
export function codeDigest(code: Readonly<Record<string, LoadedCode>>): string {
  return createHash('sha256').update(codeFileText(code)).digest('hex');
}
