/** Resolves a variable of `$context`, named without it; `undefined` if there is no value. */
export type LogVariables = (name: string) => string | undefined;

/** The access log of a stage, compiled. */
export interface AccessLog {
  readonly destination: string;
  /** The line of one request, without line feed. */
  readonly line: (variables: LogVariables) => string;
}
