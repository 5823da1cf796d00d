import type { IDuration } from '../../duration';
import type { ContentHandling, PassthroughBehavior } from '../../integrations';
import { enumValue, type IntegrationInput } from '../../spec-input';
import { responsesInput, type WebSocketIntegrationResponse } from './integration-response';

/** Settings of integrations that map messages, and what is answered to them. */
export interface WebSocketMappingOptions {
  /**
   * How the message is converted.
   * @default - no conversion
   */
  readonly contentHandling?: ContentHandling;

  /**
   * `integration.request.{header|querystring|path}.<name>` to `route.request.…`, `context.<name>`, `stageVariables.<name>` or a constant
   * in single quotes.
   * @default - none
   */
  readonly requestParameters?: Record<string, string>;

  /**
   * Mapping templates by what `templateSelectionExpression` names.
   * @default - the message passes unchanged
   */
  readonly requestTemplates?: Record<string, string>;

  /**
   * Expression that names the template of a message: `$request.body.action`, or a text.
   * @default \$default
   */
  readonly templateSelectionExpression?: string;

  /**
   * The time limit of a call: 50 ms to 29 s.
   * @default Duration.seconds(29)
   */
  readonly timeout?: IDuration;

  /**
   * How to handle a message without a template.
   * @default PassthroughBehavior.WHEN_NO_MATCH
   */
  readonly passthroughBehavior?: PassthroughBehavior;

  /**
   * Answers that the client gets if the route returns a response.
   * @default - nothing
   */
  readonly integrationResponses?: WebSocketIntegrationResponse[];
}

type MappingInput = Pick<
  Extract<IntegrationInput, { readonly type: 'http' }>,
  'requestParameters' | 'requestTemplates' | 'templateSelectionExpression' | 'passthroughBehavior' | 'contentHandling' | 'responses'
>;

/** These settings as the spec has them, but for the time limit. */
export function mappingInput(options: WebSocketMappingOptions): MappingInput {
  const { requestParameters, requestTemplates, templateSelectionExpression } = options;
  return {
    requestParameters, requestTemplates, templateSelectionExpression,
    passthroughBehavior: enumValue(options.passthroughBehavior), contentHandling: enumValue(options.contentHandling),
    responses: responsesInput(options.integrationResponses),
  };
}
