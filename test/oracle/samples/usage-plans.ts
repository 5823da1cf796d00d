import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import * as path from 'path';

/** Keys of two plans: a quota for one, a throttled method for the other. */
export class ApiKeyStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const backend = new lambda.Function(this, 'Backend', {
      runtime: lambda.Runtime.NODEJS_20_X, handler: 'helloWorld.handler', code: lambda.Code.fromAsset(path.join(__dirname, 'lambda', 'hello')),
    });
    const api = new apigateway.RestApi(this, 'hello-api', { restApiName: 'hello-api', apiKeySourceType: apigateway.ApiKeySourceType.HEADER });
    const v1 = api.root.addResource('v1');
    const echo = v1.addResource('echo');
    const echoMethod = echo.addMethod('GET', new apigateway.LambdaIntegration(backend), { apiKeyRequired: true });
    echo.addMethod('POST', new apigateway.LambdaIntegration(backend), { apiKeyRequired: false });

    const key = api.addApiKey('ApiKey', { apiKeyName: 'basic', value: 'basic-key-of-20-characters' });
    const plan = api.addUsagePlan('UsagePlan', {
      name: 'Basic', throttle: { rateLimit: 10, burstLimit: 2 }, quota: { limit: 3, period: apigateway.Period.DAY },
    });
    plan.addApiKey(key);
    plan.addApiStage({ stage: api.deploymentStage, throttle: [{ method: echoMethod, throttle: { rateLimit: 10, burstLimit: 2 } }] });

    const gold = new apigateway.ApiKey(this, 'GoldKey', { apiKeyName: 'gold', value: 'gold-key-of-20-characters' });
    const goldPlan = new apigateway.UsagePlan(this, 'GoldPlan', { name: 'Gold', apiStages: [{ api, stage: api.deploymentStage }] });
    goldPlan.addApiKey(gold, { overrideLogicalId: 'GoldPlanKey' });
    new apigateway.ApiKey(this, 'Unplanned', { apiKeyName: 'unplanned', value: 'unplanned-key-of-20-characters' });
  }
}

export const app = new cdk.App();
new ApiKeyStack(app, 'ApiKeyStack');
