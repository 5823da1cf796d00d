/** The dependencies of a function could not be installed; the message has the last lines of the tool. */
export class DependenciesMissing extends Error {
  public constructor({ file, command, told }: { readonly file: string; readonly command: string; readonly told: string }) {
    super(`${command} failed for ${file}: ${told}`);
  }
}
