/** The arguments of a test invocation, as in API Gateway's TestInvokeMethod. */
export interface TestInvokeRequest {
  /** Path template of the resource: `/pets/{petId}`. For a route of a WebSocket API, `/` and its key: `/$default`. */
  readonly resource: string;
  readonly method: string;
  /** `/pets/7?color=red`; it need not match the resource. Default: the template itself. */
  readonly pathWithQueryString?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly body?: string;
  readonly stageVariables?: Readonly<Record<string, string>>;
}

/** The result of a test invocation. */
export interface TestInvokeResult {
  readonly status: number;
  readonly body: string;
  /** The last value of each. */
  readonly headers: Readonly<Record<string, string>>;
  readonly multiValueHeaders: Readonly<Record<string, readonly string[]>>;
  /** The execution log: one line per step, with line ends. */
  readonly log: string;
  /** How long it took, in ms. */
  readonly latency: number;
}
