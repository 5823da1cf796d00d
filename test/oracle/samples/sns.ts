import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/** Publishes to a topic: as a form in the body, and by the action's query parameters. */
export class ApigwSnsStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const topic = new sns.Topic(this, 'Topic', { topicName: 'news', displayName: 'Customer topic' });
    const gatewayRole = new iam.Role(this, 'GatewayRole', { assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com') });
    topic.grantPublish(gatewayRole);
    const gateway = new apigateway.RestApi(this, 'SnsGateway', {
      deployOptions: { stageName: 'run', loggingLevel: apigateway.MethodLoggingLevel.INFO, dataTraceEnabled: true },
    });
    const errorResponse = { selectionPattern: '[45]\\d{2}', statusCode: '400', responseTemplates: { 'application/json': JSON.stringify({ state: 'error', message: "$util.escapeJavaScript($input.path('$.errorMessage'))" }) } };
    gateway.root.addResource('SendEvent').addMethod('POST', new apigateway.AwsIntegration({
      service: 'sns',
      path: '/',
      integrationHttpMethod: 'POST',
      options: {
        credentialsRole: gatewayRole,
        passthroughBehavior: apigateway.PassthroughBehavior.NEVER,
        requestParameters: { 'integration.request.header.Content-Type': "'application/x-www-form-urlencoded'" },
        requestTemplates: {
          'application/json': `Action=Publish&TargetArn=$util.urlEncode('${topic.topicArn}')&TopicArn=$util.urlEncode('${topic.topicArn}')&Message=please $input.path('$.message')&Version=2010-03-31`,
        },
        integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': JSON.stringify({ message: 'message added to topic' }) } }, errorResponse],
      },
    }), { methodResponses: [{ statusCode: '200' }, { statusCode: '400' }] });
    gateway.root.addResource('publish').addMethod('POST', new apigateway.AwsIntegration({
      service: 'sns',
      action: 'Publish',
      integrationHttpMethod: 'POST',
      options: {
        credentialsRole: gatewayRole,
        requestParameters: {
          'integration.request.querystring.TopicArn': `'${topic.topicArn}'`,
          'integration.request.querystring.Message': 'method.request.querystring.message',
          'integration.request.querystring.Version': "'2010-03-31'",
        },
        integrationResponses: [{ statusCode: '200' }, errorResponse],
      },
    }), { requestParameters: { 'method.request.querystring.message': true }, requestValidatorOptions: { validateRequestParameters: true }, methodResponses: [{ statusCode: '200' }, { statusCode: '400' }] });
  }
}

export const app = new cdk.App();
new ApigwSnsStack(app, 'ApigwSnsStack');
