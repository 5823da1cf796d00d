// Three stacks of CDK: the functions, who may call, and the API. The API's stack needs the others, never the other way round, so
// each is deployed by itself. Legacy exists already and is known by its ARN; here a stand-in answers for it:
//   synthgate serve cdk.out --token-value "Data/Table.Ref=orders-here"
import path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { IdentitySource, RequestAuthorizer } from 'synthgate';
import { Api, ProxyFunction } from 'synthgate/aws';

const app = new cdk.App();
const handlers = path.join(__dirname, 'handlers');

const data = new cdk.Stack(app, 'Data');
const table = new Table(data, 'Table', { partitionKey: { name: 'id', type: AttributeType.STRING }, removalPolicy: cdk.RemovalPolicy.RETAIN });
const orders = new ProxyFunction(data, 'Orders', { entry: path.join(handlers, 'orders.ts'), environment: { TABLE: table.tableName } });
table.grantReadData(orders);

const access = new cdk.Stack(app, 'Access');
const decide = new ProxyFunction(access, 'Decide', { entry: path.join(handlers, 'decide.ts') });
const authorizer = new RequestAuthorizer(access, 'ByTenant', { handler: decide, identitySources: [IdentitySource.header('X-Tenant')] });

const front = new cdk.Stack(app, 'Front');
const legacy = ProxyFunction.fromFunction(
  front, 'Legacy', LambdaFunction.fromFunctionArn(front, 'LegacyFunction', 'arn:aws:lambda:eu-west-1:123456789012:function:legacy'),
  { entry: path.join(handlers, 'legacy-stand-in.ts') },
);
const api = new Api(front, 'OrdersApi', { deployOptions: { stageName: 'live' } });
api.root.addResource('orders').addMethod('GET', orders, { authorizer });
api.root.addResource('invoices').addMethod('GET', legacy);
api.latestDeployment?.addTrigger('price list of November');
cdk.Tags.of(app).add('team', 'orders');

app.synth();
