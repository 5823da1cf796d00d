/** No program of this machine runs a function; the message says which is wanted and how it is installed. */
export class RuntimeMissing extends Error {
  public constructor({ runtime, lookedIn, install }: { readonly runtime: string; readonly lookedIn: string; readonly install: string }) {
    super(`it runs on ${runtime}, and ${lookedIn}; install it with: ${install}`);
  }
}

/** The dependencies of a function could not be installed; the message has the last lines of the tool. */
export class DependenciesMissing extends Error {
  public constructor({ file, command, told }: { readonly file: string; readonly command: string; readonly told: string }) {
    super(`${command} failed for ${file}: ${told}`);
  }
}
