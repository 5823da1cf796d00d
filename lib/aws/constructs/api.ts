import type { aws_apigateway as apigateway, aws_cloudwatch as cloudwatch, aws_iam as iam } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import {
  Api as DeclaredApi, JsonBodyValidation, type ApiProps as DeclaredApiProps, type CorsOptions, type IResource, type Method, type Stage,
} from '../../constructs';
import { awsCdk } from '../aws-cdk';
import type { ApiAttributes, AwsTargetOptions } from './api-options';
import { AwsTarget } from './aws-target';
import { addPreflightMethod } from './cors';

/** Settings of an API that AWS runs. */
export interface ApiProps extends DeclaredApiProps, AwsTargetOptions {}

/** An API that exists, and what is declared on it. */
export interface ExistingApiProps extends ApiProps, ApiAttributes {}

/**
 * An HTTP API in a stack of aws-cdk-lib, in the place of RestApi: `cdk deploy` makes it a REST API of API Gateway, and
 * `synthgate serve cdk.out` serves it here.
 * @example
 * const api = new Api(this, 'PetsApi');
 * api.root.addResource('pets').addMethod('GET', new ProxyFunction(this, 'Pets', { entry: 'src/pets.ts' }));
 */
export class Api extends DeclaredApi {
  /**
   * An API that exists: what is declared on it becomes resources of this stack, with a deployment and stages of its own.
   * The stages should be this stack's alone, because a deployment takes everything that the API has then.
   */
  public static fromApiAttributes(scope: Construct, id: string, attributes: ExistingApiProps): Api {
    const { restApiId, rootResourceId, ...props } = attributes;
    return new Api(scope, id, { ...props, existingApi: { restApiId, rootResourceId } });
  }

  /** The API on AWS. */
  public readonly aws: AwsTarget;

  /** Declares an API. */
  public constructor(scope: Construct, id: string, props: ApiProps = {}) {
    super(scope, id, { ...props, jsonBodyValidation: props.jsonBodyValidation ?? JsonBodyValidation.AWS });
    const cloudWatchRole = props.cloudWatchRole ?? (props.existingApi === undefined && hasCloudWatchRole(this));
    this.aws = new AwsTarget(this, { ...props, cloudWatchRole, _scopesPermissions: true });
    if (props.deploy !== false && props.existingApi === undefined) new (awsCdk().CfnOutput)(this, 'Endpoint', { value: this.url });
  }

  /**
   * As RestApi.
   * @internal
   */
  public override _addPreflight(resource: IResource, options: CorsOptions): void {
    addPreflightMethod(resource, options);
  }

  /** Id of the API on AWS. */
  public get restApiId(): string {
    return this.aws.restApiId;
  }

  /** Id of the resource `/` on AWS. */
  public get restApiRootResourceId(): string {
    return this.aws.restApiRootResourceId;
  }

  /** The API as other constructs of aws-cdk-lib take it. */
  public get restApi(): apigateway.IRestApi {
    return this.aws.restApi;
  }

  /** Address of the deployment stage on AWS. */
  public get url(): string {
    return this.aws.urlForPath('/');
  }

  /** Address of a resource on the deployment stage on AWS. */
  public override urlForPath(path = '/'): string {
    return this.aws.urlForPath(path);
  }

  /**
   * The ARN of calls: of a method or all, of a path (with `*`) or all, of a stage or all.
   */
  public arnForExecuteApi(httpMethod?: string, path?: string, stage?: string): string {
    return this.aws.arnForExecuteApi(httpMethod, path, stage);
  }

  /** Lets somebody call methods that ask for AWS_IAM; without methods all of them. */
  public grantExecute(grantee: iam.IGrantable, ...methods: Method[]): iam.Grant {
    return this.aws.grantExecute(grantee, ...methods);
  }

  /** Gives a stage, by default the deployment stage, a domain name of one's own. */
  public addDomainName(id: string, options: apigateway.DomainNameOptions, stage?: Stage): apigateway.DomainName {
    return this.aws.addDomainName(id, options, stage);
  }

  /** Requests; sums are the useful statistic. */
  public metricCount(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('Count', { statistic: 'SampleCount', ...props });
  }

  /** Answers with a status of 4xx. */
  public metricClientError(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('4XXError', { statistic: 'Sum', ...props });
  }

  /** Answers with a status of 5xx. */
  public metricServerError(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('5XXError', { statistic: 'Sum', ...props });
  }

  /** Milliseconds from the request to the answer. */
  public metricLatency(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('Latency', { statistic: 'Average', ...props });
  }

  /** Milliseconds that the integration took. */
  public metricIntegrationLatency(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('IntegrationLatency', { statistic: 'Average', ...props });
  }

  /** Answers that came from the cache. */
  public metricCacheHitCount(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('CacheHitCount', { statistic: 'Sum', ...props });
  }

  /** Answers that the cache did not have. */
  public metricCacheMissCount(props?: cloudwatch.MetricOptions): cloudwatch.Metric {
    return this.aws.metric('CacheMissCount', { statistic: 'Sum', ...props });
  }
}

/** As RestApi: an app has its own role for logs unless the feature flag says otherwise. */
function hasCloudWatchRole(scope: Construct): boolean {
  return awsCdk().FeatureFlags.of(scope).isEnabled('@aws-cdk/aws-apigateway:disableCloudWatchRole') !== true;
}
