import { App, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { type IResource, LambdaIntegration, MockIntegration, PassthroughBehavior, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, type NodejsFunctionProps } from 'aws-cdk-lib/aws-lambda-nodejs';
import type { Construct } from 'constructs';
import { join } from 'path';

/** Create, read, update and delete in DynamoDB, a function for each; CORS by mock methods. */
export class ApiLambdaCrudDynamoDBStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const dynamoTable = new Table(this, 'items', {
      partitionKey: { name: 'id', type: AttributeType.STRING },
      tableName: 'items',
      removalPolicy: RemovalPolicy.DESTROY,
    });

    const nodeJsFunctionProps: NodejsFunctionProps = {
      bundling: { externalModules: ['@aws-sdk/*'] },
      depsLockFilePath: join(__dirname, '..', '..', '..', 'package-lock.json'),
      environment: { PRIMARY_KEY: 'id', TABLE_NAME: dynamoTable.tableName },
      runtime: Runtime.NODEJS_20_X,
      entry: join(__dirname, 'lambda', 'items.ts'),
    };
    const items = new NodejsFunction(this, 'itemsFunction', { handler: 'items', ...nodeJsFunctionProps });
    const item = new NodejsFunction(this, 'itemFunction', { handler: 'item', ...nodeJsFunctionProps });
    dynamoTable.grantReadWriteData(items);
    dynamoTable.grantReadWriteData(item);

    const api = new RestApi(this, 'itemsApi', {
      restApiName: 'Items Service',
      // In case you want to manage binary types, uncomment the following
      // binaryMediaTypes: ['*/*'],
    });
    const all = api.root.addResource('items');
    all.addMethod('GET', new LambdaIntegration(items));
    all.addMethod('POST', new LambdaIntegration(items));
    addCorsOptions(all);

    const singleItem = all.addResource('{id}');
    const itemIntegration = new LambdaIntegration(item);
    singleItem.addMethod('GET', itemIntegration);
    singleItem.addMethod('PATCH', itemIntegration);
    singleItem.addMethod('DELETE', itemIntegration);
    addCorsOptions(singleItem);
  }
}

export function addCorsOptions(apiResource: IResource) {
  apiResource.addMethod('OPTIONS', new MockIntegration({
    integrationResponses: [{
      statusCode: '200',
      responseParameters: {
        'method.response.header.Access-Control-Allow-Headers': "'Content-Type,X-Amz-Date,Authorization,X-Api-Key,X-Amz-Security-Token,X-Amz-User-Agent'",
        'method.response.header.Access-Control-Allow-Origin': "'*'",
        'method.response.header.Access-Control-Allow-Credentials': "'false'",
        'method.response.header.Access-Control-Allow-Methods': "'OPTIONS,GET,PUT,POST,DELETE'",
      },
    }],
    passthroughBehavior: PassthroughBehavior.NEVER,
    requestTemplates: { 'application/json': '{"statusCode": 200}' },
  }), {
    methodResponses: [{
      statusCode: '200',
      responseParameters: {
        'method.response.header.Access-Control-Allow-Headers': true,
        'method.response.header.Access-Control-Allow-Methods': true,
        'method.response.header.Access-Control-Allow-Credentials': true,
        'method.response.header.Access-Control-Allow-Origin': true,
      },
    }],
  });
}

export const app = new App();
new ApiLambdaCrudDynamoDBStack(app, 'ApiLambdaCrudDynamoDBExample');
