import { checkArgument, checkStruct, throwProblems } from '../../../props';
import type { IDuration } from '../../duration';
import { HttpMethod } from '../../http-method';
import { enumValue, type IntegrationInput } from '../../spec-input';
import type { ParameterMapping } from '../parameter-mapping';
import { HttpRouteIntegration } from './route-integration';

/** Settings of an integration with an HTTP backend. */
export interface HttpUrlIntegrationProps {
  /**
   * The backend's HTTP method.
   * @default HttpMethod.ANY - that of the request
   */
  readonly method?: HttpMethod;

  /**
   * Changes of the request.
   * @default - none
   */
  readonly parameterMapping?: ParameterMapping;

  /**
   * The time limit of a call: 50 ms to 30 s.
   * @default Duration.seconds(30)
   */
  readonly timeout?: IDuration;
}

/** Passes requests through to an HTTP backend and returns its responses. */
export class HttpUrlIntegration extends HttpRouteIntegration {
  private readonly url: string;
  private readonly method: HttpMethod;

  /**
   * Declares an integration.
   * @param id - of its construct in the route
   * @param url - `http(s)://…`; `{name}` is the path parameter, `${stageVariables.name}` of the stage
   */
  public constructor(id: string, url: string, props: HttpUrlIntegrationProps = {}) {
    throwProblems('the integration', [...checkArgument('string', 'id', id), ...checkArgument('string', 'url', url)]);
    super(id);
    const { method = HttpMethod.ANY } = this._accept(checkStruct('HttpUrlIntegrationProps', props));
    this.url = url;
    this.method = method;
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    return { type: 'http-proxy', uri: this.url, httpMethod: enumValue(this.method), ...this._shared() };
  }
}
