import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** Models and validators as the CDK's guide has them: body, parameters, a mapped function with error responses. */
export class ValidationStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const hello = new lambda.Function(this, 'hello', { runtime: lambda.Runtime.NODEJS_20_X, handler: 'index.handler', code: lambda.Code.fromInline(CODE) });
    const api = new apigateway.RestApi(this, 'validated');
    const responseModel = api.addModel('ResponseModel', {
      contentType: 'application/json',
      modelName: 'ResponseModel',
      schema: {
        schema: apigateway.JsonSchemaVersion.DRAFT4,
        title: 'pollResponse',
        type: apigateway.JsonSchemaType.OBJECT,
        properties: { state: { type: apigateway.JsonSchemaType.STRING }, greeting: { type: apigateway.JsonSchemaType.STRING } },
      },
    });
    const errorResponseModel = api.addModel('ErrorResponseModel', {
      contentType: 'application/json', modelName: 'ErrorResponseModel',
      schema: {
        schema: apigateway.JsonSchemaVersion.DRAFT4, title: 'errorResponse', type: apigateway.JsonSchemaType.OBJECT,
        properties: { state: { type: apigateway.JsonSchemaType.STRING }, message: { type: apigateway.JsonSchemaType.STRING } },
      },
    });
    const integration = new apigateway.LambdaIntegration(hello, {
      proxy: false,
      requestParameters: { 'integration.request.querystring.who': 'method.request.querystring.who' },
      allowTestInvoke: true,
      requestTemplates: { 'application/json': JSON.stringify({ action: 'sayHello', pollId: "$util.escapeJavaScript($input.params('who'))" }) },
      passthroughBehavior: apigateway.PassthroughBehavior.NEVER,
      integrationResponses: [
        {
          statusCode: '200',
          responseTemplates: { 'application/json': JSON.stringify({ state: 'ok', greeting: '$util.escapeJavaScript($input.body)' }) },
          responseParameters: { 'method.response.header.Content-Type': "'application/json'", 'method.response.header.Access-Control-Allow-Origin': "'*'", 'method.response.header.Access-Control-Allow-Credentials': "'true'" },
        },
        {
          selectionPattern: '(\n|.)+',
          statusCode: '400',
          responseTemplates: { 'application/json': JSON.stringify({ state: 'error', message: "$util.escapeJavaScript($input.path('$.errorMessage'))" }) },
          responseParameters: { 'method.response.header.Content-Type': "'application/json'", 'method.response.header.Access-Control-Allow-Origin': "'*'", 'method.response.header.Access-Control-Allow-Credentials': "'true'" },
        },
      ],
    });
    const resource = api.root.addResource('v1');
    const responseParameters = { 'method.response.header.Content-Type': true, 'method.response.header.Access-Control-Allow-Origin': true, 'method.response.header.Access-Control-Allow-Credentials': true };
    resource.addMethod('GET', integration, {
      requestParameters: { 'method.request.querystring.who': true },
      requestValidatorOptions: { requestValidatorName: 'test-validator', validateRequestBody: true, validateRequestParameters: true },
      methodResponses: [
        { statusCode: '200', responseParameters, responseModels: { 'application/json': responseModel } },
        { statusCode: '400', responseParameters, responseModels: { 'application/json': errorResponseModel } },
      ],
    });
    const order = api.addModel('Order', {
      contentType: 'application/json',
      schema: {
        type: apigateway.JsonSchemaType.OBJECT, required: ['id', 'lines'], additionalProperties: false,
        properties: {
          id: { type: apigateway.JsonSchemaType.STRING, pattern: '^o-\\d+$' },
          lines: { type: apigateway.JsonSchemaType.ARRAY, minItems: 1, items: { type: apigateway.JsonSchemaType.OBJECT, required: ['sku'], properties: { sku: { type: apigateway.JsonSchemaType.STRING }, count: { type: apigateway.JsonSchemaType.INTEGER, minimum: 1 } } } },
        },
      },
    });
    const requestValidator = new apigateway.RequestValidator(this, 'body', { restApi: api, requestValidatorName: 'body', validateRequestBody: true });
    api.root.addResource('orders').addMethod('POST', new apigateway.LambdaIntegration(hello), { requestModels: { 'application/json': order }, requestValidator });
  }
}

const CODE = `exports.handler = async (event) => {
  if (event.action === 'sayHello' && event.pollId === 'nobody') throw new Error('nobody is there');
  return event.action === 'sayHello' ? 'hello ' + event.pollId : { statusCode: 201, body: event.body };
};`;

export const app = new cdk.App();
new ValidationStack(app, 'ValidationStack');
