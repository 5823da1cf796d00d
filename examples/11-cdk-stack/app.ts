// The same constructs inside a CDK stack. What only AWS knows, here the table's name, stands in the spec as a token; the
// local runtime is told a value: synthgate serve --value "NotesStack/Table.Ref=notes-local"
import path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Api, App, ProxyFunction } from 'synthgate';

class NotesStack extends cdk.Stack {
  public constructor(scope: cdk.App, id: string) {
    super(scope, id);
    const table = new Table(this, 'Table', { partitionKey: { name: 'id', type: AttributeType.STRING } });
    const notes = new ProxyFunction(this, 'Notes', {
      entry: path.join(__dirname, 'handlers/notes.ts'),
      timeout: cdk.Duration.seconds(10),
      environment: { TABLE: table.tableName },
    });
    const api = new Api(this, 'NotesApi', { deployOptions: { stageName: 'prod', variables: { table: table.tableName } } });
    api.root.addResource('notes').addMethod('GET', notes);
  }
}

const app = new cdk.App();
new NotesStack(app, 'NotesStack');
App.synthesize(app);
app.synth();
