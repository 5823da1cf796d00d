import { createHash } from 'node:crypto';
import type { Issue } from '../errors';

/** The contents of a file; a program keeps its execute bit. */
export type FileContents = Uint8Array & { readonly isExecutable?: boolean };

/** The files of a function by their path in its directory, with forward slashes. */
export type CodeFiles = ReadonlyMap<string, FileContents>;

/** The code of a function: immutable, and named by its digest. */
export interface FunctionCode {
  readonly digest: string;
  readonly files: CodeFiles;
  /** `<file without extension>.<export>` */
  readonly handler: string;
  /** Absolute path of the directory that code in another language than JavaScript was copied from. */
  readonly sourceDirectory?: string | undefined;
}

/** The result of bundling a function: its files, unless there was an error. */
export interface Bundle {
  readonly files?: CodeFiles;
  readonly issues: readonly Issue[];
}

/** The contents of a program. */
export function executable(contents: Uint8Array): FileContents {
  return Object.assign(contents, { isExecutable: true });
}

/** The SHA-256 of paths and contents, in the order of the paths. */
export function digestOf(files: CodeFiles): string {
  const hash = createHash('sha256');
  for (const [file, contents] of [...files].sort(([left], [right]) => (left < right ? -1 : 1))) {
    hash.update(`${file}\0${contents.byteLength}${contents.isExecutable === true ? 'x' : ''}\0`).update(contents);
  }
  return hash.digest('hex');
}
