import type { IConstruct } from 'constructs';
import { assemblyFiles } from './assembly';
import { synthesize } from './synthesize';
import { writeAssembly } from './write-assembly';

/** Settings of an assembly for a test. */
export interface WithoutCode {
  /** Absolute path; see `App.synthesize`. */
  readonly outdir: string;
  /** Names of functions whose code is neither read nor bundled, because a test replaces them. */
  readonly functions: ReadonlySet<string>;
}

/**
 * Writes the assembly of a construct tree like `App.synthesize`, with an empty program in place of the code of some functions
 * and without the JSON Schema.
 * @throws DEFINITION_INVALID, OUTPUT_DIRECTORY_NOT_OURS
 */
export function synthesizeWithoutCode(scope: IConstruct, { outdir, functions }: WithoutCode): void {
  writeAssembly(outdir, assemblyFiles(synthesize(scope, functions), { hasSchema: false, directory: outdir }));
}
