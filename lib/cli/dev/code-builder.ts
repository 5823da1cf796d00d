import type { FunctionCode } from '../../synth';
import type { Watched } from './file-watcher';

export interface FunctionBuild {
  /** Undefined if the source has errors. */
  readonly code: FunctionCode | undefined;
  /** Warnings, or the errors, each with its line of source; empty if there are none. */
  readonly text: string;
  /** Code of an error that is not the bundler's. */
  readonly errorCode?: string;
}

/** Makes the code of one function again and again. */
export interface CodeBuilder {
  /** Absolute paths that the last build read. */
  readonly inputs: Watched;
  readonly build: () => Promise<FunctionBuild>;
  readonly close: () => Promise<void>;
}
