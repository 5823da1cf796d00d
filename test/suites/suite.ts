/** The result of one case: it passed when there are no problems. */
export interface CaseResult {
  readonly name: string;
  readonly problems: readonly string[];
  /** Why it was not played; it is then neither passed nor failed. */
  readonly leftOut?: string;
  /** Observations, shown with `--verbose` and with a failure. */
  readonly observed?: string;
}

/** The command line of a run, after the options that all suites share were read. */
export interface SuiteArguments {
  readonly files: readonly string[];
  readonly isVerbose: boolean;
  /** Whether a case is to be played: all are without `--id`. */
  readonly isSelected: (id: string) => boolean;
  /** The value of one of the suite's own options. */
  readonly option: (name: string) => string | undefined;
}

export interface SuiteRun {
  readonly results: readonly CaseResult[];
  /** Figures of the run, for the JSON report. */
  readonly figures?: Readonly<Record<string, unknown>>;
}

export interface Suite {
  /** Its arguments beyond the shared ones, for people. */
  readonly usage: string;
  /** Its own options; each takes a value. */
  readonly options: readonly string[];
  readonly run: (suiteArguments: SuiteArguments) => Promise<SuiteRun>;
}

/** The command line cannot be understood. */
export class UsageError extends Error {}
