import type { ApiInput } from '../spec-input';

/** Where a handshake carries its API key. */
export class WebSocketApiKeySelectionExpression {
  /** In the header X-Api-Key. */
  public static readonly HEADER_X_API_KEY = new WebSocketApiKeySelectionExpression('$request.header.x-api-key', 'HEADER');

  /** In the result of the authorizer (`usageIdentifierKey`). */
  public static readonly AUTHORIZER_USAGE_IDENTIFIER_KEY =
    new WebSocketApiKeySelectionExpression('$context.authorizer.usageIdentifierKey', 'AUTHORIZER');

  /** The expression on AWS. */
  public readonly customApiKeySelector: string;

  /** @internal */
  public readonly _source: ApiInput['apiKeySource'];

  private constructor(customApiKeySelector: string, source: ApiInput['apiKeySource']) {
    this.customApiKeySelector = customApiKeySelector;
    this._source = source;
  }
}
