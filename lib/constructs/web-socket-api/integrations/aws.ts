import { issue, type Issue } from '../../../errors';
import { checkArgument, checkStruct, throwProblems } from '../../../props';
import { ownRegion, readServiceUri } from '../../../spec';
import type { IRole } from '../../role';
import type { IntegrationInput } from '../../spec-input';
import { mappingInput, type WebSocketMappingOptions } from './mapping-options';
import { WebSocketRouteIntegration } from './route-integration';

/** Settings of an integration with an AWS service. */
export interface WebSocketAwsIntegrationProps extends WebSocketMappingOptions {
  /** The action or path that is called: `arn:aws:apigateway:<region>:<service>:action/<action>` or `…:path/<path>`. */
  readonly integrationUri: string;

  /** The method of the request to the service. */
  readonly integrationMethod: string;

  /**
   * The role with which API Gateway calls the service. Locally it has no effect.
   * @default - none
   */
  readonly credentialsRole?: IRole;
}

/**
 * Calls an AWS service.
 * @example
 * new WebSocketAwsIntegration('Store', {
 *   integrationUri: `arn:aws:apigateway:eu-west-1:sqs:path/123456789012/Messages`, integrationMethod: 'POST',
 *   requestTemplates: { $default: 'Action=SendMessage&MessageBody=$util.urlEncode($input.body)' },
 * })
 */
export class WebSocketAwsIntegration extends WebSocketRouteIntegration {
  /** @internal */
  public override readonly _uri: string;

  private readonly props: WebSocketAwsIntegrationProps;

  /** Declares an integration. @param id - of its construct in the route */
  public constructor(id: string, props: WebSocketAwsIntegrationProps) {
    throwProblems('the integration', checkArgument('string', 'id', id));
    super(id);
    this.props = this._accept(checkStruct('WebSocketAwsIntegrationProps', props));
    this._uri = this.props.integrationUri;
  }

  /** @internal */
  public override _check(location: string): Issue[] {
    const isService = readServiceUri(this._uri) !== undefined;
    return [...super._check(location), ...(isService ? [] : [issue('SERVICE_URI_INVALID', location, { given: this._uri })])];
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { integrationMethod, credentialsRole } = this.props;
    const { service = '', subdomain, region = '', action, actionParameters = [], path } = readServiceUri(this._uri) ?? { path: '' };
    return {
      type: 'service', service, subdomain, region: isOwnRegion(region) ? undefined : region, action, actionParameters: [...actionParameters], path,
      httpMethod: integrationMethod, credentials: credentialsRole?.roleArn, timeoutMs: this._timeoutMs(),
      ...mappingInput(this.props),
    };
  }
}

/** Also the region of a stack, which the CDK writes as a token. */
function isOwnRegion(region: string): boolean {
  return ownRegion(region) === undefined || /^\$\{Token\[AWS\.Region\.\d+\]\}$/.test(region);
}
