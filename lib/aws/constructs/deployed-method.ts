import type { aws_apigateway as apigateway, aws_cloudwatch as cloudwatch, aws_iam as iam } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Method, type IApi, type MethodProps, type Stage } from '../../constructs';
import type { StructName } from '../../props';
import { awsCdk } from '../aws-cdk';
import { offerResource } from '../render/early-resources';
import type { AwsTarget } from './aws-target';

type MetricOptions = cloudwatch.MetricOptions;

/** What a method needs of its API. */
interface OnAws extends IApi {
  readonly aws: AwsTarget;
  readonly deploymentStage: Stage;
}

/** A method of an API on AWS, with what methods of RestApi have. */
export class DeployedMethod extends Method {
  /** @internal */
  public static override readonly _props: StructName = 'MethodProps';

  /** Declares a method. */
  public constructor(scope: Construct, id: string, props: MethodProps) {
    super(scope, id, props);
    offerResource(this, (name) => this.onAws.aws._earlyResource(this, () => {
      const { httpMethod, onAws: { aws: { restApiId } } } = this;
      return new (awsCdk().aws_apigateway.CfnMethod)(this, name, { httpMethod, restApiId, resourceId: '' }); // known later
    }));
  }

  /** Id of the method on AWS, which is rendered later. */
  public get methodId(): string {
    return awsCdk().Lazy.string({ produce: () => (this.node.findChild('Resource') as apigateway.CfnMethod).ref }); // as it is rendered
  }

  /** ARN of the method on the deployment stage, with any path parameters. */
  public get methodArn(): string {
    const { aws, deploymentStage } = this.onAws;
    return aws.methodArn(this, aws._stageRef(deploymentStage));
  }

  /** ARN of the method as the console calls it. */
  public get testMethodArn(): string {
    return this.onAws.aws.methodArn(this, 'test-invoke-stage');
  }

  public grantExecute(grantee: iam.IGrantable): iam.Grant {
    return awsCdk().aws_iam.Grant.addToPrincipal({ grantee, actions: ['execute-api:Invoke'], resourceArns: [this.methodArn] });
  }

  public metric(metricName: string, { stageRef }: apigateway.IStageRef, props?: MetricOptions): cloudwatch.Metric {
    const dimensionsMap = { ApiName: this.api.apiName, Method: this.httpMethod, Resource: this.resource.path, Stage: stageRef.stageName };
    return this.onAws.aws.metric(metricName, { dimensionsMap, ...props });
  }

  public metricClientError(stage: apigateway.IStageRef, props?: MetricOptions): cloudwatch.Metric {
    return this.metric('4XXError', stage, { statistic: 'Sum', ...props });
  }

  public metricServerError(stage: apigateway.IStageRef, props?: MetricOptions): cloudwatch.Metric {
    return this.metric('5XXError', stage, { statistic: 'Sum', ...props });
  }

  public metricCacheHitCount(stage: apigateway.IStageRef, props?: MetricOptions): cloudwatch.Metric {
    return this.metric('CacheHitCount', stage, { statistic: 'Sum', ...props });
  }

  public metricCacheMissCount(stage: apigateway.IStageRef, props?: MetricOptions): cloudwatch.Metric {
    return this.metric('CacheMissCount', stage, { statistic: 'Sum', ...props });
  }

  public metricCount(stage: apigateway.IStageRef, props?: MetricOptions): cloudwatch.Metric {
    return this.metric('Count', stage, { statistic: 'SampleCount', ...props });
  }

  public metricIntegrationLatency(stage: apigateway.IStageRef, props?: MetricOptions): cloudwatch.Metric {
    return this.metric('IntegrationLatency', stage, { statistic: 'Average', ...props });
  }

  public metricLatency(stage: apigateway.IStageRef, props?: MetricOptions): cloudwatch.Metric {
    return this.metric('Latency', stage, { statistic: 'Average', ...props });
  }

  private get onAws(): OnAws {
    return this.api as OnAws; // which alone makes these
  }
}
