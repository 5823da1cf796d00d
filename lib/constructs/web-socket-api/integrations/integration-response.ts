import type { ContentHandling } from '../../integrations';
import { enumValue, type IntegrationInput } from '../../spec-input';

/** An answer of an integration as clients get it. */
export interface WebSocketIntegrationResponse {
  /**
   * A regular expression that selects this response by the whole status of the answer.
   * @default - this is the default response, used if no other matches
   */
  readonly selectionPattern?: string;

  /**
   * Mapping templates by what `templateSelectionExpression` names.
   * @default - the body passes unchanged
   */
  readonly responseTemplates?: Record<string, string>;

  /**
   * Expression that names the template: `$integration.response.body.kind`.
   * @default \$default
   */
  readonly templateSelectionExpression?: string;

  /**
   * How the body is converted.
   * @default - no conversion
   */
  readonly contentHandling?: ContentHandling;
}

type ResponsesInput = Extract<IntegrationInput, { readonly type: 'mock' }>['responses'];

/** The responses as the spec has them; clients get no status of them. */
export function responsesInput(responses: readonly WebSocketIntegrationResponse[] = []): ResponsesInput {
  return responses.map(({ contentHandling, ...others }) => ({ statusCode: '200', ...others, contentHandling: enumValue(contentHandling) }));
}
