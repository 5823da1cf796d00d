import { checkArgument, checkStruct, throwProblems } from '../../../props';
import type { IntegrationInput } from '../../spec-input';
import { responsesInput, type WebSocketIntegrationResponse } from './integration-response';
import { WebSocketRouteIntegration } from './route-integration';

/** Settings of an integration without a backend. */
export interface WebSocketMockIntegrationProps {
  /**
   * Mapping templates by what `templateSelectionExpression` names; each makes JSON with a `statusCode`.
   * @default - none
   */
  readonly requestTemplates?: Record<string, string>;

  /**
   * Expression that names the template of a message: `$request.body.action`, or a text.
   * @default \$default
   */
  readonly templateSelectionExpression?: string;

  /**
   * Answers that the client gets if the route returns a response; the status in the output of the request template selects one.
   * @default - nothing
   */
  readonly integrationResponses?: WebSocketIntegrationResponse[];
}

/**
 * Answers without a backend.
 * @example new WebSocketMockIntegration('Open', { requestTemplates: { $default: '{"statusCode": 200}' } })
 */
export class WebSocketMockIntegration extends WebSocketRouteIntegration {
  private readonly props: WebSocketMockIntegrationProps;

  /** Declares an integration. @param id - of its construct in the route */
  public constructor(id: string, props: WebSocketMockIntegrationProps = {}) {
    throwProblems('the integration', checkArgument('string', 'id', id));
    super(id);
    this.props = this._accept(checkStruct('WebSocketMockIntegrationProps', props));
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { requestTemplates, templateSelectionExpression, integrationResponses } = this.props;
    return { type: 'mock', requestTemplates, templateSelectionExpression, responses: responsesInput(integrationResponses) };
  }
}
