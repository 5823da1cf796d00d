/** Everything that a client learns about a call besides its event. */
export interface CallFacts {
  readonly invocationId: string;
  /** When the call is given up, in ms since 1970. */
  readonly deadlineMs: number;
  readonly functionArn: string;
  readonly traceId: string | undefined;
  /** From the caller. */
  readonly clientContext: unknown;
}

/** Characters that a header may not contain. */
const NOT_IN_HEADERS = /[^\t -~]/;

/**
 * The headers of a call, as names and values in turn; one without a value is left out.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html#runtimes-api-next
 */
export function nextHeaders({ invocationId, deadlineMs, functionArn, traceId, clientContext }: CallFacts, eventBytes: number): string[] {
  const headers = [
    'Content-Type', 'application/json',
    'Lambda-Runtime-Aws-Request-Id', invocationId,
    'Lambda-Runtime-Deadline-Ms', String(Math.ceil(deadlineMs)),
    'Lambda-Runtime-Invoked-Function-Arn', functionArn,
    'Content-Length', String(eventBytes),
  ];
  if (traceId !== undefined && !NOT_IN_HEADERS.test(traceId)) headers.push('Lambda-Runtime-Trace-Id', traceId);
  if (clientContext !== undefined) headers.push('Lambda-Runtime-Client-Context', inAscii(JSON.stringify(clientContext)));
  return headers;
}

/** The same JSON text with escapes for all characters that a header may not contain. */
function inAscii(json: string): string {
  return json.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
