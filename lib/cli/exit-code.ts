/** Ends the command line with an exit code and prints nothing: what failed has said so itself. */
export class ExitCode extends Error {
  public constructor(public readonly code: number) {
    super(`exit code ${code}`);
  }
}
