import { App, CfnOutput, Fn, NestedStack, Stack, Stage } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { MockIntegration } from '../../../lib';
import { Api } from '../../../lib/aws';

const ANSWER = () => new apigateway.MockIntegration({ integrationResponses: [{ statusCode: '200' }] });

/** An API with one method. */
function petsApi(scope: Stack): Api {
  const api = new Api(scope, 'Api');
  api.root.addMethod('GET', new MockIntegration(), { apiKeyRequired: true });
  return api;
}

test('methods that another stack adds to the API by its id are a warning', () => {
  const app = new App();
  const stack = new Stack(app, 'Stack');
  const { restApiId, restApiRootResourceId: rootResourceId } = petsApi(stack);
  const imported = apigateway.RestApi.fromRestApiAttributes(new NestedStack(stack, 'Nested'), 'Imported', { restApiId, rootResourceId });
  imported.root.addResource('pets').addMethod('GET', ANSWER());
  expect(warningsOf(app, 'Stack')).toEqual([expect.stringMatching(/Nested\/.*\/pets\/GET\/Resource: .*AWS_CHANGED_OUTSIDE_DEFINITION/s)]);
});

test('methods that another stack adds by a name that the API is exported by are a warning', () => {
  const app = new App();
  const declare = (scope: Stage, name: string): void => {
    const stack = new Stack(scope, name);
    const { restApiId, restApiRootResourceId } = petsApi(stack);
    new CfnOutput(stack, 'Id', { value: restApiId, exportName: 'pets-id' });
    new CfnOutput(stack, 'Root', { value: restApiRootResourceId, exportName: 'pets-root' });
  };
  const addTo = (scope: Stage, name: string, exported: string): void => {
    const [restApiId, rootResourceId] = ['id', 'root'].map((part) => Fn.importValue(`${exported}-${part}`)) as [string, string];
    const imported = apigateway.RestApi.fromRestApiAttributes(new Stack(scope, name), 'Imported', { restApiId, rootResourceId });
    imported.root.addResource('pets').addMethod('GET', ANSWER());
  };
  const [blue, green] = ['Blue', 'Green'].map((id) => new Stage(app, id)) as [Stage, Stage];
  declare(blue, 'Declares');
  addTo(blue, 'Adds', 'pets');
  addTo(blue, 'AddsToAnother', 'cats');
  declare(green, 'Declares');
  expect(warningsOf(blue, 'Declares')).toEqual([expect.stringMatching(/Blue\/Adds\/.*\/pets\/GET\/Resource: .*AWS_CHANGED_OUTSIDE_DEFINITION/s)]);
  expect(warningsOf(green, 'Declares')).toEqual([]);
});

test('a usage plan of the CDK that admits keys to the API is a warning; one of the API is not', () => {
  const app = new App();
  const stack = new Stack(app, 'Stack');
  const api = petsApi(stack);
  api.addUsagePlan('Own', { apiStages: [{ stage: api.deploymentStage }] });
  new apigateway.UsagePlan(stack, 'Beside', { apiStages: [{ api: api.restApi, stage: api.restApi.deploymentStage }] });
  expect(warningsOf(app, 'Stack')).toEqual([expect.stringMatching(/Stack\/Beside\/Resource: .*AWS_CHANGED_OUTSIDE_DEFINITION/s)]);
});

function warningsOf(scope: Stage, stack: string): string[] {
  const [found] = scope.synth().stacks.filter(({ displayName }) => displayName.split(' ')[0]?.split('/').at(-1) === stack);
  return found?.messages.map(({ entry: { data } }) => String(data)) ?? [];
}
