import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** Create, read, update and delete in DynamoDB by templates, without a function. */
export class ApigwDynamodbStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const modelName = 'Item';
    const dynamoTable = new Table(this, modelName, {
      billingMode: BillingMode.PAY_PER_REQUEST,
      partitionKey: { name: 'id', type: AttributeType.STRING },
      removalPolicy: cdk.RemovalPolicy.DESTROY,
      tableName: 'items',
    });
    const api = new apigateway.RestApi(this, `${modelName}Api`, {
      defaultCorsPreflightOptions: { allowOrigins: apigateway.Cors.ALL_ORIGINS }, restApiName: `${modelName} Service`,
    });
    const allResources = api.root.addResource(modelName.toLocaleLowerCase());
    const oneResource = allResources.addResource('{id}');
    const role = (action: string) => {
      const created = new Role(this, `${action}Role`, { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
      created.attachInlinePolicy(new Policy(this, `${action}Policy`, {
        statements: [new PolicyStatement({ actions: [`dynamodb:${action}`], effect: Effect.ALLOW, resources: [dynamoTable.tableArn] })],
      }));
      return created;
    };
    const errorResponses = [
      { selectionPattern: '400', statusCode: '400', responseTemplates: { 'application/json': '{"error": "Bad input!"}' } },
      { selectionPattern: '5\\d{2}', statusCode: '500', responseTemplates: { 'application/json': '{"error": "Internal Service Error!"}' } },
    ];
    const integrationResponses: apigateway.IntegrationResponse[] = [{ statusCode: '200' }, ...errorResponses];
    const integration = (action: string, template: string, responses = integrationResponses) => new apigateway.AwsIntegration({
      action,
      service: 'dynamodb',
      options: { credentialsRole: role(action), integrationResponses: responses, requestTemplates: { 'application/json': template } },
    });
    const methodOptions = { methodResponses: [{ statusCode: '200' }, { statusCode: '400' }, { statusCode: '500' }] };
    allResources.addMethod('GET', integration('Scan', `{"TableName": "${dynamoTable.tableName}"}`, [{
      statusCode: '200',
      responseTemplates: {
        'application/json': '#set($inputRoot = $input.path(\'$\'))[#foreach($elem in $inputRoot.Items){"id": "$elem.id.S", "name": "$elem.name.S"}#if($foreach.hasNext),#end#end]',
      },
    }, ...errorResponses]), methodOptions);
    allResources.addMethod('POST', integration('PutItem', `{
      "Item": { "id": { "S": "$input.path('$.id')" }, "name": { "S": "$input.path('$.name')" } },
      "TableName": "${dynamoTable.tableName}"
    }`, [{ statusCode: '200', responseTemplates: { 'application/json': '{"requestId": "$context.requestId"}' } }, ...errorResponses]), methodOptions);
    oneResource.addMethod('GET', integration('GetItem', `{
      "Key": { "id": { "S": "$method.request.path.id" } },
      "TableName": "${dynamoTable.tableName}"
    }`), methodOptions);
    oneResource.addMethod('PUT', integration('UpdateItem', `{
      "Key": { "id": { "S": "$input.params('id')" } },
      "UpdateExpression": "set #name = :v", "ExpressionAttributeNames": { "#name": "name" },
      "ExpressionAttributeValues": { ":v": { "S": "$util.escapeJavaScript($input.path('$.name'))" } },
      "ReturnValues": "ALL_NEW", "TableName": "${dynamoTable.tableName}"
    }`), methodOptions);
    oneResource.addMethod('DELETE', integration('DeleteItem', `{ "Key": { "id": { "S": "$method.request.path.id" } }, "TableName": "${dynamoTable.tableName}" }`), methodOptions);
  }
}

export const app = new cdk.App();
new ApigwDynamodbStack(app, 'ApigwDynamodbStack');
