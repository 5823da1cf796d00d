// Plain aws-cdk-lib: nothing of synthgate is in this app.
import path from 'node:path';
import * as cdk from 'aws-cdk-lib';
import { Cors, LambdaIntegration, MockIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';

class PetsStack extends cdk.Stack {
  public constructor(scope: cdk.App, id: string) {
    super(scope, id);
    const pets = new Function(this, 'Pets', {
      runtime: Runtime.NODEJS_22_X, handler: 'pets.handler', code: Code.fromAsset(path.join(__dirname, 'handlers')), environment: { GREETING: 'Hello' },
    });
    const api = new RestApi(this, 'PetsApi', { defaultCorsPreflightOptions: { allowOrigins: Cors.ALL_ORIGINS } });
    api.root.addResource('pets').addResource('{petId}').addMethod('GET', new LambdaIntegration(pets));
    api.root.addResource('health').addMethod('GET', new MockIntegration({
      requestTemplates: { 'application/json': '{"statusCode": 200}' },
      integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '{"status": "open"}' } }],
    }), { methodResponses: [{ statusCode: '200' }] });
  }
}

const app = new cdk.App();
new PetsStack(app, 'PetsStack');
app.synth();
