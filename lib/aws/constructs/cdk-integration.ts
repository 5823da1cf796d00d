import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { Integration, type Method } from '../../constructs';
import { issue, type Issue } from '../../errors';
import { readServiceUri, type GatewaySpecInput } from '../../spec';
import { awsCdk } from '../aws-cdk';

type IntegrationInput = NonNullable<NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>['GET']>['integration'];

/**
 * An integration of aws-cdk-lib with an AWS service (`AwsIntegration`, `StepFunctionsIntegration`, `SagemakerIntegration`) as the backend
 * of a method. It is rendered as aws-cdk-lib renders it, with the roles and grants that it makes.
 */
export class CdkIntegration extends Integration {
  private readonly integration: apigateway.Integration;
  private readonly method?: Method;
  private readonly config?: apigateway.IntegrationConfig;

  /** Wraps an integration. */
  public constructor(integration: apigateway.Integration, method?: Method) {
    super();
    this.integration = integration;
    this.method = method;
    // what `bind` uses of a method is what ours has: it is a construct, and has addMethodResponse
    this.config = method && integration.bind(method as unknown as apigateway.Method);
  }

  /** @internal */
  public override _boundTo(method: Method): Integration {
    return new CdkIntegration(this.integration, method);
  }

  /** @internal */
  public override _check(method: IConstruct): Issue[] {
    const { type = '', options = {} } = this.config ?? {};
    const reasons = [
      ...(this.target === undefined ? [`it calls no AWS service, or as ${type}`] : []),
      ...(options.vpcLink === undefined ? [] : ['services are not called through a VPC link']),
    ];
    return [...super._check(method), ...reasons.map((reason) => issue('AWS_INTEGRATION_UNSUPPORTED', method.node.path, { reason }))];
  }

  /** @internal */
  public _toSpec(): IntegrationInput {
    const { target, config: { options = {}, integrationHttpMethod } = {} } = this;
    if (target === undefined) return { type: 'unavailable', awsType: 'AWS', reason: 'the integration is not one with an AWS service' }; // reported
    const { service, subdomain, region, action, actionParameters, path } = target;
    return {
      type: 'service', service, subdomain, region, action, actionParameters: [...actionParameters], path,
      httpMethod: integrationHttpMethod,
      credentials: this.credentials(options),
      timeoutMs: options.timeout?.toMilliseconds(),
      cacheKeyParameters: options.cacheKeyParameters,
      cacheNamespace: options.cacheNamespace,
      requestParameters: options.requestParameters,
      requestTemplates: options.requestTemplates,
      passthroughBehavior: literal(options.passthroughBehavior),
      contentHandling: literal(options.contentHandling),
      responses: (options.integrationResponses ?? []).map((one) => ({ ...one, contentHandling: literal(one.contentHandling) })),
    };
  }

  /** The service, and its region unless that is the stack's; the address still has the tokens of CDK in it. */
  private get target() {
    const { method, config } = this;
    if (method === undefined || config?.type !== 'AWS' || config.uri === undefined) return undefined;
    const read = readServiceUri(producedText(config.uri, method));
    return read && { ...read, region: read.region === awsCdk().Stack.of(method).region ? undefined : read.region };
  }

  private credentials({ credentialsRole, credentialsPassthrough }: apigateway.IntegrationOptions): string | undefined {
    if (credentialsPassthrough !== true || this.method === undefined) return credentialsRole?.roleArn;
    return awsCdk().Stack.of(this.method).formatArn({ service: 'iam', region: '', account: '*', resource: 'user', resourceName: '*' });
  }
}

/** The text of an enum's member. */
function literal<Text extends string>(member: Text | undefined): `${Text}` | undefined {
  return member && `${member}`;
}

/** The text that a lazy text produces, with the tokens in it unresolved. */
function producedText(text: string, scope: IConstruct): string {
  const { Tokenization } = awsCdk();
  const [first, ...more] = Tokenization.reverseString(text).tokens;
  if (first === undefined || more.length > 0) return text;
  const produced: unknown = first.resolve({
    scope, preparing: false, documentPath: [], registerPostProcessor: () => undefined, resolve: (value: unknown) => value,
  });
  return typeof produced === 'string' ? produced : text;
}
