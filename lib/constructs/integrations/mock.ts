import { checkStruct } from '../../props';
import { enumValue, type IntegrationInput } from '../spec-input';
import { cacheKeyInput, Integration, responsesInput } from './integration';
import type { CacheKeyOptions } from './integration-options';
import type { ContentHandling, IntegrationResponse, PassthroughBehavior } from './integration-response';

/** Settings of an integration without a backend. */
export interface MockIntegrationOptions extends CacheKeyOptions {
  /**
   * The integration responses; the status in the output of the request template selects one.
   * @default - one, with status 200
   */
  readonly integrationResponses?: IntegrationResponse[];

  /**
   * Mapping templates by media type; each produces JSON with a `statusCode`.
   * @default - status 200 for application/json
   */
  readonly requestTemplates?: Record<string, string>;

  /**
   * How to handle a request body without a template for its media type.
   * @default PassthroughBehavior.WHEN_NO_MATCH
   */
  readonly passthroughBehavior?: PassthroughBehavior;

  /**
   * `integration.request.{header|querystring|path}.<name>` to `method.request.…`, `context.<name>`,
   * `stageVariables.<name>` or a constant in single quotes. `cacheKeyParameters` may name them.
   * @default - none
   */
  readonly requestParameters?: Record<string, string>;

  /**
   * How the request body is converted before the template reads it. With `*` + `/*` among the binary media types, a template
   * needs `ContentHandling.CONVERT_TO_TEXT`, because it cannot read bytes.
   * @default - no conversion
   */
  readonly contentHandling?: ContentHandling;
}

/** Responds without a backend. */
export class MockIntegration extends Integration {
  private readonly options: MockIntegrationOptions;

  /** A response made from templates. */
  public constructor(options: MockIntegrationOptions = {}) {
    super();
    this.options = this._accept(checkStruct('MockIntegrationOptions', options));
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { integrationResponses, requestTemplates, passthroughBehavior, requestParameters, contentHandling } = this.options;
    return {
      type: 'mock',
      ...cacheKeyInput(this.options),
      requestTemplates: requestTemplates ?? { 'application/json': '{"statusCode": 200}' },
      passthroughBehavior: enumValue(passthroughBehavior),
      requestParameters,
      contentHandling: enumValue(contentHandling),
      responses: responsesInput(integrationResponses),
    };
  }
}
