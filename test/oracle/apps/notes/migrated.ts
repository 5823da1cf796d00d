import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import path from 'node:path';
import { EndpointType, LambdaIntegration, MockIntegration, PassthroughBehavior, RestApi, type IResource } from '../../../../lib/cdk';
import { NodejsFunction, type NodejsFunctionProps } from 'aws-cdk-lib/aws-lambda-nodejs';

/** Create, read, update and delete, a function for each; CORS by hand. */
export class NotesStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const table = new Table(this, 'items', {
      partitionKey: { name: 'itemId', type: AttributeType.STRING }, tableName: 'items', removalPolicy: RemovalPolicy.DESTROY,
    });
    const functionProps: NodejsFunctionProps = {
      entry: path.join(__dirname, '..', 'handlers', 'notes.ts'),
      environment: { PRIMARY_KEY: 'itemId', TABLE_NAME: table.tableName },
      runtime: Runtime.NODEJS_20_X,
    };
    const getOne = new NodejsFunction(this, 'getOneItemFunction', functionProps);
    const getAll = new NodejsFunction(this, 'getAllItemsFunction', functionProps);
    const create = new NodejsFunction(this, 'createItemFunction', functionProps);
    const updateOne = new NodejsFunction(this, 'updateItemFunction', functionProps);
    const deleteOne = new NodejsFunction(this, 'deleteItemFunction', functionProps);
    for (const fn of [getOne, getAll, create, updateOne, deleteOne]) table.grantReadWriteData(fn);

    const api = new RestApi(this, 'itemsApi', { restApiName: 'Items Service', endpointConfiguration: { types: [EndpointType.REGIONAL] } });
    const items = api.root.addResource('items');
    items.addMethod('GET', new LambdaIntegration(getAll));
    items.addMethod('POST', new LambdaIntegration(create));
    addCorsOptions(items);
    const singleItem = items.addResource('{id}');
    singleItem.addMethod('GET', new LambdaIntegration(getOne));
    singleItem.addMethod('PATCH', new LambdaIntegration(updateOne));
    singleItem.addMethod('DELETE', new LambdaIntegration(deleteOne));
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
