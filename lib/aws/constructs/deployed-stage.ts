import type { aws_apigateway as apigateway, aws_cloudwatch as cloudwatch, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Stage, type IApi, type StageProps } from '../../constructs';
import type { StructName } from '../../props';
import { awsCdk } from '../aws-cdk';
import { offerResource } from '../render/early-resources';
import type { AwsTarget } from './aws-target';

type MetricOptions = cloudwatch.MetricOptions;

/** What a stage needs of its API. */
interface OnAws extends IApi {
  readonly aws: AwsTarget;
}

/** A stage of an API on AWS, with what stages of RestApi have. Its name is a reference, as theirs. */
export class DeployedStage extends Stage {
  /** @internal */
  public static override readonly _props: StructName = 'StageProps';

  private known?: apigateway.StageBase;

  /** Declares a stage. */
  public constructor(scope: Construct, id: string, props: StageProps) {
    super(scope, id, props);
    offerResource(this, (name) => this.onAws.aws._earlyResource(this, () => {
      const { _name: stageName, onAws: { aws: { restApiId } } } = this;
      return new (awsCdk().aws_apigateway.CfnStage)(this, name, { stageName, restApiId });
    }));
  }

  public override get stageName(): string {
    return this.onAws.aws._stageRef(this);
  }

  /** The API as CDK's constructs accept it. */
  public get restApi(): apigateway.IRestApi {
    return this.onAws.aws.restApi;
  }

  public get stack(): Stack {
    return awsCdk().Stack.of(this);
  }

  public get stageRef(): apigateway.StageReference {
    return { restApiId: this.onAws.aws.restApiId, stageName: this.stageName };
  }

  /** ARN of the stage, for a web ACL and others. */
  public get stageArn(): string {
    return this.stage.stageArn;
  }

  public override urlForPath(path = '/'): string {
    return this.onAws.aws.urlForPath(path, this);
  }

  public addApiKey(id: string, options?: apigateway.ApiKeyOptions): apigateway.IApiKey {
    return this.stage.addApiKey(id, options);
  }

  public metric(metricName: string, props?: MetricOptions): cloudwatch.Metric {
    return this.stage.metric(metricName, props);
  }

  public metricClientError(props?: MetricOptions): cloudwatch.Metric {
    return this.stage.metricClientError(props);
  }

  public metricServerError(props?: MetricOptions): cloudwatch.Metric {
    return this.stage.metricServerError(props);
  }

  public metricCacheHitCount(props?: MetricOptions): cloudwatch.Metric {
    return this.stage.metricCacheHitCount(props);
  }

  public metricCacheMissCount(props?: MetricOptions): cloudwatch.Metric {
    return this.stage.metricCacheMissCount(props);
  }

  public metricCount(props?: MetricOptions): cloudwatch.Metric {
    return this.stage.metricCount(props);
  }

  public metricIntegrationLatency(props?: MetricOptions): cloudwatch.Metric {
    return this.stage.metricIntegrationLatency(props);
  }

  public metricLatency(props?: MetricOptions): cloudwatch.Metric {
    return this.stage.metricLatency(props);
  }

  /** The same stage as CDK knows it. */
  private get stage(): apigateway.StageBase {
    const { Stage: CdkStage } = awsCdk().aws_apigateway;
    // its type says less than it is
    this.known ??= CdkStage.fromStageAttributes(this, 'Attributes', { stageName: this.stageName, restApi: this.restApi }) as apigateway.StageBase;
    return this.known;
  }

  private get onAws(): OnAws {
    return this.api as OnAws; // which alone makes these
  }
}
