import type {
  aws_apigateway as apigateway, aws_cloudwatch as cloudwatch, aws_ec2 as ec2, aws_iam as iam, RemovalPolicy,
} from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import {
  Api as DeclaredApi, JsonBodyValidation, type ApiProps as DeclaredApiProps, type CorsOptions, type IResource, type Method, type Stage,
} from '../../constructs';
import { acceptOptions, acceptProps, checkProps, checkStruct, pickMembers, type StructName } from '../../props';
import { awsCdk } from '../aws-cdk';
import type { ApiAttributes, AwsTargetOptions } from './api-options';
import { AwsTarget } from './aws-target';
import { addPreflightMethod } from './cors';

/** Settings of an API that AWS runs. */
export interface ApiProps extends DeclaredApiProps, AwsTargetOptions {
  /**
   * Name under which the output with the URL is exported to other stacks.
   * @default - it is not exported
   */
  readonly endpointExportName?: string;

  /**
   * The removal policy of the role that `cloudWatchRole` creates, applied when the API is removed from the stack.
   * @default RemovalPolicy.RETAIN
   */
  readonly cloudWatchRoleRemovalPolicy?: RemovalPolicy;

  /**
   * Whether the deployment fails if API Gateway warns about an imported document.
   * @default false
   */
  readonly failOnWarnings?: boolean;

  /**
   * Parameters of API Gateway for the import of a document.
   * @default - none
   */
  readonly parameters?: Record<string, string>;
}

/** An existing API, and what is declared on it. */
export interface ExistingApiProps extends ApiProps, ApiAttributes {}

/**
 * An HTTP API in a CDK stack, used instead of RestApi: `cdk deploy` creates a REST API of API Gateway, and
 * `synthgate serve cdk.out` serves it locally. It takes the constructs of `synthgate`, and those of aws-cdk-lib that are not API
 * Gateway's: functions, user pools, log groups, roles. What takes an API of aws-cdk-lib takes its `restApi`.
 * @example
 * const api = new Api(this, 'PetsApi');
 * api.root.addResource('pets').addMethod('GET', new ProxyFunction(this, 'Pets', { entry: 'src/pets.ts' }));
 */
export class Api extends DeclaredApi {
  /** @internal */
  public static override readonly _props: StructName = 'aws.ApiProps';

  /**
   * An existing API: what is declared on it becomes resources of this stack, with their own deployment and stages. No other
   * stack should use these stages, because a deployment contains everything that the API has at that moment.
   */
  public static fromApiAttributes(scope: Construct, id: string, attributes: ExistingApiProps): Api {
    const checked = checkStruct('aws.ExistingApiProps', attributes);
    const { restApiId, rootResourceId, ...props } = checked.value;
    const api = new Api(scope, id, { ...props, existingApi: { restApiId, rootResourceId } });
    acceptOptions(api, checked);
    return api;
  }

  /** The API on AWS. */
  public readonly aws: AwsTarget;

  private readonly callers: ec2.IVpcEndpoint[] = [];

  /** Declares an API. */
  public constructor(scope: Construct, id: string, props: ApiProps = {}) {
    const checked = checkProps(new.target, props);
    super(scope, id, { ...checked.value, jsonBodyValidation: checked.value.jsonBodyValidation ?? JsonBodyValidation.AWS });
    props = acceptProps(this, new.target, checked);
    const cloudWatchRole = props.cloudWatchRole ?? (props.existingApi === undefined && hasCloudWatchRole(this));
    this.aws = new AwsTarget(this, {
      ...pickMembers('aws.AwsTargetOptions', props), cloudWatchRole, _scopesPermissions: true,
      _cloudWatchRoleRemovalPolicy: props.cloudWatchRoleRemovalPolicy,
    });
    Object.assign(this.aws.cfnRestApi ?? {}, { failOnWarnings: props.failOnWarnings, parameters: props.parameters });
    if (props.deploy !== false && props.existingApi === undefined) {
      new (awsCdk().CfnOutput)(this, 'Endpoint', { exportName: props.endpointExportName, value: this.url });
    }
  }

  /** As RestApi. @internal */
  public override _addPreflight(resource: IResource, options: CorsOptions): Method {
    return addPreflightMethod(resource, options);
  }

  /** As RestApi: a reference to the resource, which is rendered later. @internal */
  public override _resourceId({ path, node }: IResource): string {
    const ref = (): string => (node.findChild('Resource') as apigateway.CfnResource).ref; // as it is rendered
    return awsCdk().Lazy.string({ produce: () => (path === '/' ? this.restApiRootResourceId : ref()) });
  }

  /** As RestApi: a reference to the stage, which is rendered later. @internal */
  public override _stageName(nameInSpec: string): string {
    return this.aws._stageRef(nameInSpec);
  }

  /** @internal */
  public override _stageUrl(nameInSpec: string, path: string): string {
    return this.aws._urlOf(nameInSpec, path);
  }

  /** As RestApi. @internal */
  public override readonly _addsProxyMethodsToRoot: boolean = true;

  /** Adds a statement to the resource policy, which says who may call the API from where. */
  public addToResourcePolicy(statement: iam.PolicyStatement): iam.AddToResourcePolicyResult {
    this._policy = permitStatement(this._policy, statement);
    return { statementAdded: true, policyDependable: this };
  }

  /** Permits calls through VPC endpoints only. */
  public grantInvokeFromVpcEndpointsOnly(vpcEndpoints: ec2.IVpcEndpoint[]): void {
    const isFirst = this.callers.length === 0;
    this.callers.push(...vpcEndpoints.filter((endpoint) => !this.callers.includes(endpoint)));
    if (isFirst) vpcEndpointStatements(this.callers).forEach((statement) => this.addToResourcePolicy(statement));
  }

  /** The domain name that was given as `domainName` or added first. */
  public get domainName(): apigateway.DomainName | undefined {
    return this.aws._domainName;
  }

  /** A metric of the API. */
  public metric(metricName: string, props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric(metricName, props);
  }

  /** Id of the API on AWS. */
  public get restApiId(): string {
    return this.aws.restApiId;
  }

  /** Id of the resource `/` on AWS. */
  public get restApiRootResourceId(): string {
    return this.aws.restApiRootResourceId;
  }

  /** The API as CDK's constructs accept it. */
  public get restApi(): apigateway.IRestApi {
    return this.aws.restApi;
  }

  /** URL of the deployment stage on AWS. */
  public get url(): string {
    return this.aws.urlForPath('/');
  }

  /** URL of a resource of the deployment stage on AWS. */
  public override urlForPath(path = '/'): string {
    return this.aws.urlForPath(path);
  }

  /** The ARN to permit calls with: of a method or all, of a path (with `*`) or all, of a stage or all. */
  public arnForExecuteApi(httpMethod?: string, path?: string, stage?: string): string {
    return this.aws.arnForExecuteApi(httpMethod, path, stage);
  }

  /** Permits a grantee to call methods that require AWS_IAM; all of them if none is given. */
  public grantExecute(grantee: iam.IGrantable, ...methods: Method[]): iam.Grant {
    return this.aws.grantExecute(grantee, ...methods);
  }

  /** Gives a stage, by default the deployment stage, a custom domain name. */
  public addDomainName(id: string, options: apigateway.DomainNameOptions, stage?: Stage): apigateway.DomainName {
    return this.aws.addDomainName(id, options, stage);
  }

  /** Number of requests, which CloudWatch has as the number of samples. */
  public metricCount(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('Count', { statistic: 'SampleCount', ...props });
  }

  /** Number of responses with a status of 4xx. */
  public metricClientError(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('4XXError', { statistic: 'Sum', ...props });
  }

  /** Number of responses with a status of 5xx. */
  public metricServerError(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('5XXError', { statistic: 'Sum', ...props });
  }

  /** Time from the request to the response, in milliseconds. */
  public metricLatency(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('Latency', { statistic: 'Average', ...props });
  }

  /** Time that the integration took, in milliseconds. */
  public metricIntegrationLatency(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('IntegrationLatency', { statistic: 'Average', ...props });
  }

  /** Number of responses from the cache. */
  public metricCacheHitCount(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('CacheHitCount', { statistic: 'Sum', ...props });
  }

  /** Number of responses that the cache did not have. */
  public metricCacheMissCount(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('CacheMissCount', { statistic: 'Sum', ...props });
  }
}

/** As RestApi: an app has its own role for logs unless the feature flag says otherwise. */
function hasCloudWatchRole(scope: Construct): boolean {
  return awsCdk().FeatureFlags.of(scope).isEnabled('@aws-cdk/aws-apigateway:disableCloudWatchRole') !== true;
}

/** A policy with one more statement; that of a PolicyDocument is added to it, as RestApi does. */
function permitStatement(policy: unknown, statement: iam.PolicyStatement): iam.PolicyDocument {
  const { PolicyDocument } = awsCdk().aws_iam;
  const document = policy instanceof PolicyDocument ? policy : PolicyDocument.fromJson(policy ?? { Statement: [] });
  document.addStatements(statement);
  return document;
}

/** Returns the statements with which RestApi permits calls through VPC endpoints only; endpoints may be added later. */
function vpcEndpointStatements(endpoints: readonly ec2.IVpcEndpoint[]): iam.PolicyStatement[] {
  const { aws_iam: { AnyPrincipal, Effect, PolicyStatement }, Lazy } = awsCdk();
  const everyCall = { principals: [new AnyPrincipal()], actions: ['execute-api:Invoke'], resources: ['execute-api:/*'] };
  const ids = Lazy.list({ produce: () => endpoints.map(({ vpcEndpointId }) => vpcEndpointId) });
  return [
    new PolicyStatement({ ...everyCall, effect: Effect.DENY, conditions: { StringNotEquals: { 'aws:SourceVpce': ids } } }),
    new PolicyStatement({ ...everyCall, effect: Effect.ALLOW }),
  ];
}
