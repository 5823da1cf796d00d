import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import * as path from 'path';

/** A stack for functions, another for the API with a stage per environment, each with its alias of the function. */
export class FunctionsStack extends cdk.Stack {
  public readonly orders: lambda.Function;

  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    this.orders = new lambda.Function(this, 'Orders', {
      functionName: 'orders', runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code: lambda.Code.fromAsset(path.join(__dirname, 'lambda', 'stages')),
    });
  }
}

export class ApiStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props: cdk.StackProps & { orders: lambda.IFunction }) {
    super(scope, id, props);
    const api = new apigateway.RestApi(this, 'StagesApi', { deploy: false, restApiName: 'stages' });
    api.root.addResource('orders').addMethod('GET', new apigateway.LambdaIntegration(props.orders));
    const deployment = new apigateway.Deployment(this, 'Deployment', { api });
    const stages = ['dev', 'test', 'prod'].map((stageName) => new apigateway.Stage(this, `${stageName}_stage`, {
      deployment, stageName, variables: { stage: stageName, table: `orders-${stageName}` },
      cachingEnabled: false,
      throttlingBurstLimit: stageName === 'dev' ? 1 : 100, throttlingRateLimit: stageName === 'dev' ? 1 : 100,
    }));
    api.deploymentStage = stages[2];
    new cdk.CfnOutput(this, 'Url', { value: api.urlForPath('/orders') });
  }
}

export const app = new cdk.App();
const functions = new FunctionsStack(app, 'FunctionsStack');
new ApiStack(app, 'ApiStack', { orders: functions.orders });
