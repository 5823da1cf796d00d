import type { aws_apigateway as apigateway, aws_cloudwatch as cloudwatch, aws_iam as iam, aws_lambda as lambda } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Api, ApiKey, Method, ProxyFunction, Stage } from '../../constructs';
import { GatewayError } from '../../errors';
import { readOptions } from '../../props';
import { awsCdk } from '../aws-cdk';
import type { AwsTargetOptions } from './api-options';
import { ApiRenderer } from './api-renderer';
import { standInFor } from './existing-function';
import { inStack, lambdaOf } from '../render/functions-of-stack';

/** A metric of one method. */
export interface MethodMetricOptions extends cloudwatch.MetricOptions {
  /**
   * The stage.
   * @default - the deployment stage
   */
  readonly stage?: Stage;
}

/**
 * Renders an API that is declared in a CDK stack when the app is synthesized. An `Api` of `synthgate/aws` has one already; this
 * is for an API of `synthgate`.
 * @example
 * new AwsTarget(definePets(stack), { retainDeployments: true });
 */
export class AwsTarget {
  /** Id of the API. */
  public readonly restApiId: string;

  /** Id of the resource `/`. */
  public readonly restApiRootResourceId: string;

  /** The first one that was added. @internal */
  public _domainName?: apigateway.DomainName;

  private readonly api: Api;
  private readonly renderer: ApiRenderer;
  private known?: apigateway.IRestApi;

  /** Renders an API. */
  public constructor(api: Api, options: AwsTargetOptions = {}) {
    this.api = inStack(api);
    options = readOptions(api, 'aws.AwsTargetOptions', options);
    this.renderer = new ApiRenderer(api, options);
    this.restApiId = this.renderer.restApiId;
    this.restApiRootResourceId = this.renderer.rootResourceId;
    api._registry.standInFor = (fn) => standInFor(fn as lambda.IFunction); // told by its members
    if (options.domainName !== undefined) this.addDomainName('CustomDomain', options.domainName);
  }

  /** The API's resource in the template, for what no property can express; undefined for an existing API. */
  public get cfnRestApi(): apigateway.CfnRestApi | undefined {
    return this.renderer.cfnRestApi;
  }

  /** The API as constructs of aws-cdk-lib accept it, with the deployment stage that it has at the first use. */
  public get restApi(): apigateway.IRestApi {
    return this.known ?? this.makeRestApi();
  }

  private makeRestApi(): apigateway.IRestApi {
    const { api, restApiId, restApiRootResourceId: rootResourceId } = this;
    const { RestApi } = awsCdk().aws_apigateway;
    this.known = RestApi.fromRestApiAttributes(api, 'RestApi', { restApiId, rootResourceId, restApiName: api.apiName });
    // the type is that of declared stages; the CDK asks for their names and ARNs only
    if (api._hasDeploymentStage) this.known.deploymentStage = this.stage(api.deploymentStage) as apigateway.Stage;
    return this.known;
  }

  /** A stage as constructs of aws-cdk-lib accept it, with its ARN and metrics. */
  public stage(stage: Stage): apigateway.StageBase {
    const { api, restApi } = this;
    const id = `Stage.${stage._name}`;
    const { Stage: CdkStage } = awsCdk().aws_apigateway;
    const stageName = this._stageRef(stage._name);
    const known = api.node.tryFindChild(id) ?? CdkStage.fromStageAttributes(api, id, { stageName, restApi });
    return known as apigateway.StageBase; // the type of stages that are referred to says less than they are
  }

  /** An API key as constructs of aws-cdk-lib accept it. */
  public apiKey(key: ApiKey): apigateway.IApiKey {
    const { aws_apigateway: { ApiKey: CdkApiKey }, Lazy } = awsCdk();
    const known = key.node.tryFindChild('Attributes') as apigateway.IApiKey | undefined; // made below
    const keyId = Lazy.string({ produce: () => (key.node.findChild('Resource') as apigateway.CfnApiKey).ref }); // as it is rendered
    return known ?? CdkApiKey.fromApiKeyId(key, 'Attributes', keyId);
  }

  /** The Lambda function that a function becomes. */
  public lambdaFunction(fn: ProxyFunction): lambda.IFunction {
    return lambdaOf(fn);
  }

  /** `https://<id>.execute-api.<region>.amazonaws.com/<stage><path>` */
  public urlForPath(path = '/', stage: Stage = this.api.deploymentStage): string {
    return this._urlOf(stage._name, stage._checkedPath(path));
  }

  /** The URL of a path on a stage, by its name in the spec. @internal */
  public _urlOf(stageName: string, path: string): string {
    const { region, urlSuffix } = awsCdk().Stack.of(this.api);
    return `https://${this.restApiId}.execute-api.${region}.${urlSuffix}/${this._stageRef(stageName)}${path}`;
  }

  /**
   * The ARN to permit calls with.
   * @param httpMethod - a method, or `*`; default: all
   * @param path - starts with `/` and may have `*`; default: all
   * @param stage - a stage's name, or `*`; default: all
   */
  public arnForExecuteApi(httpMethod = '*', path = '/*', stage = '*'): string {
    const { ArnFormat, Stack, Token } = awsCdk();
    const isAbsolute = Token.isUnresolved(path) || path.startsWith('/');
    if (!isAbsolute) throw new GatewayError('PATH_NOT_ABSOLUTE', { given: path }, { location: this.api.node.path });
    const verb = httpMethod.toUpperCase() === 'ANY' ? '*' : httpMethod;
    return Stack.of(this.api).formatArn({
      service: 'execute-api', resource: this.restApiId, resourceName: `${stage}/${verb}${path}`, arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
  }

  /** A reference to a stage in the template, by its name in the spec. @internal */
  public _stageRef(stageName: string): string {
    return this.renderer.stageRef(stageName);
  }

  /** The ARN of one method, with any path parameters. */
  public methodArn(method: Method, stage = '*'): string {
    return this.arnForExecuteApi(method.httpMethod, method.resource.path.replaceAll(/\{[^}]*\}/g, '*'), stage);
  }

  /** Permits a grantee to call methods that require AWS_IAM. @param methods - default: all */
  public grantExecute(grantee: iam.IGrantable, ...methods: Method[]): iam.Grant {
    const resourceArns = methods.length === 0 ? [this.arnForExecuteApi()] : methods.map((method) => this.methodArn(method));
    return awsCdk().aws_iam.Grant.addToPrincipal({ grantee, actions: ['execute-api:Invoke'], resourceArns });
  }

  /**
   * A metric of the API: Count, Latency, IntegrationLatency, 4XXError, 5XXError, CacheHitCount, CacheMissCount.
   * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html
   */
  public metric(metricName: string, props: cloudwatch.MetricOptions = {}): cloudwatch.Metric {
    const { Metric } = awsCdk().aws_cloudwatch;
    return new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiName: this.api.apiName }, ...props }).attachTo(this.api);
  }

  /** The same metric of one method; API Gateway keeps it on stages with `metricsEnabled`. */
  public methodMetric(metricName: string, method: Method, options: MethodMetricOptions = {}): cloudwatch.Metric {
    const { stage, ...props } = readOptions(this.api, 'aws.MethodMetricOptions', options);
    const { _name: stageName } = stage ?? this.api.deploymentStage;
    const dimensionsMap = { ApiName: this.api.apiName, Method: method.httpMethod, Resource: method.resource.path, Stage: stageName };
    return this.metric(metricName, { dimensionsMap, ...props });
  }

  /** Gives a stage a custom domain name, at the options' `basePath` or at its root. @param stage - default: the deployment stage */
  public addDomainName(id: string, options: apigateway.DomainNameOptions, stage: Stage = this.api.deploymentStage): apigateway.DomainName {
    const { basePath, ...ofDomain } = options;
    const domain = new (awsCdk().aws_apigateway.DomainName)(this.api, id, ofDomain);
    this._domainName ??= domain;
    this.mapDomain(domain, stage, basePath);
    return domain;
  }

  /** As DomainName maps it, with its ids; a path of several parts is a mapping of API Gateway's second version. */
  private mapDomain(domain: apigateway.DomainName, stage: Stage, basePath: string | undefined): void {
    const { aws_apigateway: { CfnBasePathMapping }, aws_apigatewayv2: { CfnApiMapping }, Names } = awsCdk();
    const { domainName } = domain;
    const stageName = this._stageRef(stage._name);
    if (basePath?.includes('/') === true) {
      const id = `Map:${basePath}=>${Names.nodeUniqueId(stage.node)}`;
      new CfnApiMapping(domain, id, { apiId: this.restApiId, domainName, stage: stageName, apiMappingKey: basePath });
      return;
    }
    const scope = new Construct(domain, `Map:${basePath ?? '/'}=>${Names.nodeUniqueId(this.api.node)}`);
    new CfnBasePathMapping(scope, 'Resource', { domainName, restApiId: this.restApiId, stage: stageName, basePath });
  }
}
