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
