import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { EndpointType } from 'aws-cdk-lib/aws-apigateway';
import path from 'node:path';
import { type IResource, MockIntegration, PassthroughBehavior, ProxyIntegration } from '../../../../lib';
import { Api, ProxyFunction, type ProxyFunctionProps } from '../../../../lib/aws';

/** Create, read, update and delete, a function for each; CORS by hand. */
export class NotesStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const table = new Table(this, 'items', {
      partitionKey: { name: 'itemId', type: AttributeType.STRING }, tableName: 'items', removalPolicy: RemovalPolicy.DESTROY,
    });
    const functionProps: ProxyFunctionProps = {
      entry: path.join(__dirname, '..', 'handlers', 'notes.ts'),
      environment: { PRIMARY_KEY: 'itemId', TABLE_NAME: table.tableName },
      runtime: Runtime.NODEJS_20_X,
    };
    const getOne = new ProxyFunction(this, 'getOneItemFunction', functionProps);
    const getAll = new ProxyFunction(this, 'getAllItemsFunction', functionProps);
    const create = new ProxyFunction(this, 'createItemFunction', functionProps);
    const updateOne = new ProxyFunction(this, 'updateItemFunction', functionProps);
    const deleteOne = new ProxyFunction(this, 'deleteItemFunction', functionProps);
    for (const fn of [getOne, getAll, create, updateOne, deleteOne]) table.grantReadWriteData(fn);

    const api = new Api(this, 'itemsApi', { apiName: 'Items Service', endpointType: EndpointType.REGIONAL });
    const items = api.root.addResource('items');
    items.addMethod('GET', new ProxyIntegration(getAll));
    items.addMethod('POST', new ProxyIntegration(create));
    addCorsOptions(items);
    const singleItem = items.addResource('{id}');
    singleItem.addMethod('GET', new ProxyIntegration(getOne));
    singleItem.addMethod('PATCH', new ProxyIntegration(updateOne));
    singleItem.addMethod('DELETE', new ProxyIntegration(deleteOne));
    addCorsOptions(singleItem);
  }
}

function addCorsOptions(apiResource: IResource): void {
  apiResource.addMethod('OPTIONS', new MockIntegration({
    integrationResponses: [{
      statusCode: '200',
      responseParameters: {
        'method.response.header.Access-Control-Allow-Headers': "'Content-Type,X-Amz-Date,Authorization,X-Api-Key'",
        'method.response.header.Access-Control-Allow-Origin': "'*'",
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
        'method.response.header.Access-Control-Allow-Origin': true,
      },
    }],
  });
}
