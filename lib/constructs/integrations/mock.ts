import { plainText, type IntegrationInput } from '../spec-input';
import { cacheKeyInput, Integration, responsesInput } from './integration';
import type { CacheKeyOptions } from './integration-options';
import type { IntegrationResponse, PassthroughBehavior } from './integration-response';

/** Settings of an integration without a backend. */
export interface MockIntegrationOptions extends CacheKeyOptions {
  /**
   * The ways out; the status that the request template names chooses among them.
   * @default - one, with status 200
   */
  readonly integrationResponses?: IntegrationResponse[];

  /**
   * Mapping templates by media type; each makes JSON with a `statusCode`.
   * @default - status 200 for application/json
   */
  readonly requestTemplates?: Record<string, string>;

  /**
   * What happens to a body for whose media type there is no template.
   * @default PassthroughBehavior.WHEN_NO_MATCH
   */
  readonly passthroughBehavior?: PassthroughBehavior;
}

/** Answers without a backend. */
export class MockIntegration extends Integration {
  private readonly options: MockIntegrationOptions;

  /** An answer made of templates. */
  public constructor(options: MockIntegrationOptions = {}) {
    super();
    this.options = options;
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { integrationResponses, requestTemplates, passthroughBehavior } = this.options;
    return {
      type: 'mock',
      ...cacheKeyInput(this.options),
      requestTemplates: requestTemplates ?? { 'application/json': '{"statusCode": 200}' },
      passthroughBehavior: plainText(passthroughBehavior),
      responses: responsesInput(integrationResponses),
    };
  }
}
