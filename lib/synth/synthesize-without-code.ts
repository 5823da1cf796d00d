import type { IConstruct } from 'constructs';
import { assemblyFiles } from './assembly';
import { synthesize } from './synthesize';
import { writeAssembly } from './write-assembly';

/** What an assembly for a test is made of. */
export interface WithoutCode {
  /** Absolute path; see `App.synthesize`. */
  readonly outdir: string;
  /** Names of functions whose code is neither looked for nor bundled: something else answers in their place. */
  readonly functions: ReadonlySet<string>;
}

/**
 * Writes the assembly of a construct tree as `App.synthesize` does, with an empty program where the code of some functions
 * would stand, and without the JSON Schema.
 * @throws DEFINITION_INVALID, OUTPUT_DIRECTORY_NOT_OURS
 */
export function synthesizeWithoutCode(scope: IConstruct, { outdir, functions }: WithoutCode): void {
  writeAssembly(outdir, assemblyFiles(synthesize(scope, functions), { hasSchema: false }));
}
