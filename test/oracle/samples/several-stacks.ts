import * as cdk from 'aws-cdk-lib';
import { Deployment, LambdaIntegration, type Method, MockIntegration, PassthroughBehavior, RestApi, Stage } from 'aws-cdk-lib/aws-apigateway';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import * as path from 'path';

/** The nested stacks of the CDK's own guide: an API, its resources in stacks of their own, one deployment. */
export class RootStack extends cdk.Stack {
  public constructor(scope: Construct) {
    super(scope, 'integ-restapi-import-RootStack');
    const restApi = new RestApi(this, 'RestApi', { cloudWatchRole: true, deploy: false });
    restApi.root.addMethod('ANY');
    const petsStack = new PetsStack(this, { restApiId: restApi.restApiId, rootResourceId: restApi.restApiRootResourceId });
    const booksStack = new BooksStack(this, { restApiId: restApi.restApiId, rootResourceId: restApi.restApiRootResourceId });
    new DeployStack(this, { restApiId: restApi.restApiId, methods: petsStack.methods.concat(booksStack.methods) });
    new cdk.CfnOutput(this, 'PetsURL', { value: `https://${restApi.restApiId}.execute-api.${this.region}.amazonaws.com/prod/pets` });
  }
}

interface ResourceNestedStackProps extends cdk.NestedStackProps {
  readonly restApiId: string;
  readonly rootResourceId: string;
}

class PetsStack extends cdk.NestedStack {
  public readonly methods: Method[] = [];

  public constructor(scope: Construct, props: ResourceNestedStackProps) {
    super(scope, 'integ-restapi-import-PetsStack', props);
    const api = RestApi.fromRestApiAttributes(this, 'RestApi', { restApiId: props.restApiId, rootResourceId: props.rootResourceId });
    const method = api.root.addResource('pets').addMethod('GET', new MockIntegration({
      integrationResponses: [{ statusCode: '200' }],
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: { 'application/json': '{ "statusCode": 200 }' },
    }), { methodResponses: [{ statusCode: '200' }] });
    this.methods.push(method);
  }
}

class BooksStack extends cdk.NestedStack {
  public readonly methods: Method[] = [];

  public constructor(scope: Construct, props: ResourceNestedStackProps) {
    super(scope, 'integ-restapi-import-BooksStack', props);
    const api = RestApi.fromRestApiAttributes(this, 'RestApi', { restApiId: props.restApiId, rootResourceId: props.rootResourceId });
    const books = new lambda.Function(this, 'Books', {
      runtime: lambda.Runtime.NODEJS_20_X, handler: 'helloWorld.handler', code: lambda.Code.fromAsset(path.join(__dirname, 'lambda', 'hello')),
    });
    this.methods.push(api.root.addResource('books').addResource('{book}').addMethod('GET', new LambdaIntegration(books)));
  }
}

interface DeployStackProps extends cdk.NestedStackProps {
  readonly restApiId: string;
  readonly methods?: Method[];
}

class DeployStack extends cdk.NestedStack {
  public constructor(scope: Construct, props: DeployStackProps) {
    super(scope, 'integ-restapi-import-DeployStack', props);
    const deployment = new Deployment(this, 'Deployment', { api: RestApi.fromRestApiId(this, 'RestApi', props.restApiId) });
    if (props.methods) {
      for (const method of props.methods) {
        deployment.node.addDependency(method);
      }
    }
    new Stage(this, 'Stage', { deployment });
  }
}

export const app = new cdk.App();
new RootStack(app);
