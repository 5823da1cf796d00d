/** Statuses that a gateway answers with itself, before or instead of the handler. */
export type GatewayStatus = 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 500 | 502 | 503 | 504;

/** The parts of an answer of the gateway itself. */
export interface GatewayErrorParts {
  readonly status: GatewayStatus;
  /** The message of the gateway: `Forbidden`, `Limit Exceeded`. */
  readonly message: string;
  readonly headers: Headers;
  /** The body as it came: JSON, or text. */
  readonly body: unknown;
  /** Seconds to wait before the next request, where the gateway says so. */
  readonly retryAfter: number | undefined;
  /** The id under which the gateway logged the request. */
  readonly requestId: string | undefined;
}

/**
 * An answer of the gateway itself, or of a proxy before it: the handler was not called, or could not answer. Error statuses without the
 * `contract-answer` of `handle` are told by `x-amzn-errortype`, or by a body that is not JSON or nothing but a message.
 */
export class GatewayError extends Error implements GatewayErrorParts {
  public readonly status: GatewayStatus;
  public readonly headers: Headers;
  public readonly body: unknown;
  public readonly retryAfter: number | undefined;
  public readonly requestId: string | undefined;

  public constructor({ message, ...parts }: GatewayErrorParts) {
    super(message);
    this.name = 'GatewayError';
    this.status = parts.status;
    this.headers = parts.headers;
    this.body = parts.body;
    this.retryAfter = parts.retryAfter;
    this.requestId = parts.requestId;
  }
}
