import { createRequire } from 'node:module';
import type * as Esbuild from 'esbuild';
import path from 'node:path';
import { GatewayError } from '../errors';
import { isBuildFailure } from '../synth';

/** The project's esbuild, otherwise the one next to synthgate. @throws APP_BUNDLER_MISSING */
export function loadEsbuild(file: string, places: readonly string[] = [file, __filename]): typeof Esbuild {
  for (const from of places) {
    try {
      // the exports of the package esbuild
      return createRequire(from)('esbuild') as typeof Esbuild;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new GatewayError('APP_BUNDLER_MISSING', { file });
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'MODULE_NOT_FOUND';
}

/** Returns an error in esbuild's words: each message with its line of source. */
export async function notBundled(esbuild: typeof Esbuild, file: string, cause: unknown): Promise<GatewayError> {
  const frames = isBuildFailure(cause) ? await esbuild.formatMessages(cause.errors.map(asWritten), { kind: 'error' }) : [];
  const message = cause instanceof Error ? cause.message : String(cause);
  const reason = frames.length === 0 ? message : `\n${frames.join('').trimEnd()}`;
  return new GatewayError('APP_NOT_BUNDLED', { file, reason }, { cause });
}

/** The files in which esbuild found errors, and those that they import in vain. */
export function filesOfErrors({ errors }: Esbuild.BuildFailure, directory: string): string[] {
  return errors.flatMap(({ location, text }) => {
    if (location === null) return [];
    const file = path.resolve(directory, location.file);
    const missing = /^Could not resolve "(\..*)"$/.exec(text)?.[1];
    return missing === undefined ? [file] : [file, path.resolve(path.dirname(file), missing)];
  });
}

/** A message about the source as it was written, without the declarations before its first line. */
function asWritten(message: Esbuild.Message): Esbuild.Message {
  const { location } = message;
  const declared = location === null ? undefined : /^(?:const __\w+ = "[^"]*"; ?)+/.exec(location.lineText)?.[0];
  if (location === null || location.line !== 1 || declared === undefined) return message;
  const column = location.column - Buffer.byteLength(declared);
  return { ...message, location: { ...location, column, lineText: location.lineText.slice(declared.length) } };
}
