import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** Messages go to a queue without a function. */
export class ApigwSqsStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const role = new iam.Role(this, 'role', { assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com') });
    const queue = new sqs.Queue(this, 'queue', { encryption: sqs.QueueEncryption.KMS_MANAGED });
    queue.grantSendMessages(role);

    const sendMessageIntegration = new apigateway.AwsIntegration({
      service: 'sqs',
      path: `${cdk.Aws.ACCOUNT_ID}/${queue.queueName}`,
      integrationHttpMethod: 'POST',
      options: {
        credentialsRole: role,
        requestParameters: { 'integration.request.header.Content-Type': '\'application/x-www-form-urlencoded\'' },
        requestTemplates: { 'application/json': 'Action=SendMessage&MessageBody=$input.body' },
        integrationResponses: [{ statusCode: '200' }, { statusCode: '400' }, { statusCode: '500' }],
      },
    });
    const api = new apigateway.RestApi(this, 'api', { defaultMethodOptions: { methodResponses: [{ statusCode: '200' }, { statusCode: '400' }, { statusCode: '500' }] } });
    api.root.addResource('queue').addMethod('POST', sendMessageIntegration);

    const model = api.addModel('Message', {
      contentType: 'application/json',
      schema: { type: apigateway.JsonSchemaType.OBJECT, required: ['text'], properties: { text: { type: apigateway.JsonSchemaType.STRING, minLength: 1 } } },
    });
    api.root.addResource('checked').addMethod('POST', new apigateway.AwsIntegration({
      service: 'sqs',
      path: `${this.account}/${queue.queueName}`,
      region: this.region,
      options: {
        credentialsRole: role,
        passthroughBehavior: apigateway.PassthroughBehavior.NEVER,
        requestParameters: { 'integration.request.header.Content-Type': "'application/x-www-form-urlencoded'" },
        requestTemplates: { 'application/json': 'Action=SendMessage&MessageBody=$util.urlEncode($input.json("$"))&MessageAttribute.1.Name=source&MessageAttribute.1.Value.StringValue=$context.stage&MessageAttribute.1.Value.DataType=String' },
        integrationResponses: [{ statusCode: '202', responseTemplates: { 'application/json': '{"id": "$input.path(\'$.SendMessageResponse.SendMessageResult.MessageId\')"}' } }],
      },
    }), {
      methodResponses: [{ statusCode: '202' }],
      requestModels: { 'application/json': model },
      requestValidatorOptions: { validateRequestBody: true },
    });
  }
}

export const app = new cdk.App();
new ApigwSqsStack(app, 'ApigwSqsStack');
