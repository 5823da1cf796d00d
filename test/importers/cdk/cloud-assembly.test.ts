import { App, NestedStack, Stack, Stage, aws_apigateway as apigateway, aws_lambda as lambda, aws_stepfunctions as stepfunctions } from 'aws-cdk-lib';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importPath, type Imported } from '../../support/imported';
import { newProject } from '../../support/project';

const project = newProject({ 'code/index.js': 'exports.handler = async () => ({ statusCode: 200 });' });
let imported: Imported;

beforeAll(() => {
  const app = new App({ outdir: project.file('cdk.out'), analyticsReporting: false, context: { 'aws:cdk:enable-asset-metadata': false } });
  const stack = new Stack(app, 'Pets');
  const inline = new lambda.Function(stack, 'Inline', { runtime: lambda.Runtime.NODEJS_20_X, handler: 'index.handler', code: lambda.Code.fromInline('exports.handler = 1;') });
  const staged = new lambda.Function(stack, 'Staged', { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code: lambda.Code.fromAsset(project.file('code')) });
  const api = new apigateway.RestApi(stack, 'Api', { defaultCorsPreflightOptions: { allowOrigins: ['*'] } });
  const pets = api.root.addResource('pets');
  pets.addMethod('GET', new apigateway.LambdaIntegration(staged), { authorizer: new apigateway.TokenAuthorizer(stack, 'Token', { handler: inline }) });
  pets.addMethod('POST', new apigateway.LambdaIntegration(staged.addAlias('live')), { apiKeyRequired: true });
  const inOtherStack = new Stack(app, 'Other');
  const attributes = { restApiId: api.restApiId, rootResourceId: api.root.resourceId };
  apigateway.RestApi.fromRestApiAttributes(inOtherStack, 'Api', attributes).root.addResource('other').addMethod('GET', new apigateway.LambdaIntegration(inline));
  const nested = new NestedStack(stack, 'Nested');
  apigateway.RestApi.fromRestApiAttributes(nested, 'Api', attributes).root.addResource('nested').addMethod('GET', new apigateway.LambdaIntegration(staged));
  new apigateway.LambdaRestApi(stack, 'Proxy', { handler: inline });
  const definitionBody = stepfunctions.DefinitionBody.fromChainable(new stepfunctions.Pass(stack, 'Pass'));
  const stateMachine = new stepfunctions.StateMachine(stack, 'Machine', { stateMachineType: stepfunctions.StateMachineType.EXPRESS, definitionBody });
  new apigateway.StepFunctionsRestApi(stack, 'Workflow', { stateMachine });
  new apigateway.RestApi(new Stack(new Stage(app, 'Beta'), 'Inner'), 'InStage').root.addMethod('ANY');
  app.synth();
  imported = importPath(project.file('cdk.out'));
});

test('the routes of all stacks, nested ones and stages included', () => {
  const ofApi = (name: string): string[] => imported.rows.flatMap(({ api }, index) => (api === name ? [imported.routes[index] ?? ''] : []));
  const withoutHash = (routes: readonly string[]): string[] => routes.map((route) => route.replace(/(Staged|Inline|Token)\w{8}/g, '$1'));
  expect(withoutHash(ofApi('Api'))).toEqual([
    'OPTIONS / NONE MOCK', 'GET /nested NONE AWS_PROXY Pets/Staged', 'GET /other NONE AWS_PROXY Pets/Inline',
    'GET /pets CUSTOM:PetsToken AWS_PROXY Pets/Staged', 'OPTIONS /pets NONE MOCK', 'POST /pets NONE key AWS_PROXY Pets/Staged',
  ]);
  expect(withoutHash(ofApi('Proxy'))).toEqual(['ANY / NONE AWS_PROXY Pets/Inline', 'ANY /{proxy+} NONE AWS_PROXY Pets/Inline']);
  expect(ofApi('Workflow')).toEqual(['ANY / NONE AWS']);
  expect(ofApi('InStage')).toEqual(['ANY / NONE MOCK']);
  expect(imported.codes).toEqual([]);
});

test('code is found by the hash of its asset', () => {
  const code = [...imported.apis.flatMap((api) => [...api.code])].map(([name, source]) => [name.slice(0, 6), source.type]);
  expect(Object.fromEntries(code)).toEqual({ Staged: 'directory', Inline: 'text' });
});

test('the service that a workflow starts is carried', () => {
  const workflow = imported.specs.find(({ api }) => api.name === 'Workflow');
  expect(workflow?.resources['/']?.methods.ANY?.integration).toMatchObject({ type: 'service', service: 'states', action: 'StartSyncExecution' });
});

test('the templates and the code are named, so that they can be watched', () => {
  const names = imported.files.map((file) => path.basename(file));
  expect(names).toEqual(expect.arrayContaining(['manifest.json', 'Pets.template.json', 'Other.template.json', expect.stringMatching(/^asset\./)]));
});

test('an assembly from before there were manifests of assets', () => {
  const hash = 'a'.repeat(64);
  const directory = project.file('old.out');
  mkdirSync(path.join(directory, `asset.${hash}`), { recursive: true });
  writeFileSync(path.join(directory, `asset.${hash}`, 'index.js'), 'exports.handler = 1;');
  const part = (name: string): string => `AssetParameters${hash}${name}ABCDEF12`;
  const versions = { 'Fn::Split': ['||', { Ref: part('S3VersionKey') }] };
  const uri = { 'Fn::Join': ['', ['arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/', { 'Fn::GetAtt': ['Fn', 'Arn'] }, '/invocations']] };
  const template = {
    Parameters: { [part('S3Bucket')]: { Type: 'String' }, [part('S3VersionKey')]: { Type: 'String' } },
    Resources: {
      Fn: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { S3Bucket: { Ref: part('S3Bucket') }, S3Key: { 'Fn::Join': ['', [{ 'Fn::Select': [0, versions] }, { 'Fn::Select': [1, versions] }]] } } } },
      Api: { Type: 'AWS::ApiGateway::RestApi', Properties: {} },
      Any: { Type: 'AWS::ApiGateway::Method', Properties: { RestApiId: { Ref: 'Api' }, ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, HttpMethod: 'ANY', AuthorizationType: 'NONE', Integration: { Type: 'AWS_PROXY', Uri: uri } } },
    },
  };
  writeFileSync(path.join(directory, 'Old.template.json'), JSON.stringify(template));
  writeFileSync(path.join(directory, 'manifest.json'), JSON.stringify({ version: '1.0.0', artifacts: { Old: { type: 'aws:cloudformation:stack', environment: 'aws://unknown-account/unknown-region', properties: { templateFile: 'Old.template.json' } } } }));
  const old = importPath(directory);
  expect([old.routes, old.codes]).toEqual([['ANY / NONE AWS_PROXY Fn'], []]);
  expect(old.apis[0]?.code.get('Fn')).toMatchObject({ type: 'directory' });
  rmSync(directory, { recursive: true });
});
