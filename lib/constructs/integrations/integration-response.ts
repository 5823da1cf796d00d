/** How a payload is turned on its way. */
export enum ContentHandling {
  /** Base64 text becomes bytes. */
  CONVERT_TO_BINARY = 'CONVERT_TO_BINARY',
  /** Bytes become base64 text. */
  CONVERT_TO_TEXT = 'CONVERT_TO_TEXT',
}

/** What happens to a body for whose media type there is no request template. */
export enum PassthroughBehavior {
  /** It passes as it is. */
  WHEN_NO_MATCH = 'WHEN_NO_MATCH',
  /** It passes as it is when there are no templates at all, else it is refused with 415. */
  WHEN_NO_TEMPLATES = 'WHEN_NO_TEMPLATES',
  /** It is refused with 415. */
  NEVER = 'NEVER',
}

/** One way out of an integration that maps its response. */
export interface IntegrationResponse {
  /** HTTP status that the caller gets, as text. */
  readonly statusCode: string;

  /**
   * Regular expression that chooses this response: over the error message of a function, over the status of a backend.
   * @default - this is the response for everything that no other one matches
   */
  readonly selectionPattern?: string;

  /**
   * Response headers: `method.response.header.<name>` to a constant in single quotes (`'*'`),
   * `integration.response.header.<name>`, `integration.response.body.<JSONPath>`, `context.<name>` or
   * `stageVariables.<name>`.
   * @default - none
   */
  readonly responseParameters?: Record<string, string>;

  /**
   * Mapping templates by media type.
   * @default - the body passes as it is
   */
  readonly responseTemplates?: Record<string, string>;

  /**
   * How the body is turned.
   * @default - not at all
   */
  readonly contentHandling?: ContentHandling;
}
