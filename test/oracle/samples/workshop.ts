import * as cdk from 'aws-cdk-lib';
import * as apigw from 'aws-cdk-lib/aws-apigateway';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import * as path from 'path';

export interface HitCounterProps {
  /** the function for which we want to count url hits **/
  downstream: lambda.IFunction;
}

export class HitCounter extends Construct {
  public readonly handler: lambda.Function;
  public readonly table: dynamodb.Table;

  public constructor(scope: Construct, id: string, props: HitCounterProps) {
    super(scope, id);
    const table = new dynamodb.Table(this, 'Hits', {
      partitionKey: { name: 'path', type: dynamodb.AttributeType.STRING },
      encryption: dynamodb.TableEncryption.AWS_MANAGED,
      removalPolicy: cdk.RemovalPolicy.DESTROY,
    });
    this.table = table;
    this.handler = new lambda.Function(this, 'HitCounterHandler', {
      runtime: lambda.Runtime.NODEJS_22_X,
      handler: 'hitcounter.handler',
      code: lambda.Code.fromAsset(path.join(__dirname, 'lambda', 'workshop')),
      environment: {
        DOWNSTREAM_FUNCTION_NAME: props.downstream.functionName,
        HITS_TABLE_NAME: table.tableName,
      },
    });
    table.grantReadWriteData(this.handler);
    props.downstream.grantInvoke(this.handler);
  }
}

/** The CDK workshop: a counter in front of a function, which it calls through the SDK. */
export class CdkWorkshopStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const hello = new lambda.Function(this, 'HelloHandler', {
      runtime: lambda.Runtime.NODEJS_22_X,
      code: lambda.Code.fromAsset(path.join(__dirname, 'lambda', 'hello')),
      handler: 'helloWorld.handler',
    });
    const helloWithCounter = new HitCounter(this, 'HelloHitCounter', { downstream: hello });
    const gateway = new apigw.LambdaRestApi(this, 'Endpoint', { handler: helloWithCounter.handler });
    new cdk.CfnOutput(this, 'GatewayUrl', { value: gateway.url });
    new cdk.CfnOutput(this, 'HitsTable', { value: helloWithCounter.table.tableName });
  }
}

export const app = new cdk.App();
new CdkWorkshopStack(app, 'CdkWorkshopStack');
