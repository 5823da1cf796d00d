import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { Integration, type IProxyFunction, type Method } from '../../constructs';
import { issue, type Issue } from '../../errors';
import { LIMITS } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { renderCdkIntegration } from '../render/integrations/cdk';
import { overriddenProperties } from '../render/overridden-properties';
import type { CdkRendering } from '../render/render-context';
import { credentialsOf, integrationSpec, type IntegrationInput } from './cdk-integration-spec';
import { isLambdaFunction } from './deployed-function';
import { calledFunction } from './existing-function';

/**
 * An integration of aws-cdk-lib (`LambdaIntegration`, `HttpIntegration`, `MockIntegration`, `AwsIntegration`, …) as the backend of a
 * method. It is rendered as aws-cdk-lib renders it, with the roles and grants that it makes.
 */
export class CdkIntegration extends Integration {
  /** @internal */
  public readonly _config?: apigateway.IntegrationConfig;

  private readonly integration: apigateway.Integration;
  private readonly method?: Method;

  /** Wraps an integration. */
  public constructor(integration: apigateway.Integration, method?: Method) {
    const config = method && configOf(integration, method);
    super(config?.options?.timeout, method && functionOf(integration));
    this.integration = integration;
    this.method = method;
    this._config = config;
  }

  /** @internal */
  public override _boundTo(method: Method): Integration {
    return new CdkIntegration(this.integration, method);
  }

  /** @internal */
  public override _check(method: IConstruct): Issue[] {
    const { type = '', options } = this._config ?? {};
    const reasons = [
      ...(this.input === undefined ? [`it calls neither a function nor a service, as ${type}`] : []),
      ...(type === 'AWS' && options?.vpcLink !== undefined ? ['services are not called through a VPC link'] : []),
    ];
    return [...super._check(method), ...reasons.map((reason) => issue('AWS_INTEGRATION_UNSUPPORTED', method.node.path, { reason }))];
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    return this.input ?? { type: 'unavailable', awsType: 'AWS', reason: 'the integration calls neither a function nor a service' }; // reported
  }

  /**
   * How it is rendered; nothing before it is bound to a method.
   * @internal
   */
  public get _rendering(): CdkRendering | undefined {
    const { method, _config: config } = this;
    if (method === undefined || config === undefined) return undefined;
    const { enableTest, scopePermissionToMethod }: LambdaSettings = { ...this.integration };
    return {
      property: { ...renderCdkIntegration(config, credentialsOf({ config, method })), ...overriddenProperties(method) },
      allowTestInvoke: enableTest !== false,
      scopePermissionToMethod: scopePermissionToMethod !== false,
    };
  }

  private get input(): IntegrationInput | undefined {
    const { method, _config: config, _function: fn } = this;
    if (method === undefined || config === undefined) return undefined;
    const { timeoutInMillis: timeoutMs = this._timeoutMs(), responseTransferMode } = overriddenProperties(method);
    const mode = responseTransferMode as apigateway.ResponseTransferMode | undefined; // one of them
    const options = { ...config.options, responseTransferMode: mode ?? config.options?.responseTransferMode };
    return integrationSpec({ config: { ...config, options }, method, fn, timeoutMs });
  }

  /**
   * What the endpoint type allows is checked with the API: an override may make a stream of the response.
   * @internal
   */
  protected override _maxTimeoutMs(): number {
    return LIMITS.streamTimeoutMs.max;
  }
}

/** The settings of LambdaIntegration that no method of it tells. */
interface LambdaSettings {
  readonly enableTest?: boolean;
  readonly scopePermissionToMethod?: boolean;
}

/** `bind` of LambdaIntegration permits the API to call the function; permissions of an Api are made when it is rendered. */
function configOf(integration: apigateway.Integration, method: Method): apigateway.IntegrationConfig {
  const { AwsIntegration } = awsCdk().aws_apigateway;
  const bind = functionOf(integration) === undefined ? integration.bind : AwsIntegration.prototype.bind;
  // what `bind` uses of a method is what ours has: it is a construct, and has addMethodResponse
  return bind.call(integration, method as unknown as apigateway.Method);
}

/** The function of a LambdaIntegration. */
function functionOf(integration: apigateway.Integration & { readonly handler?: unknown }): IProxyFunction | undefined {
  return calledFunction(integration.handler);
}

/** Whether a value is an integration of aws-cdk-lib, or one of the user's own that is made like those. */
export function isCdkIntegration(value: object): value is apigateway.Integration {
  return !('toIntegration' in value) && !isLambdaFunction(value) && 'bind' in value && typeof value.bind === 'function';
}
