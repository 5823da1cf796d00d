/** Lambda returns this much of a call's log. @see https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
const TAIL_BYTES = 4_096;

/**
 * Collects what single calls write, for callers that ask for the end of the log, with the lines that Lambda writes around it.
 * How much memory was used is not measured, so the report leaves it out.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html
 */
export class LogTails {
  readonly #lines = new Map<string, string[]>();

  public open(requestId: string): void {
    this.#lines.set(requestId, [`START RequestId: ${requestId} Version: $LATEST`]);
  }

  public readonly take = (line: { readonly requestId?: string; readonly text: string }): void => {
    if (line.requestId !== undefined) this.#lines.get(line.requestId)?.push(line.text);
  };

  /** @returns the end of the call's log, at most 4 KB, and stops collecting */
  public close({ requestId, memoryMiB, durationMs }: Readonly<{ requestId: string } & Record<'memoryMiB' | 'durationMs', number>>): Buffer {
    const billedMs = Math.ceil(durationMs);
    const lines = [
      ...this.#lines.get(requestId) ?? [],
      `END RequestId: ${requestId}`,
      `REPORT RequestId: ${requestId}\tDuration: ${durationMs.toFixed(2)} ms\tBilled Duration: ${billedMs} ms\tMemory Size: ${memoryMiB} MB`,
    ];
    this.#lines.delete(requestId);
    return Buffer.from(lines.map((line) => `${line}\n`).join('')).subarray(-TAIL_BYTES);
  }
}
