/** How a payload is converted. */
export enum ContentHandling {
  /** Base64 text becomes bytes. */
  CONVERT_TO_BINARY = 'CONVERT_TO_BINARY',
  /** Bytes become base64 text. */
  CONVERT_TO_TEXT = 'CONVERT_TO_TEXT',
}

/** Ways to handle a request body without a template for its media type. */
export enum PassthroughBehavior {
  /** It passes unchanged. */
  WHEN_NO_MATCH = 'WHEN_NO_MATCH',
  /** It passes unchanged if there are no templates at all; otherwise it is rejected with 415. */
  WHEN_NO_TEMPLATES = 'WHEN_NO_TEMPLATES',
  /** It is rejected with 415. */
  NEVER = 'NEVER',
}

/** One integration response of a mapped integration. */
export interface IntegrationResponse {
  /** HTTP status code of the response, as text. */
  readonly statusCode: string;

  /**
   * A regular expression that selects this response by the error message of a function, or the status code of a backend. It
   * must match the whole text, and a dot does not match a line feed: `(\n|.)*not found(\n|.)*`.
   * @default - this is the default response, used if no other matches
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
   * @default - the body passes unchanged
   */
  readonly responseTemplates?: Record<string, string>;

  /**
   * How the body is converted.
   * @default - no conversion
   */
  readonly contentHandling?: ContentHandling;
}
