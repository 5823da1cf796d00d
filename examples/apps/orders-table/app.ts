// A CRUD API over a DynamoDB table, as a stack of the CDK: one function, the SDK of AWS, input validated by a model.
import path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import { JsonSchemaType, JsonSchemaVersion } from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Api, ProxyFunction } from 'synthgate/aws';

export class OrdersStack extends cdk.Stack {
  public readonly api: Api;

  public constructor(scope: cdk.App, id: string) {
    super(scope, id);
    const table = new Table(this, 'Orders', {
      tableName: 'orders', partitionKey: { name: 'id', type: AttributeType.STRING }, billingMode: BillingMode.PAY_PER_REQUEST,
    });
    const orders = new ProxyFunction(this, 'OrdersFunction', {
      entry: path.join(__dirname, 'src/orders.ts'), timeout: cdk.Duration.seconds(10), environment: { TABLE: table.tableName },
    });
    table.grantReadWriteData(orders);

    this.api = new Api(this, 'OrdersApi', { deployOptions: { stageName: 'prod' }, defaultIntegration: orders });
    const order = this.api.addModel('Order', {
      schema: {
        schema: JsonSchemaVersion.DRAFT4, type: JsonSchemaType.OBJECT, required: ['item', 'count'], additionalProperties: false,
        properties: { item: { type: JsonSchemaType.STRING, minLength: 1 }, count: { type: JsonSchemaType.INTEGER, minimum: 1 } },
      },
    });
    const validated = { requestModels: { 'application/json': order }, requestValidatorOptions: { validateRequestBody: true } };
    const all = this.api.root.addResource('orders');
    all.addMethod('GET');
    all.addMethod('POST', undefined, validated);
    const one = all.addResource('{id}');
    one.addMethod('GET');
    one.addMethod('PUT', undefined, validated);
    one.addMethod('DELETE');
  }
}

const app = new cdk.App();
export const { api } = new OrdersStack(app, 'OrdersStack');
