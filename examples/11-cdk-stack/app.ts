// In a CDK stack, Api replaces RestApi and ProxyFunction replaces NodejsFunction: `cdk deploy` creates a REST API in API Gateway
// and a Lambda function. `cdk synth` writes the spec next to the template. What is known only after deployment, here the table's
// name, is a token in the spec; give it a local value:
//   synthgate serve cdk.out --token-value "NotesStack/Table.Ref=notes-local"
import path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Api, ProxyFunction } from 'synthgate/aws';

class NotesStack extends cdk.Stack {
  public constructor(scope: cdk.App, id: string) {
    super(scope, id);
    const table = new Table(this, 'Table', { partitionKey: { name: 'id', type: AttributeType.STRING } });
    const notes = new ProxyFunction(this, 'Notes', {
      entry: path.join(__dirname, 'handlers/notes.ts'),
      timeout: cdk.Duration.seconds(10),
      environment: { TABLE: table.tableName },
    });
    table.grantReadData(notes);
    const api = new Api(this, 'NotesApi', { deployOptions: { stageName: 'prod', variables: { table: table.tableName } } });
    api.root.addResource('notes').addMethod('GET', notes);
  }
}

const app = new cdk.App();
new NotesStack(app, 'NotesStack');
app.synth();
