import { issue, type Issue } from '../../errors';
import { checkStruct } from '../../props';
import type { IntegrationInput } from '../spec-input';
import { Integration, mappingInput } from './integration';
import type { IntegrationOptions } from './integration-options';

/** An AWS service, and how it is called. Either `action` or `path` is required. */
export interface ServiceIntegrationProps extends IntegrationOptions {
  /** The service as its endpoints name it: `dynamodb`, `sqs`, `states`, `s3`. */
  readonly service: string;

  /**
   * The subdomain before the service in the host name: a bucket, or `runtime` of `runtime.sagemaker`.
   * @default - none
   */
  readonly subdomain?: string;

  /**
   * Region of the service.
   * @default - that of the API
   */
  readonly region?: string;

  /**
   * Name of the action: `PutItem`.
   * @default - `path` is called
   */
  readonly action?: string;

  /**
   * Parameters of the action.
   * @default - none
   */
  readonly actionParameters?: Record<string, string>;

  /**
   * Path of the request: `{name}` is filled from `integration.request.path.name`, `${stageVariables.name}` from the stage.
   * @default - `action` is called
   */
  readonly path?: string;

  /**
   * The method of the request to the service.
   * @default POST
   */
  readonly httpMethod?: string;
}

/** Calls an AWS service; requests and responses are mapped. */
export class ServiceIntegration extends Integration {
  private readonly props: ServiceIntegrationProps;

  /** Binds to an action or path of a service. */
  public constructor(props: ServiceIntegrationProps) {
    super();
    this.props = this._accept(checkStruct('ServiceIntegrationProps', props));
  }

  /** @internal */
  public override _check(location: string): Issue[] {
    const { action, actionParameters, path } = this.props;
    const isClear = action === undefined ? path !== undefined && actionParameters === undefined : path === undefined;
    return [...super._check(location), ...(isClear ? [] : [issue('SERVICE_CALL_AMBIGUOUS', location)])];
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { service, subdomain, region, action, actionParameters = {}, path, httpMethod } = this.props;
    return {
      type: 'service',
      service,
      subdomain,
      region,
      action,
      actionParameters: Object.entries(actionParameters).map(([name, value]) => ({ name, value })),
      path,
      httpMethod,
      timeoutMs: this._timeoutMs(),
      ...mappingInput(this.props),
    };
  }
}
