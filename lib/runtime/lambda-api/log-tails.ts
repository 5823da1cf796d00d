/** Lambda returns this much of a call's log. @see https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
const TAIL_BYTES = 4_096;

/** Collects what single calls write, for callers that ask for the end of the log. */
export class LogTails {
  readonly #lines = new Map<string, string[]>();

  /** Collects the lines of a call from now on. */
  public open(requestId: string): void {
    this.#lines.set(requestId, []);
  }

  /** A line that a function wrote. */
  public readonly take = (line: { readonly requestId?: string; readonly text: string }): void => {
    if (line.requestId !== undefined) this.#lines.get(line.requestId)?.push(line.text);
  };

  /** @returns the end of what the call wrote, at most 4 KB, and stops collecting */
  public close(requestId: string): Buffer {
    const lines = this.#lines.get(requestId) ?? [];
    this.#lines.delete(requestId);
    return Buffer.from(lines.map((line) => `${line}\n`).join('')).subarray(-TAIL_BYTES);
  }
}
