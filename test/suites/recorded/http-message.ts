export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** The response to a case; `log` is present for a test invocation. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
  readonly log?: string;
}

/** Node's flat list of names and values as one object per header line. */
export function headerFields(rawHeaders: readonly string[]): HeaderField[] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => ({ name: rawHeaders[2 * index] ?? '', value: rawHeaders[2 * index + 1] ?? '' }));
}
