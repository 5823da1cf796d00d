/** A line of the gateway's JSON log. */
export interface LogLine {
  readonly message: string;
  readonly level?: string;
  readonly code?: string;
  readonly function?: string;
  readonly requestId?: string;
  readonly target?: string;
  readonly path?: string;
  readonly explain?: string;
  readonly stack?: string;
}

/** A running gateway, as the cases see it. */
export interface FaultTarget {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** Its working directory, with its state. */
  readonly directory: string;
  /** Its directory of temporary files. */
  readonly temporary: string;
  /** Its log as far as it was kept. */
  entries: LogLine[];
  /** Its standard error. */
  readonly errors: () => string;
}

/** One thing that goes wrong. `run` gives what is not as expected. */
export interface FaultCase {
  readonly id: string;
  readonly title: string;
  /** Nothing else may go on. */
  readonly isAlone?: boolean;
  readonly run: (gateway: FaultTarget) => Promise<readonly string[]>;
}
