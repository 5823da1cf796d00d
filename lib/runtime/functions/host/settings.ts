/** What the gateway tells a new instance on its command line; no secrets. Everything else stands in its environment. */
export interface HostSettings {
  /** Absolute directory of the code. */
  readonly directory: string;
  /** `<file without extension>.<export>`. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMiB: number;
  readonly logGroupName: string;
  readonly logStreamName: string;
  /** Calls that run at the same time. */
  readonly concurrency: number;
  readonly maxResultBytes: number;
}
