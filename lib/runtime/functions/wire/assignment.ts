import type { FunctionPermission } from '../permissions';
import type { HandlerRules } from './handler-rules';

/** The assignment of a process that becomes an instance: what every runtime is told. */
export interface Assignment {
  /** Absolute directory of the code. */
  readonly directory: string;
  /** Absolute directory of HOME and TMPDIR. */
  readonly scratchDirectory: string;
  /** In the notation of its runtime. */
  readonly handler: string;
  /** The whole environment that the function sees. */
  readonly environment: Readonly<Record<string, string>>;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMiB: number;
  readonly logGroupName: string;
  readonly logStreamName: string;
  /** Calls that run at the same time. */
  readonly concurrency: number;
  readonly maxResultBytes: number;
}

/** The assignment of a process of Node. */
export interface HostSettings extends Assignment {
  /** Whether there is a source map next to the code. */
  readonly hasSourceMap: boolean;
  /** Everything that the function may do beyond a function without permissions. */
  readonly permissions: readonly FunctionPermission[];
  readonly rules: HandlerRules;
  /** Set if a debugger can attach; whether the code is loaded only then. */
  readonly inspection?: { readonly waits: boolean } | undefined;
}
