import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import * as path from 'path';

/** The widget service of the CDK's documentation: a construct with its bucket, function and API. */
export class WidgetService extends Construct {
  public constructor(scope: Construct, id: string) {
    super(scope, id);
    const bucket = new s3.Bucket(this, 'WidgetStore');
    const handler = new lambda.Function(this, 'WidgetHandler', {
      runtime: lambda.Runtime.NODEJS_20_X,
      code: lambda.Code.fromAsset(path.join(__dirname, 'lambda', 'widgets')),
      handler: 'widgets.main',
      environment: { BUCKET: bucket.bucketName },
    });
    bucket.grantReadWrite(handler);
    const api = new apigateway.RestApi(this, 'widgets-api', {
      restApiName: 'Widget Service',
      description: 'This service serves widgets.',
    });
    const getWidgetsIntegration = new apigateway.LambdaIntegration(handler, {
      requestTemplates: { 'application/json': '{ "statusCode": "200" }' },
    });
    api.root.addMethod('GET', getWidgetsIntegration); // GET /
    const widget = api.root.addResource('{id}');
    widget.addMethod('POST', new apigateway.LambdaIntegration(handler)); // POST /{id}
    widget.addMethod('GET', new apigateway.LambdaIntegration(handler)); // GET /{id}
    widget.addMethod('DELETE', new apigateway.LambdaIntegration(handler)); // DELETE /{id}
  }
}

export class MyWidgetServiceStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    new WidgetService(this, 'Widgets');
  }
}

export const app = new cdk.App();
new MyWidgetServiceStack(app, 'MyWidgetServiceStack');
