import { createHash } from 'node:crypto';

/** The files of a function by their path in its directory, with forward slashes. */
export type CodeFiles = ReadonlyMap<string, Uint8Array>;

/** The code of a function: immutable, and named by its digest. */
export interface FunctionCode {
  readonly digest: string;
  readonly files: CodeFiles;
  /** `<file without extension>.<export>` */
  readonly handler: string;
}

/** The SHA-256 of paths and contents, in the order of the paths. */
export function digestOf(files: CodeFiles): string {
  const hash = createHash('sha256');
  for (const [file, contents] of [...files].sort(([left], [right]) => (left < right ? -1 : 1))) {
    hash.update(`${file}\0${contents.byteLength}\0`).update(contents);
  }
  return hash.digest('hex');
}
