import { Duration, Size, Stack, type StackProps } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Peer, Port, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, Architecture, type CfnFunction, FunctionUrlAuthType, LayerVersion, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { S3EventSourceV2, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Bucket, EventType } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import path from 'node:path';
import { ProxyIntegration } from '../../../../lib';
import { Api, ProxyFunction } from '../../../../lib/aws';

/** Functions that more than an API uses: in a VPC, triggered, watched, versioned. */
export class WorkersStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const entry = path.join(__dirname, '..', 'handlers', 'echo.ts');
    const vpc = new Vpc(this, 'Vpc', { maxAzs: 2, natGateways: 0 });
    const queue = new Queue(this, 'Jobs');
    const worker = new ProxyFunction(this, 'Worker', {
      entry, runtime: Runtime.NODEJS_22_X, architecture: Architecture.ARM_64, description: 'works', functionName: `${id}-worker`,
      timeout: Duration.seconds(20), memorySize: 512, ephemeralStorageSize: Size.gibibytes(1), tracing: Tracing.ACTIVE,
      vpc, vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED }, securityGroups: [new SecurityGroup(this, 'Group', { vpc })],
      initialPolicy: [new PolicyStatement({ actions: ['dynamodb:Query'], resources: ['*'] })],
      deadLetterQueue: new Queue(this, 'Dead'), reservedConcurrentExecutions: 3, retryAttempts: 1, maxEventAge: Duration.hours(1),
      onFailure: new SqsDestination(queue), loggingFormat: LoggingFormat.JSON,
      events: [new SqsEventSource(queue, { batchSize: 5 })], environment: { QUEUE: queue.queueUrl },
      layers: [LayerVersion.fromLayerVersionArn(this, 'Layer', 'arn:aws:lambda:eu-west-1:123456789012:layer:tools:1')],
    });
    worker.addEnvironment('COLOR', 'blue');
    worker.addToRolePolicy(new PolicyStatement({ actions: ['s3:GetObject'], resources: ['*'] }));
    worker.addLayers(LayerVersion.fromLayerVersionArn(this, 'More', 'arn:aws:lambda:eu-west-1:123456789012:layer:more:2'));
    worker.addAlias('live', { provisionedConcurrentExecutions: 1 });
    worker.grantInvoke(new ServicePrincipal('events.amazonaws.com'));
    worker.connections.allowTo(Peer.anyIpv4(), Port.tcp(443));
    new Alarm(this, 'Errors', { metric: worker.metricErrors(), threshold: 1, evaluationPeriods: 1 });
    const bundled = new ProxyFunction(this, 'Bundled', {
      entry, handler: 'handler', runtime: Runtime.NODEJS_20_X, logRetention: 7,
      bundling: { minify: true, sourceMap: true, sourcesContent: false, banner: '/* b */', keepNames: true, loader: { '.txt': 'text' } },
    });
    bundled.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
    (bundled.node.defaultChild as CfnFunction).addPropertyOverride('Description', 'overridden');
    new Rule(this, 'Hourly', { schedule: Schedule.rate(Duration.hours(1)) }).addTarget(new LambdaFunction(bundled));
    new Topic(this, 'Topic').addSubscription(new LambdaSubscription(bundled));
    bundled.addEventSource(new S3EventSourceV2(new Bucket(this, 'Bucket'), { events: [EventType.OBJECT_CREATED] }));
    new Alias(this, 'BundledLive', { aliasName: 'live', version: bundled.currentVersion });
    const role = bundled.role;
    role?.addToPrincipalPolicy(new PolicyStatement({ actions: ['sns:Publish'], resources: ['*'] }));
    const api = new Api(this, 'WorkersApi');
    api.root.addMethod('POST', new ProxyIntegration(worker));
    api.root.addMethod('GET', new ProxyIntegration(bundled));
  }
}
