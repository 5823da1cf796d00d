import { App, Stack, type StackProps } from 'aws-cdk-lib';
import { AwsIntegration, PassthroughBehavior, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Stream } from 'aws-cdk-lib/aws-kinesis';
import type { Construct } from 'constructs';

/** Events to EventBridge and records to Kinesis without a function. */
export class ApigwEventsStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const eventBus = new EventBus(this, 'MyEventBus', { eventBusName: 'MyEventBus' });
    const stream = new Stream(this, 'Stream', { streamName: 'records' });
    const credentialsRole = new Role(this, 'Role', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    eventBus.grantPutEventsTo(credentialsRole);
    stream.grantWrite(credentialsRole);
    credentialsRole.addToPolicy(new PolicyStatement({ resources: ['*'], actions: ['kinesis:ListStreams'] }));

    const api = new RestApi(this, 'MyRestApi');
    const options = { credentialsRole, passthroughBehavior: PassthroughBehavior.WHEN_NO_TEMPLATES };
    api.root.addMethod('POST', new AwsIntegration({
      service: 'events',
      action: 'PutEvents',
      integrationHttpMethod: 'POST',
      options: {
        ...options,
        requestTemplates: {
          'application/json': `
            #set($language=$input.params('language'))
            {"Entries": [{"Source": "com.amazon.alexa.$language", "Detail": "$util.escapeJavaScript($input.body)", "DetailType": "MyDetailType", "EventBusName": "${eventBus.eventBusName}"}]}`,
        },
        requestParameters: { 'integration.request.header.X-Amz-Target': "'AWSEvents.PutEvents'", 'integration.request.header.Content-Type': "'application/x-amz-json-1.1'" },
        integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '' } }],
      },
    }), { methodResponses: [{ statusCode: '200' }] });
    api.root.addResource('streams').addResource('{stream-name}').addResource('record').addMethod('PUT', new AwsIntegration({
      service: 'kinesis',
      action: 'PutRecord',
      options: {
        ...options,
        requestParameters: { 'integration.request.header.Content-Type': "'application/x-amz-json-1.1'" },
        requestTemplates: {
          'application/json': '{"StreamName": "$input.params(\'stream-name\')", "Data": "$util.base64Encode($input.json(\'$.Data\'))", "PartitionKey": "$input.path(\'$.PartitionKey\')"}',
        },
        integrationResponses: [{ statusCode: '200' }],
      },
    }), { methodResponses: [{ statusCode: '200' }] });
  }
}

export const app = new App();
new ApigwEventsStack(app, 'ApigwEventsStack');
